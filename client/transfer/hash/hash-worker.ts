/** Entry of the hash worker: a thread of its own, so that no file is too large for a page that must not stutter. */

import { makeHashEngine } from './digests.ts';
import { makeHashDesk } from './jobs.ts';
import type { HashOrder } from './messages.ts';

const take = makeHashDesk(
  () => makeHashEngine(crypto.subtle),
  (news) => postMessage(news),
);
addEventListener('message', (event: MessageEvent<HashOrder>) => take(event.data));
