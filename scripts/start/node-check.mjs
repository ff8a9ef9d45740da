/** Loaded before a command (`node --import`): ends it in one sentence where Node or the system cannot run it. Plain JavaScript as system.mjs. */
import { whyNotHere } from './system.mjs';

const why = whyNotHere(process);
if (why !== '') {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
