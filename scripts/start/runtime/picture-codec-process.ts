/** Decodes pictures for picture-codec.ts, one after another, in a process that may be ended at any moment. */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeDecoder } from '#worker/codec/decode.ts';
import { writeAnswer } from '#worker/platform/pictures/codec.ts';
import { endWithServer } from './end-with-server.ts';
import { READY } from './isolated-process.ts';
import { decoderBytesFor, machineBytes } from './machine-memory.ts';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm')));
const decoder = makeDecoder(new WebAssembly.Module(wasm), decoderBytesFor(machineBytes()));

// Requests come before pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endWithServer();
process.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  void decoder.render(bytes).then((answer) => process.send?.(writeAnswer(answer)));
});
process.send?.(READY);
