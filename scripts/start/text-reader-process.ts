/** Reads texts for runtime/picture-codec.ts, one file after another, in a process that may be ended at any moment. */
import { constants, setPriority } from 'node:os';
import { answerText } from '#worker/codec/text/extract.ts';
import { frameOf } from '#worker/platform/archives/engine.ts';
import { endWithServer } from './runtime/end-with-server.ts';
import { READY } from './runtime/isolated-process.ts';

// Requests come before texts.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
endWithServer();
process.on('message', (frame: Uint8Array<ArrayBuffer>) => {
  void answerText(frame).then((answer) => process.send?.(frameOf(answer)));
});
process.send?.(READY);
