/** The codec of one machine: the `CODEC` binding. Pictures, packed archives, cards and texts have a process each. */
import path from 'node:path';
import { MIB } from '#shared/units.ts';
import { ARCHIVE_ORDER_BYTES, MAX_ORDER_MS, PROCESS_ENGINE_BYTES } from '#worker/codec/archive/limits.ts';
import { MAX_CARD_MS, MAX_DECODE_MS, PROCESS_DECODER_BYTES } from '#worker/codec/limits.ts';
import { ENGINE_PATH, frameOf } from '#worker/platform/archives/engine.ts';
import { CARD_PATH, MAX_CARD_BYTES, writeDrawn } from '#worker/platform/cards/order.ts';
import { MAX_PICTURE_BYTES, writeAnswer } from '#worker/platform/pictures/codec.ts';
import { MAX_TEXT_MS, MAX_TEXT_ORDER_BYTES, NO_TEXT, TEXT_BUSY, TEXT_PATH } from '#worker/platform/texts/reader.ts';
import { makeIsolatedProcess } from './isolated-process.ts';
import type { LocalAnswer } from './local-services.ts';
import { isSmallMachine, machineBytes, makeOneAtATime } from './machine-memory.ts';

/** Node, the compiled code and the input beside the decoder's own memory. */
const NODE_BYTES = 320 * MIB;

export interface CodecOptions {
  /** Longest computing, ms; tests shorten it. */
  readonly decodeMs?: number;
  readonly startMs?: number;
  readonly idleMs?: number;
  readonly readMs?: number;
  /** Called with the pid of each process that starts. */
  readonly onStarted?: (pid: number) => void;
}

/** @returns the service, and what ends its processes */
export function makePictureCodecService(options: CodecOptions = {}): { answer: LocalAnswer; stop: () => void } {
  const { decodeMs, startMs, idleMs, readMs, onStarted } = options;
  const oneAtATime = isSmallMachine(machineBytes()) ? makeOneAtATime() : undefined;
  const common = { startMs, idleMs, readMs, onStarted, oneAtATime };
  const pictures = makeIsolatedProcess({
    script: path.join(import.meta.dirname, 'picture-codec-process.ts'),
    limitMs: decodeMs ?? MAX_DECODE_MS,
    limitBytes: PROCESS_DECODER_BYTES + NODE_BYTES,
    maxRequestBytes: MAX_PICTURE_BYTES,
    answers: {
      failed: writeAnswer({ ok: false, reason: 'broken' }),
      late: writeAnswer({ ok: false, reason: 'late' }),
      tooLarge: writeAnswer({ ok: false, reason: 'too_large' }),
      busy: writeAnswer({ ok: false, reason: 'busy' }),
    },
    ...common,
  });
  const archives = makeIsolatedProcess({
    script: path.join(import.meta.dirname, 'archive-engine-process.ts'),
    limitMs: decodeMs ?? MAX_ORDER_MS,
    limitBytes: PROCESS_ENGINE_BYTES + NODE_BYTES,
    maxRequestBytes: ARCHIVE_ORDER_BYTES,
    answers: {
      // An archive that takes too much work is as one that is too large.
      failed: frameOf({ ok: false, reason: 'too_large' }),
      late: frameOf({ ok: false, reason: 'too_large' }),
      tooLarge: frameOf({ ok: false, reason: 'too_large' }),
      busy: frameOf({ ok: false, reason: 'busy' }),
    },
    ...common,
  });
  const notDrawn = writeDrawn(null);
  const cards = makeIsolatedProcess({
    script: path.join(import.meta.dirname, '../card-painter-process.ts'),
    limitMs: decodeMs ?? MAX_CARD_MS,
    limitBytes: PROCESS_DECODER_BYTES + NODE_BYTES,
    maxRequestBytes: MAX_CARD_BYTES,
    answers: { failed: notDrawn, late: notDrawn, tooLarge: notDrawn, busy: notDrawn },
    ...common,
  });
  const texts = makeIsolatedProcess({
    script: path.join(import.meta.dirname, '../text-reader-process.ts'),
    limitMs: decodeMs ?? MAX_TEXT_MS,
    limitBytes: 2 * NODE_BYTES,
    maxRequestBytes: MAX_TEXT_ORDER_BYTES,
    answers: {
      // A file that takes too much work is as one without a text.
      failed: frameOf(NO_TEXT),
      late: frameOf(NO_TEXT),
      tooLarge: frameOf(NO_TEXT),
      busy: frameOf(TEXT_BUSY),
    },
    ...common,
  });
  const answering = new Map([
    [ENGINE_PATH, archives],
    [CARD_PATH, cards],
    [TEXT_PATH, texts],
  ]);
  return {
    answer: async (request) => {
      const process = answering.get(URL.parse(request.url)?.pathname ?? '') ?? pictures;
      return new Response(await process.answer(request));
    },
    stop() {
      pictures.stop();
      archives.stop();
      cards.stop();
      texts.stop();
    },
  };
}
