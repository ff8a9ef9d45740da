/**
 * The content key: what decides that two pieces of content are the same bytes.
 * Pure; the SHA-256 of the host is passed in, so browser, Node and workerd share this one rule.
 */
import { collectedDigest, type DigestPort, type DigestStream, toHex, uint64Bytes } from './bytes.ts';
import { windowCount } from './window.ts';

/** Said before the hashed fields, so that no other SHA-256 of this product can equal a content key. */
const DOMAIN = 'magpie content 1';
const SHA256_BYTES = 32;
const CONTENT_KEY_FORM = /^1-[0-9a-f]{64}$/;

/** Takes the window digests of one content in order, as they come. */
export interface ContentKeyFold {
  /** @param windowDigest  raw SHA-256 of the next window. @throws RangeError when it is not 32 bytes */
  add(windowDigest: Uint8Array): void;
  /** @returns `1-<64 lower-case hex>`. @throws RangeError when the number of digests does not fit the size */
  end(): Promise<string>;
}

/**
 * Folds window digests into the content key: `1-` and SHA-256 of (domain, size as uint64, digests in order).
 * @param sizeBytes  size of the whole content; it is hashed too
 * @param sha256  a fresh SHA-256
 * @source architecture.md section 4, "Content is addressed by a hash"
 */
export function foldContentKey(sizeBytes: number, sha256: DigestStream): ContentKeyFold {
  let added = 0;
  sha256.update(new TextEncoder().encode(DOMAIN));
  sha256.update(uint64Bytes(sizeBytes));
  return {
    add(windowDigest) {
      if (windowDigest.length !== SHA256_BYTES) throw new RangeError('a window digest is not 32 bytes');
      added += 1;
      sha256.update(windowDigest);
    },
    async end() {
      if (added !== windowCount(sizeBytes))
        throw new RangeError(`${sizeBytes} bytes have ${windowCount(sizeBytes)} windows, got ${added}`);
      return `1-${toHex(await sha256.digest())}`;
    },
  };
}

/**
 * The same with all digests at hand.
 * @param windowDigests  raw SHA-256 of each window in order; none for empty content
 * @throws RangeError when number or length of the digests does not fit the size
 */
export async function contentKeyOfWindows(
  windowDigests: readonly Uint8Array[],
  sizeBytes: number,
  sha256: DigestPort,
): Promise<string> {
  const fold = foldContentKey(sizeBytes, collectedDigest(sha256));
  for (const digest of windowDigests) fold.add(digest);
  return fold.end();
}

/** Whether `text` has the form of a content key. */
export function isContentKey(text: string): boolean {
  return CONTENT_KEY_FORM.test(text);
}
