/** Entry of the hash worker: a thread of its own, so that no file is too large for a page that must not stutter. */

import { makeHashEngine } from './digests.ts';
import { makeHashJobs } from './jobs.ts';
import type { HashRequest } from './messages.ts';

const take = makeHashJobs(
  () => makeHashEngine(crypto.subtle),
  (news) => postMessage(news),
);
addEventListener('message', (event: MessageEvent<HashRequest>) => take(event.data));
