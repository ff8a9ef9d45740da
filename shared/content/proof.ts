/**
 * Proof of possession for instant upload: which bytes are asked for, and the keyed digest that answers.
 * Pure; random numbers and HMAC are passed in. The same rule runs on the asking and the answering side.
 */
import { concatBytes, toHex, uint64Bytes } from './bytes.ts';
import type { Span } from './window.ts';

/** 8 places: spread over eight equal stretches, so that a copy with a missing stretch is caught. */
export const PROOF_SPANS = 8;
/** 64 KiB a place: half a MiB in all, one quick read on either side. */
export const PROOF_SPAN_BYTES = 64 * 1024;
/** Content up to this size is proved whole. */
export const PROOF_WHOLE_BYTES = PROOF_SPANS * PROOF_SPAN_BYTES;

const DOMAIN = 'magpie proof 1';
const PROOF_FORM = /^[0-9a-f]{64}$/;

/** HMAC-SHA-256 of the host. */
export type HmacPort = (
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array> | Uint8Array;

/**
 * The spans to prove, in order and never overlapping: one at a random place of each eighth, or all of small content.
 * @param randoms  PROOF_SPANS unpredictable numbers, 0 <= n < 1
 */
export function makeChallenge(sizeBytes: number, randoms: readonly number[]): Span[] {
  if (randoms.length !== PROOF_SPANS || randoms.some((random) => !(random >= 0 && random < 1))) {
    throw new RangeError(`a challenge takes ${PROOF_SPANS} numbers from 0 to below 1`);
  }
  if (sizeBytes <= PROOF_WHOLE_BYTES) return sizeBytes === 0 ? [] : [{ start: 0, end: sizeBytes }];
  return randoms.map((random, index) => {
    const stretchStart = Math.floor((sizeBytes * index) / PROOF_SPANS);
    const stretchEnd = Math.floor((sizeBytes * (index + 1)) / PROOF_SPANS);
    const places = stretchEnd - stretchStart - PROOF_SPAN_BYTES + 1;
    const start = stretchStart + Math.floor(random * places);
    return { start, end: start + PROOF_SPAN_BYTES };
  });
}

/**
 * The answer to a challenge: HMAC-SHA-256, keyed by the nonce, of (domain, size, then each span's place and bytes).
 * @param nonce  the server's, 16 to 64 bytes, good for one challenge
 * @param chunks  the bytes of each span, in the order of `spans`
 * @returns 64 lower-case hex digits
 * @throws RangeError when a chunk is not as long as its span
 */
export async function answerChallenge(
  nonce: Uint8Array<ArrayBuffer>,
  sizeBytes: number,
  spans: readonly Span[],
  chunks: readonly Uint8Array[],
  hmacSha256: HmacPort,
): Promise<string> {
  if (spans.length !== chunks.length) throw new RangeError('a challenge takes one chunk for each span');
  const message: Uint8Array[] = [new TextEncoder().encode(DOMAIN), uint64Bytes(sizeBytes)];
  for (const [index, span] of spans.entries()) {
    const chunk = chunks[index];
    if (chunk?.length !== span.end - span.start) throw new RangeError(`chunk ${index} does not fit its span`);
    message.push(uint64Bytes(span.start), uint64Bytes(chunk.length), chunk);
  }
  return toHex(await hmacSha256(nonce, concatBytes(message)));
}

/** Compares two answers in a time that tells nothing about where they differ. */
export function sameProof(expected: string, given: string): boolean {
  if (!PROOF_FORM.test(expected) || !PROOF_FORM.test(given)) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at += 1) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
