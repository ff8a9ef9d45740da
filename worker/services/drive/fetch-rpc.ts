/** RPC methods of DriveObject about fetches by link and removed tasks. Those without a caller are for the fetch job. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveParts } from './drive-parts.ts';
import type { FetchCalls } from './fetch/rpc-types.ts';
import { type ClearQuery, endedTasks, filesOfTasks, removeTasks } from './jobs/remove-tasks.store.ts';

type Args<Name extends keyof FetchCalls> = Parameters<FetchCalls[Name]>;

export const fetchMethods = {
  fetchBegin: (drive: DriveParts, ...args: Args<'begin'>) => drive.fetches.begin(...args),
  fetchDay: (drive: DriveParts, ...args: Args<'day'>) => drive.fetches.day(...args),
  fetchLook: (drive: DriveParts, ...args: Args<'look'>) => drive.fetches.look(...args),
  fetchRetry: (drive: DriveParts, ...args: Args<'retry'>) => drive.fetches.retry(...args),
  fetchWait: (drive: DriveParts, ...args: Args<'wait'>) => drive.fetches.wait(...args),
  fetchPlan: (drive: DriveParts, ...args: Args<'plan'>) => drive.fetches.plan(...args),
  fetchOpen: (drive: DriveParts, ...args: Args<'open'>) => drive.fetches.open(...args),
  fetchOpenPart: (drive: DriveParts, ...args: Args<'openPart'>) => drive.fetches.openPart(...args),
  fetchConfirmPart: (drive: DriveParts, ...args: Args<'confirmPart'>) => drive.fetches.confirmPart(...args),
  fetchBeat: (drive: DriveParts, ...args: Args<'beat'>) => drive.fetches.beat(...args),
  fetchSeal: (drive: DriveParts, ...args: Args<'seal'>) => drive.fetches.seal(...args),
  fetchFail: (drive: DriveParts, ...args: Args<'fail'>) => drive.fetches.fail(...args),
  fetchMore: (drive: DriveParts, ...args: Args<'more'>) => drive.fetches.more(...args),
  fetchEndAll: (drive: DriveParts) => drive.fetches.endAll(),
  fetchNext: (drive: DriveParts) => drive.fetches.next(),
  endedTasks: (drive: DriveParts, caller: CallerData, query: ClearQuery) =>
    drive.core.read(caller, (sql) => endedTasks(sql, query)),
  filesOfTasks: (drive: DriveParts, caller: CallerData, ids: readonly string[]) =>
    drive.core.read(caller, (sql) => filesOfTasks(sql, ids)),
  removeTasks: (drive: DriveParts, caller: CallerData, ids: readonly string[]) =>
    drive.core.write(caller, (tx) => removeTasks(tx, ids)),
};
