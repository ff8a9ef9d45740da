/** A KV namespace that fails by seed, in its two calls that matter here: a put that may be lost or done with the answer lost, a get. */
import { letOthersRun } from '../clock.ts';
import { type CallFault, type FaultPlan, InjectedFault, makeFaults } from './faults.ts';

export interface FaultyKv {
  put(key: string, value: string, options?: KVNamespacePutOptions): Promise<void>;
  get(key: string): Promise<string | null>;
  /** Faults met so far. */
  readonly hits: number;
}

/**
 * `before` and `overloaded` do nothing and fail; `after` does it and says it failed; `delayed` lets others go first;
 * `truncated` gives the first half of what a get found, and of a put keeps nothing.
 */
export function makeFaultyKv(kv: Pick<KVNamespace, 'put' | 'get'>, plan: FaultPlan<CallFault>): FaultyKv {
  const faults = makeFaults(plan);

  async function withFaults<T>(call: string, work: () => Promise<T>, cut: ((value: T) => T) | null): Promise<T> {
    const fault = faults.next();
    if (fault === 'delayed') await letOthersRun();
    else if (fault === 'before' || fault === 'overloaded' || (fault === 'truncated' && !cut))
      throw new InjectedFault(fault, call);
    const value = await work();
    if (fault === 'after') throw new InjectedFault(fault, call);
    return fault === 'truncated' && cut ? cut(value) : value;
  }

  return {
    get hits() {
      return faults.hits;
    },
    put: (key, value, options) => withFaults('put', () => kv.put(key, value, options), null),
    get: (key) =>
      withFaults(
        'get',
        () => kv.get(key),
        (text) => (text === null ? null : text.slice(0, text.length >> 1)),
      ),
  };
}
