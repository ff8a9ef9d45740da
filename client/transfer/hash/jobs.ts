/** The worker's side of hashing: takes orders, runs each, tells how it goes. Knows no globals, so it runs in any thread. */

import type { HashEngine } from './digests.ts';
import { fingerprintOf, proofOf } from './hash-content.ts';
import type { HashEvent, HashRequest } from './messages.ts';

/**
 * @param makeEngine  called once, with the first order
 * @returns takes one order; never throws
 */
export function makeHashJobs(
  makeEngine: () => HashEngine,
  tell: (news: HashEvent) => void,
): (order: HashRequest) => void {
  const underway = new Set<number>();
  let engine: HashEngine | null = null;

  async function newsOf(order: Exclude<HashRequest, { kind: 'stop' }>): Promise<HashEvent | null> {
    const { job, content } = order;
    engine ??= makeEngine();
    if (order.kind === 'prove') return { job, kind: 'proof', digest: await proofOf(content, order.challenge, engine) };
    const fingerprint = await fingerprintOf(content, engine, {
      isStopped: () => !underway.has(job),
      onHashed: (bytes) => tell({ job, kind: 'hashed', bytes }),
    });
    return fingerprint && { job, kind: 'fingerprint', fingerprint };
  }

  return (order) => {
    const { job } = order;
    if (order.kind === 'stop') {
      underway.delete(job);
      return;
    }
    underway.add(job);
    void newsOf(order)
      .catch((error: unknown): HashEvent => ({ job, kind: 'failed', reason: String(error) }))
      .then((news) => {
        if (underway.delete(job) && news) tell(news);
      });
  };
}
