/** RPC methods of DriveObject about fetches by link. Those without a caller are for the fetch job. */

import type { Fetches } from './fetches.ts';
import type { FetchCalls } from './rpc-types.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly fetches: Fetches;
}

type Args<Name extends keyof FetchCalls> = Parameters<FetchCalls[Name]>;

export const fetchMethods = {
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
