/**
 * The content key: what decides that two pieces of content are the same bytes.
 * Pure; the SHA-256 of the host is passed in, so browser, Node and workerd share this one rule.
 */
import { concatBytes, type DigestPort, toHex, uint64Bytes } from './bytes.ts';
import { windowCount } from './window.ts';

/** Said before the hashed fields, so that no other SHA-256 of this product can equal a content key. */
const DOMAIN = 'magpie content 1';
const SHA256_BYTES = 32;
const CONTENT_KEY_FORM = /^1-[0-9a-f]{64}$/;

/**
 * Folds window digests into the content key: `1-` and SHA-256 of (domain, size as uint64, digests in order).
 * @param windowDigests  raw SHA-256 of each window in order; none for empty content
 * @param sizeBytes  size of the whole content; it is hashed too
 * @returns `1-<64 lower-case hex>`
 * @throws RangeError when number or length of the digests does not fit the size
 * @source architecture.md section 4, "Content is addressed by a hash"
 */
export async function contentKey(
  windowDigests: readonly Uint8Array[],
  sizeBytes: number,
  sha256: DigestPort,
): Promise<string> {
  if (windowDigests.length !== windowCount(sizeBytes)) {
    throw new RangeError(`${sizeBytes} bytes have ${windowCount(sizeBytes)} windows, got ${windowDigests.length}`);
  }
  if (windowDigests.some((digest) => digest.length !== SHA256_BYTES)) {
    throw new RangeError('a window digest is not 32 bytes');
  }
  const head = [new TextEncoder().encode(DOMAIN), uint64Bytes(sizeBytes)];
  return `1-${toHex(await sha256(concatBytes([...head, ...windowDigests])))}`;
}

/** Whether `text` has the form of a content key. */
export function isContentKey(text: string): boolean {
  return CONTENT_KEY_FORM.test(text);
}
