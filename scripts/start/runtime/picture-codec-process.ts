/** Decodes pictures for picture-codec.ts, one after another, in a process that may be ended at any moment. */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { makeDecoder } from '#worker/codec/decode.ts';
import { PROCESS_DECODER_BYTES } from '#worker/codec/limits.ts';
import { writeAnswer } from '#worker/platform/pictures/codec.ts';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm')));
const decoder = makeDecoder(new WebAssembly.Module(wasm), PROCESS_DECODER_BYTES);

// Requests come before pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A decode keeps this thread from seeing that the server is gone: another one looks after it, so that nothing computes for no one.
const WATCH = `const first = process.ppid; setInterval(() => process.ppid === first || process.kill(process.pid, 'SIGKILL'), 500);`;
new Worker(WATCH, { eval: true }).unref();
process.on('disconnect', () => process.exit(0));
process.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  void decoder.render(bytes).then((answer) => process.send?.(writeAnswer(answer)));
});
