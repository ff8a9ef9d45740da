/** Entry of the hash worker, a thread of its own, so that hashing large files does not block the page. */

import { makeHashEngine } from './digests.ts';
import { makeHashJobs } from './jobs.ts';
import type { HashRequest } from './messages.ts';

const take = makeHashJobs(
  () => makeHashEngine(crypto.subtle),
  (event) => postMessage(event),
);
addEventListener('message', (event: MessageEvent<HashRequest>) => take(event.data));
