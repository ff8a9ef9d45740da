/** RPC methods of DriveObject about tasks that leave the list. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { type ClearQuery, endedTasks, filesOfTasks, removeTasks } from './remove-tasks.store.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
}

export const taskMethods = {
  endedTasks: (drive: Parts, caller: CallerData, query: ClearQuery) =>
    drive.core.read(caller, (sql) => endedTasks(sql, query)),
  filesOfTasks: (drive: Parts, caller: CallerData, ids: readonly string[]) =>
    drive.core.read(caller, (sql) => filesOfTasks(sql, ids)),
  removeTasks: (drive: Parts, caller: CallerData, ids: readonly string[]) =>
    drive.core.write(caller, (tx) => removeTasks(tx, ids)),
};
