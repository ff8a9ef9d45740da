/**
 * The codec Worker: a script of its own, because the decoders are half as large as a script may be, and because it computes for
 * seconds. It holds no state and no secret.
 */

import magick from '@imagemagick/magick-wasm/magick.wasm';
import sevenZip from '7z-wasm/7zz.wasm';
import { ENGINE_PATH, frameOf } from '#worker/platform/archives/engine.ts';
import { CARD_PATH, MAX_CARD_BYTES, writeDrawn } from '#worker/platform/cards/order.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { MAX_PICTURE_BYTES, writeAnswer } from '#worker/platform/pictures/codec.ts';
import { MAX_TEXT_ORDER_BYTES, NO_TEXT, TEXT_BUSY, TEXT_PATH } from '#worker/platform/texts/reader.ts';
import { ARCHIVE_ORDER_BYTES, ISOLATE_ENGINE_BYTES } from './archive/limits.ts';
import { answerOrder, refusedBy } from './archive/unpack.ts';
import { answerCard } from './card/answer.ts';
import { type Decoder, makeDecoder } from './decode.ts';
import { ISOLATE_DECODER_BYTES } from './limits.ts';
import { answerText } from './text/extract.ts';

/** Pictures that one isolate holds at a time, or one archive; the work itself is one step, so there is never more than one. */
const AT_ONCE = 2;
/** 30 s after its start a request counts no more: the platform says nothing when it cancels one. */
const COUNTED_MS = 30_000;

const started = new Map<symbol, { readonly atMs: number; readonly places: number }>();
let decoder: Decoder | undefined;

async function bodyOf(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  return new Uint8Array(await request.arrayBuffer());
}

async function pictureAnswer(request: Request, isFree: boolean): Promise<Response> {
  if (!isFree) return new Response(writeAnswer({ ok: false, reason: 'busy' }));
  const bytes = await bodyOf(request, MAX_PICTURE_BYTES);
  if (!bytes) return new Response(writeAnswer({ ok: false, reason: 'too_large' }));
  decoder ??= makeDecoder(magick, ISOLATE_DECODER_BYTES);
  return new Response(writeAnswer(await decoder.render(bytes)));
}

async function cardAnswer(request: Request, isFree: boolean): Promise<Response> {
  const order = isFree ? await bodyOf(request, MAX_CARD_BYTES) : null;
  return new Response(order ? await answerCard(magick, order) : writeDrawn(null));
}

async function archiveAnswer(request: Request, isFree: boolean): Promise<Response> {
  const frame = isFree ? await bodyOf(request, ARCHIVE_ORDER_BYTES) : null;
  const { head, contents } = frame
    ? await answerOrder(sevenZip, frame, ISOLATE_ENGINE_BYTES)
    : refusedBy(isFree ? 'too_large' : 'busy');
  const pieces = [frameOf(head), ...contents].values();
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    }),
  );
}

async function textAnswer(request: Request, isFree: boolean): Promise<Response> {
  if (!isFree) return new Response(frameOf(TEXT_BUSY));
  const frame = await bodyOf(request, MAX_TEXT_ORDER_BYTES);
  return new Response(frameOf(frame ? await answerText(frame) : NO_TEXT));
}

const ANSWERS: ReadonlyMap<string, (request: Request, isFree: boolean) => Promise<Response>> = new Map([
  [ENGINE_PATH, archiveAnswer],
  [CARD_PATH, cardAnswer],
  [TEXT_PATH, textAnswer],
]);

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const { pathname } = new URL(request.url);
    const isArchive = pathname === ENGINE_PATH;
    const answer = ANSWERS.get(pathname) ?? pictureAnswer;
    const nowMs = systemClock.nowMs();
    for (const [id, { atMs }] of started) if (atMs < nowMs - COUNTED_MS) started.delete(id);
    const taken = [...started.values()].reduce((sum, { places }) => sum + places, 0);
    const places = isArchive ? AT_ONCE : 1;
    const isFree = taken + places <= AT_ONCE;
    const id = Symbol('request');
    if (isFree) started.set(id, { atMs: nowMs, places });
    try {
      return await answer(request, isFree);
    } finally {
      started.delete(id);
    }
  },
};
