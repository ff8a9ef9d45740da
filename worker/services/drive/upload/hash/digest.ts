/**
 * Digesting the windows of a blob and folding the digests into its content key, gcid and checksum. Runs in stateless
 * workers only. Native SHA and CRC over 256 KiB bites: about 600 MB/s for all three.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { contentKeyOfWindows } from '#shared/content/content-key.ts';
import { crc32Combine } from '#shared/content/crc32.ts';
import { gcidBlockBytes } from '#shared/content/gcid.ts';
import type { BlobManifest } from '#shared/content/manifest.ts';
import { WINDOW_BYTES, windowCount, windowRange } from '#shared/content/window.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import type { HashedContent } from '../../blobs/blob-data.ts';
import type { WindowDigest } from './store.ts';

/** Digests of one window whose bytes are handed in, in order. */
export interface WindowDigester {
  add(bite: Uint8Array): void;
  end(): WindowDigest;
}

/** @param sizeBytes  of the whole content, which decides the size of a gcid block */
export function makeWindowDigester(window: number, sizeBytes: number): WindowDigester {
  const blockBytes = gcidBlockBytes(sizeBytes);
  const sha256 = createHash('sha256');
  let block = createHash('sha1');
  let blockLeft = blockBytes;
  let gcidBlocks = '';
  let checksum = 0;
  return {
    // A window is a whole number of blocks, so its first block starts with it.
    add(bite) {
      sha256.update(bite);
      checksum = crc32(bite, checksum);
      for (let at = 0; at < bite.length; ) {
        const piece = bite.subarray(at, at + blockLeft);
        block.update(piece);
        at += piece.length;
        blockLeft -= piece.length;
        if (blockLeft > 0) continue;
        gcidBlocks += block.digest('hex');
        block = createHash('sha1');
        blockLeft = blockBytes;
      }
    },
    end() {
      if (blockLeft < blockBytes) gcidBlocks += block.digest('hex');
      return { window, sha256: sha256.digest('hex'), crc32: checksum >>> 0, gcidBlocks };
    },
  };
}

/** Digests of the windows that lie within one part whose bytes are handed in, in order. */
export interface PartDigester {
  /** Windows that it digests. */
  readonly windows: number;
  /** The part is one window: the digest of the window is that of the part. */
  readonly isWindow: boolean;
  add(bite: Uint8Array): void;
  end(): WindowDigest[];
}

/**
 * @param offset  of the part in the content
 * @param totalBytes  size of the whole content
 */
export function makePartDigester(offset: number, partBytes: number, totalBytes: number): PartDigester {
  const end = offset + partBytes;
  const first = Math.ceil(offset / WINDOW_BYTES);
  // A part that is expected past the end is elsewhere.
  const until = end > totalBytes ? 0 : end === totalBytes ? windowCount(totalBytes) : Math.floor(end / WINDOW_BYTES);
  const last = Math.max(first, until);
  const digests: WindowDigest[] = [];
  let position = offset;
  let current: WindowDigester | null = null;
  return {
    windows: last - first,
    isWindow: last - first === 1 && offset === first * WINDOW_BYTES && end === windowRange(first, totalBytes).end,
    add(bite) {
      for (let at = 0; at < bite.length; ) {
        const window = Math.floor(position / WINDOW_BYTES);
        const untilWindowEnd = Math.min((window + 1) * WINDOW_BYTES, end) - position;
        const piece = bite.subarray(at, at + untilWindowEnd);
        if (window >= first && window < last) {
          current ??= makeWindowDigester(window, totalBytes);
          current.add(piece);
        }
        at += piece.length;
        position += piece.length;
        if (piece.length < untilWindowEnd || !current) continue;
        digests.push(current.end());
        current = null;
      }
    },
    end: () => digests,
  };
}

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
