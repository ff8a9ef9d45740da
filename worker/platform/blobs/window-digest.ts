/**
 * Digests of the windows of a content: SHA-256, CRC-32 and the SHA-1 of each gcid block. Runs in the Worker, and on one machine
 * beside its files. Native digests over 256 KiB bites: about 600 MB/s for all three.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { gcidBlockBytes } from '#shared/content/gcid.ts';
import { WINDOW_BYTES, windowCount, windowRange } from '#shared/content/window.ts';

/** One digested window, as it travels and is kept. */
export interface WindowDigest {
  readonly window: number;
  /** Hex of the SHA-256 of the window. */
  readonly sha256: string;
  readonly crc32: number;
  /** Hex of the SHA-1 digests of its gcid blocks behind each other. */
  readonly gcidBlocks: string;
}

/** Where the bytes of an object are expected in a content. */
export interface PartPlace {
  readonly offset: number;
  /** Size of the whole content. */
  readonly totalBytes: number;
}

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

export function makePartDigester({ offset, totalBytes }: PartPlace, partBytes: number): PartDigester {
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
