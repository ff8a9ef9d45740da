/** Entry of the hash worker: a thread of its own, so that no file is too large for a page that must not stutter. */
import { makeHashDesk } from './hash-desk.ts';
import { makeHashEngine } from './hash-engine.ts';
import type { HashOrder } from './hash-messages.ts';

const take = makeHashDesk(
  () => makeHashEngine(crypto.subtle),
  (news) => postMessage(news),
);
addEventListener('message', (event: MessageEvent<HashOrder>) => take(event.data));
