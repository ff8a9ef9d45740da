/** Unpacks archives for picture-codec.ts, one after another, in a process that may be ended at any moment. */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PROCESS_ENGINE_BYTES } from '#worker/codec/archive/limits.ts';
import { answerOrder } from '#worker/codec/archive/unpack.ts';
import { frameOf } from '#worker/platform/archives/engine.ts';
import { endWithServer } from './end-with-server.ts';
import { READY } from './isolated-process.ts';

const wasm = new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('7z-wasm/7zz.wasm'))));

// Requests come before archives.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endWithServer();
process.on('message', (frame: Uint8Array<ArrayBuffer>) => {
  void answerOrder(wasm, frame, PROCESS_ENGINE_BYTES).then(({ head, contents }) =>
    process.send?.(Buffer.concat([frameOf(head), ...contents])),
  );
});
process.send?.(READY);
