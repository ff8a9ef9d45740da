/** The charset of a text that a browser shows: of its first bytes, because a browser does not find UTF-8 by itself. */
import { detectEncoding } from '#shared/content/encoding/detect.ts';
import { isDosPage } from '#shared/content/encoding/dos-pages.ts';
import { KIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import type { OpenContent } from './claims.ts';

const LOOK_BYTES = 16 * KIB;

/** @returns a label of the Encoding Standard; '' where a browser has none for it. @throws BlobMissing */
export async function charsetOf(
  blobs: BlobStore,
  content: Pick<OpenContent, 'manifest' | 'sizeBytes'>,
): Promise<string> {
  const bytes = new Uint8Array(Math.min(LOOK_BYTES, content.sizeBytes));
  let at = 0;
  await readSpan(blobs, content.manifest, 0, bytes.length, (bite) => {
    bytes.set(bite, at);
    at += bite.length;
  });
  // The last character may be cut.
  const end = bytes.length < content.sizeBytes ? bytes.findLastIndex((byte) => byte < 128) : -1;
  const encoding = detectEncoding(end > 0 ? bytes.subarray(0, end + 1) : bytes, {});
  return isDosPage(encoding) ? '' : encoding;
}
