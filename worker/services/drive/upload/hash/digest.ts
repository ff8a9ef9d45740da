/**
 * Folding the digests of the windows of a blob into its content key, gcid and checksum. Runs in stateless workers only.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { contentKeyOfWindows } from '#shared/content/content-key.ts';
import { crc32Combine } from '#shared/content/crc32.ts';
import type { BlobManifest } from '#shared/content/manifest.ts';
import { windowRange } from '#shared/content/window.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import { makeWindowDigester, type WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import type { HashedContent } from '../../blobs/blob-data.ts';

/** Reads one window once and digests it three ways. @throws BlobMissing */
export async function digestWindow(blobs: BlobStore, manifest: BlobManifest, window: number): Promise<WindowDigest> {
  const { start, end } = windowRange(window, manifest.size);
  const digester = makeWindowDigester(window, manifest.size);
  await readSpan(blobs, manifest, start, end, (bite) => digester.add(bite));
  return digester.end();
}

/** Content key of one object of the store, one window at most; null when there is none. @throws BlobMissing when it is not read whole */
export async function contentKeyOf(blobs: BlobStore, objectKey: string): Promise<string | null> {
  const size = await blobs.size(objectKey);
  if (size === null) return null;
  const digest = await digestWindow(blobs, { v: 1, size, parts: [{ key: objectKey, size }] }, 0);
  return (await foldDigests(size, [digest])).contentKey;
}

/** Folds the digests of all windows, given in order. */
export async function foldDigests(
  sizeBytes: number,
  digests: AsyncIterable<WindowDigest> | Iterable<WindowDigest>,
): Promise<HashedContent> {
  const windows: Uint8Array[] = [];
  const blocks = createHash('sha1');
  let checksum = 0;
  for await (const digest of digests) {
    windows.push(Buffer.from(digest.sha256, 'hex'));
    blocks.update(Buffer.from(digest.gcidBlocks, 'hex'));
    const { start, end } = windowRange(digest.window, sizeBytes);
    checksum = crc32Combine(checksum, digest.crc32, end - start);
  }
  const key = await contentKeyOfWindows(windows, sizeBytes, (bytes) => createHash('sha256').update(bytes).digest());
  return { contentKey: key, sizeBytes, gcid: blocks.digest('hex').toUpperCase(), crc32: checksum };
}
