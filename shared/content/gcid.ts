/**
 * gcid: the hash label of the wire contract, SHA-1 over the SHA-1 of blocks. Pure; the host's SHA-1 is passed in.
 * It collides on demand, so it names content on the wire and never decides whose bytes anybody gets.
 */
import { concatBytes, type DigestPort, toHex } from './bytes.ts';

const SMALLEST_BLOCK_BYTES = 256 * 1024;
const LARGEST_BLOCK_BYTES = 2 * 1024 * 1024;
/** The block doubles while the content has more blocks than this. */
const BLOCKS_WANTED = 512;
const GCID_FORM = /^[0-9a-f]{40}$/i;

/**
 * Block size for content of `sizeBytes`: 256 KiB up to 128 MiB, 512 KiB up to 256 MiB, 1 MiB up to 512 MiB, then 2 MiB.
 * @source wire-contract.md section 4
 */
export function gcidBlockBytes(sizeBytes: number): number {
  let blockBytes = SMALLEST_BLOCK_BYTES;
  while (sizeBytes / blockBytes > BLOCKS_WANTED && blockBytes < LARGEST_BLOCK_BYTES) blockBytes *= 2;
  return blockBytes;
}

/** How many blocks the gcid of `sizeBytes` is made of; 0 for empty content. */
export function gcidBlockCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / gcidBlockBytes(sizeBytes));
}

/**
 * Combines block digests into the gcid.
 * @param blockDigests  raw 20-byte SHA-1 of each block in order; none for empty content
 * @returns 40 upper-case hex digits
 */
export async function gcid(blockDigests: readonly Uint8Array[], sha1: DigestPort): Promise<string> {
  return gcidText(await sha1(concatBytes(blockDigests)));
}

/** @param digest  SHA-1 over the block digests in order. @returns 40 upper-case hex digits */
export function gcidText(digest: Uint8Array): string {
  return toHex(digest).toUpperCase();
}

/** Whether `text` has the form of a gcid; clients write either case. */
export function isGcid(text: string): boolean {
  return GCID_FORM.test(text);
}
