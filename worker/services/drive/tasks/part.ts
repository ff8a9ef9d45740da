/** The part of tasks: their steps, and those that leave the list. */

import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { earliest, nextExpiryMs } from '../jobs/expiry.ts';
import type { TaskSteps } from '../jobs/steps.ts';
import { type ClearQuery, endedTasks, filesOfTasks, removeTasks } from './remove-tasks.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

const calls = {
  endedTasks: (drive: Parts, caller: CallerData, query: ClearQuery) =>
    drive.core.read(caller, (sql) => endedTasks(sql, query)),
  filesOfTasks: (drive: Parts, caller: CallerData, ids: readonly string[]) =>
    drive.core.read(caller, (sql) => filesOfTasks(sql, ids)),
  removeTasks: (drive: Parts, caller: CallerData, ids: readonly string[]) =>
    drive.core.write(caller, (tx) => removeTasks(tx, ids)),
};

export const tasksPart = {
  calls,
  /** After starts of runs, which do not wait for long steps; and before the drive of a closed account is erased. */
  async alarm({ core, steps }: { readonly core: DriveCore; readonly steps: TaskSteps }, nowMs: number) {
    const stepMs = await steps.stepAll(nowMs);
    return earliest([stepMs, nextExpiryMs(core)]);
  },
} satisfies DrivePart;
