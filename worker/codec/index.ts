/** The codec Worker: a script of its own, because the decoders are half as large as a script may be. It holds no state and no secret. */
import wasm from '@imagemagick/magick-wasm/magick.wasm';
import { MAX_PICTURE_BYTES, writeAnswer } from '#worker/platform/pictures/codec.ts';
import { makeTurns } from '#worker/platform/pictures/turns.ts';
import { type Decoder, makeDecoder } from './decode.ts';
import { ISOLATE_DECODER_BYTES } from './limits.ts';

/** Pictures that wait for their turn in one isolate; each holds its bytes. */
const MAX_WAITING = 2;

const turns = makeTurns({ atOnce: 1, waiting: MAX_WAITING });
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
    const answer = await turns.take(() => answerTo(request));
    return new Response(writeAnswer(answer ?? { ok: false, reason: 'busy' }));
  },
};
