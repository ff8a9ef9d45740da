/** The part of recent acts as a person reads them. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { timeline } from './timeline.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

export const timelinePart = {
  calls: {
    timeline: ({ core }: Parts, caller: CallerData, before: number) =>
      core.read(caller, (sql) => timeline(sql, before)),
  },
} satisfies DrivePart;
