/** First file of `npm start` and of a release: starts the server, or says in one sentence why it cannot run here. Plain JavaScript as system.mjs. */
import module from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { whyNotHere } from './system.mjs';

const why = whyNotHere(process);
if (why === '') {
  // Compiled modules are kept for the next start, in all three processes. Without a place to write, nothing is kept.
  process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/magpie-start');
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  // The heap would keep the size that the garbage of the start gives it. Nothing later needs it.
  setFlagsFromString('--semi-space-growth-factor=1');
  await import('./main.ts');
} else {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
