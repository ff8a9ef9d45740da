/** The charset of a text that a browser shows: of its first bytes, because a browser does not find UTF-8 by itself. */
import { detectEncoding } from '#shared/content/encoding/detect.ts';
import { isDosPage } from '#shared/content/encoding/dos-pages.ts';
import { KIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import type { OpenContent } from './claims.ts';
import { textStart } from './text-start.ts';

const LOOK_BYTES = 16 * KIB;

/** @returns a label of the Encoding Standard; '' where a browser has none for it. @throws BlobMissing */
export async function charsetOf(
  blobs: BlobStore,
  content: Pick<OpenContent, 'manifest' | 'sizeBytes'>,
): Promise<string> {
  const encoding = detectEncoding(await textStart(blobs, content, LOOK_BYTES), {});
  return isDosPage(encoding) ? '' : encoding;
}
