/** The codec Worker: a script of its own, because the decoders are half as large as a script may be. It holds no state and no secret. */
import wasm from '@imagemagick/magick-wasm/magick.wasm';
import { systemClock } from '#worker/platform/clock.ts';
import { MAX_PICTURE_BYTES, writeAnswer } from '#worker/platform/pictures/codec.ts';
import { type Decoder, makeDecoder } from './decode.ts';
import { ISOLATE_DECODER_BYTES } from './limits.ts';

/** Requests of one isolate that hold a picture at a time; the decode itself is one step, so there is never more than one. */
const AT_ONCE = 2;
/** 30 s after its start a request counts no more: the platform says nothing when it cancels one. */
const COUNTED_MS = 30_000;

const started = new Map<symbol, number>();
let decoder: Decoder | undefined;

async function answerTo(request: Request) {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_PICTURE_BYTES)
    return { ok: false, reason: 'too_large' } as const;
  decoder ??= makeDecoder(wasm, ISOLATE_DECODER_BYTES);
  return decoder.render(new Uint8Array(await request.arrayBuffer()));
}

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const nowMs = systemClock.nowMs();
    for (const [id, atMs] of started) if (atMs < nowMs - COUNTED_MS) started.delete(id);
    if (started.size >= AT_ONCE) return new Response(writeAnswer({ ok: false, reason: 'busy' }));
    const id = Symbol('request');
    started.set(id, nowMs);
    try {
      return new Response(writeAnswer(await answerTo(request)));
    } finally {
      started.delete(id);
    }
  },
};
