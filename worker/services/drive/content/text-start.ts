/** The first bytes of a text, for decisions and views that need not read all of it. */
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import type { OpenContent } from './claims.ts';

/** @returns at most `maxBytes`, up to the last ASCII character where the text goes on: a character may be cut @throws BlobMissing */
export async function textStart(
  blobs: BlobStore,
  { manifest, sizeBytes }: Pick<OpenContent, 'manifest' | 'sizeBytes'>,
  maxBytes: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(maxBytes, sizeBytes));
  let at = 0;
  await readSpan(blobs, manifest, 0, bytes.length, (bite) => {
    bytes.set(bite, at);
    at += bite.length;
  });
  const end = bytes.length < sizeBytes ? bytes.findLastIndex((byte) => byte < 128) : -1;
  return end > 0 ? bytes.subarray(0, end + 1) : bytes;
}
