/** The worker's side of hashing: runs each request and posts its events. Uses no globals, so that it runs in any thread. */

import type { HashEngine } from './digests.ts';
import { fingerprintOf, proofOf } from './hash-content.ts';
import type { HashEvent, HashRequest } from './messages.ts';

/**
 * @param makeEngine  called once, with the first request
 * @returns takes one request; never throws
 */
export function makeHashJobs(
  makeEngine: () => HashEngine,
  post: (event: HashEvent) => void,
): (request: HashRequest) => void {
  const underway = new Set<number>();
  let engine: HashEngine | null = null;

  async function eventOf(request: Exclude<HashRequest, { kind: 'stop' }>): Promise<HashEvent | null> {
    const { job, content } = request;
    engine ??= makeEngine();
    if (request.kind === 'prove')
      return { job, kind: 'proof', digest: await proofOf(content, request.challenge, engine) };
    const fingerprint = await fingerprintOf(content, engine, {
      isStopped: () => !underway.has(job),
      onHashed: (bytes) => post({ job, kind: 'hashed', bytes }),
    });
    return fingerprint && { job, kind: 'fingerprint', fingerprint };
  }

  return (request) => {
    const { job } = request;
    if (request.kind === 'stop') {
      underway.delete(job);
      return;
    }
    underway.add(job);
    void eventOf(request)
      .catch((error: unknown): HashEvent => ({ job, kind: 'failed', reason: String(error) }))
      .then((event) => {
        if (underway.delete(job) && event) post(event);
      });
  };
}
