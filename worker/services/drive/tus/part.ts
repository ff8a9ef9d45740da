/** The part of uploads by tus. They are sessions of `upload`; nothing else is stored of them. */
import { ROOT_ID } from '#shared/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { requirePlaceUnlocked, tusState } from './tus.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

const calls = {
  tusState: ({ core }: Parts, caller: CallerData, uploadId: string) =>
    core.read(caller, (sql) => tusState(sql, uploadId)),
  tusMayEnd: ({ core }: Parts, caller: CallerData, uploadId: string) =>
    core.read(caller, (sql, nowMs, scope) =>
      requirePlaceUnlocked({ sql, nowMs, rootId: scope?.folderId ?? ROOT_ID, credential: caller.sessionId }, uploadId),
    ),
};

export const tusPart = { calls } satisfies DrivePart;
