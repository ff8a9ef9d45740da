/**
 * The codec Worker as other modules see it: bytes of a picture in, two WebP images and facts out, over a service binding. The
 * frame of its answer is written and read here. Script of the Worker: worker/codec/.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MIB, SECOND_MS } from '#shared/units.ts';
import { type Clock, systemClock } from '../clock.ts';
import { makeTurns, type Turns } from './turns.ts';

/** Raised when the codec can decode more than before: contents that no earlier version could decode are tried again. */
export const CODEC_VERSION = 1;

/** Longest sides of the two images, pixels. */
export const IMAGE_SIDES = { small: 320, large: 1_024 } as const;

/** 32 MiB: the bytes are in memory twice, in the codec and in its decoder. */
export const MAX_PICTURE_BYTES = 32 * MIB;

/** MIME types of names whose contents are worth an attempt. The content decides. */
export const DECODED_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
];

/** `busy` passes, `late` may be true of the machine or of the content; the other reasons are true of the content. */
export type CodecRefusal = 'not_a_picture' | 'too_large' | 'broken' | 'busy' | 'late';

export interface PictureFacts {
  /** As it is shown, after orientation. */
  readonly width: number;
  readonly height: number;
  /** Four by three colours of three hex digits, row by row; '' for a picture with transparent parts. */
  readonly blur: string;
}

export interface RenderedPicture extends PictureFacts {
  readonly smallBytes: number;
  readonly largeBytes: number;
  /** The small image, then the large one. */
  readonly images: Uint8Array<ArrayBuffer>;
}

export type CodecAnswer =
  | { readonly ok: true; readonly picture: RenderedPicture }
  | { readonly ok: false; readonly reason: CodecRefusal };

export interface PictureCodec {
  /** @param body  exactly `sizeBytes`; it comes at the speed of our own machines, because the codec waits for it */
  render(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>, sizeBytes: number): Promise<CodecAnswer>;
  /** Whose picture is next. Every use of `render` is a turn. */
  readonly turns: Turns;
}

/** Turns of this isolate at a time. The codec takes one while the other reads its bytes. */
const AT_ONCE = 2;
/** Turns that wait; more get 503. */
const WAITING = 96;
/** 40 s: longer than reading, decoding and storing one picture may take. */
export const TURN_MS = 40 * SECOND_MS;
/** Longest wait for a turn, and between two looks whether it is due. */
export const TURN_WAIT_MS = 25 * SECOND_MS;
export const TURN_LOOK_MS = 50;

const HEAD_BYTES = 4;
const REASONS: readonly string[] = ['not_a_picture', 'too_large', 'broken', 'busy', 'late'] satisfies CodecRefusal[];

/** One frame: length of the facts, the facts as JSON, the images. */
export function writeAnswer(answer: CodecAnswer): Uint8Array<ArrayBuffer> {
  const images = answer.ok ? answer.picture.images : new Uint8Array(0);
  const facts = answer.ok ? { ...answer.picture, images: undefined } : { reason: answer.reason };
  const text = new TextEncoder().encode(JSON.stringify(facts));
  const frame = new Uint8Array(HEAD_BYTES + text.length + images.length);
  new DataView(frame.buffer).setUint32(0, text.length);
  frame.set(text, HEAD_BYTES);
  frame.set(images, HEAD_BYTES + text.length);
  return frame;
}

/** @throws Error for a frame that is none */
export function readAnswer(frame: Uint8Array<ArrayBuffer>): CodecAnswer {
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  const text = new TextDecoder().decode(frame.subarray(HEAD_BYTES, HEAD_BYTES + length));
  const facts = JSON.parse(text) as RenderedPicture & { reason?: string };
  if (facts.reason !== undefined) {
    if (!REASONS.includes(facts.reason)) throw new Error('the codec gave no reason that is known');
    return { ok: false, reason: facts.reason as CodecRefusal };
  }
  const images = frame.slice(HEAD_BYTES + length);
  if (images.length !== facts.smallBytes + facts.largeBytes) throw new Error('an answer of the codec is cut off');
  return { ok: true, picture: { ...facts, images } };
}

/** @param binding  the codec Worker, or the process that takes its place on one machine */
export function makePictureCodec(binding: Pick<Fetcher, 'fetch'>, clock: Clock = systemClock): PictureCodec {
  return {
    turns: makeTurns({
      clock,
      sleep: delay,
      atOnce: AT_ONCE,
      waiting: WAITING,
      turnMs: TURN_MS,
      waitMs: TURN_WAIT_MS,
      pollMs: TURN_LOOK_MS,
    }),
    async render(body, sizeBytes) {
      const answer = await binding.fetch('http://codec/', {
        method: 'POST',
        body,
        headers: { 'content-length': String(sizeBytes), 'content-type': 'application/octet-stream' },
      });
      if (!answer.ok) throw new Error(`the codec answered ${answer.status}`);
      return readAnswer(new Uint8Array(await answer.arrayBuffer()));
    },
  };
}
