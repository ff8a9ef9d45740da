/** The part of fetches by link. Calls without a caller are for the fetch job. */

import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { OpenWindows } from '../live/open-windows.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { type Fetches, makeFetches } from './fetches.ts';
import type { FetchCalls } from './rpc-types.ts';
import { FETCH_PROGRESS_COLUMNS, FETCH_TABLES } from './store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly fetches: Fetches;
}

type Args<Name extends keyof FetchCalls> = Parameters<FetchCalls[Name]>;

const calls = {
  fetchBegin: (drive: Parts, ...args: Args<'begin'>) => drive.fetches.begin(...args),
  fetchDay: (drive: Parts, ...args: Args<'day'>) => drive.fetches.day(...args),
  fetchLook: (drive: Parts, ...args: Args<'look'>) => drive.fetches.look(...args),
  fetchRetry: (drive: Parts, ...args: Args<'retry'>) => drive.fetches.retry(...args),
  fetchWait: (drive: Parts, ...args: Args<'wait'>) => drive.fetches.wait(...args),
  fetchPlan: (drive: Parts, ...args: Args<'plan'>) => drive.fetches.plan(...args),
  fetchOpen: (drive: Parts, ...args: Args<'open'>) => drive.fetches.open(...args),
  fetchOpenPart: (drive: Parts, ...args: Args<'openPart'>) => drive.fetches.openPart(...args),
  fetchConfirmPart: (drive: Parts, ...args: Args<'confirmPart'>) => drive.fetches.confirmPart(...args),
  fetchBeat: (drive: Parts, ...args: Args<'beat'>) => drive.fetches.beat(...args),
  fetchSeal: (drive: Parts, ...args: Args<'seal'>) => drive.fetches.seal(...args),
  fetchFail: (drive: Parts, ...args: Args<'fail'>) => drive.fetches.fail(...args),
  fetchMore: (drive: Parts, ...args: Args<'more'>) => drive.fetches.more(...args),
  fetchEndAll: (drive: Parts) => drive.fetches.endAll(),
  fetchNext: (drive: Parts) => drive.fetches.next(),
};

export const fetchPart = {
  tables: {
    23: FETCH_TABLES,
    25: FETCH_PROGRESS_COLUMNS,
  },
  make({
    core,
    hashing,
    windows,
  }: {
    readonly core: DriveCore;
    readonly hashing: HashJobs;
    readonly windows: OpenWindows;
  }) {
    const fetches = makeFetches(core, hashing, windows);
    core.addHooks({ endLeases: fetches.endLeases });
    return { fetches };
  },
  calls,
  alarm: ({ fetches }: Parts) => fetches.startDue(),
} satisfies DrivePart;
