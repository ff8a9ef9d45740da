/**
 * A keyed digest of stretches of a file. It shows whether a file that is chosen again is the one of an unfinished upload.
 * Pure; HMAC is passed in.
 */
import { concatBytes, toHex, uint64Bytes } from './bytes.ts';
import type { Span } from './window.ts';

const DOMAIN = 'magpie proof 1';

/** HMAC-SHA-256 of the host. */
export type HmacPort = (
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array> | Uint8Array;

/**
 * HMAC-SHA-256, keyed by the nonce, of (domain, size, then each span's place and bytes).
 * @param nonce  the key
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
