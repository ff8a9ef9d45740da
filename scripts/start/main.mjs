/** First file of `npm start` and of a release: starts the server, or says in one sentence why it cannot run here. Plain JavaScript as system.mjs. */
import { whyNotHere } from './system.mjs';

const why = whyNotHere(process);
if (why === '') await import('./main.ts');
else {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
