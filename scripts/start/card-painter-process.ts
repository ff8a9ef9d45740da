/** Draws cards for runtime/picture-codec.ts, one after another, in a process that may be ended at any moment. */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { answerCard } from '#worker/codec/card/answer.ts';
import { endWithServer } from './runtime/end-with-server.ts';
import { READY } from './runtime/isolated-process.ts';

const wasm = new WebAssembly.Module(
  readFileSync(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))),
);

// Requests come before cards.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endWithServer();
process.on('message', (frame: Uint8Array<ArrayBuffer>) => {
  void answerCard(wasm, frame).then((answer) => process.send?.(answer));
});
process.send?.(READY);
