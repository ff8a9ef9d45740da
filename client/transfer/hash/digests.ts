/**
 * The digests that hashing needs. Bytes of files go through the browser's own cryptography, which runs on several threads;
 * the digests of their windows and blocks are hashed one by one as they come, by hash-wasm, because the browser's
 * cryptography takes only whole messages. Loaded by the hash worker alone: the page's policy allows no WebAssembly.
 */
import { createSHA1, createSHA256 } from 'hash-wasm';
import { collectedDigest, type DigestPort, type DigestStream } from '#shared/content/bytes.ts';
import type { HmacPort } from '#shared/content/proof.ts';

export interface HashEngine {
  readonly sha1: DigestPort;
  readonly sha256: DigestPort;
  readonly hmacSha256: HmacPort;
  /** A fresh digest that takes its bytes piece by piece. */
  readonly sha1Stream: () => Promise<DigestStream>;
  readonly sha256Stream: () => Promise<DigestStream>;
}

/** @param make  of hash-wasm. @param whole  used where the browser runs no WebAssembly: the pieces are held until the end */
async function streamOf(make: typeof createSHA256, whole: DigestPort): Promise<DigestStream> {
  try {
    const hasher = (await make()).init();
    return { update: (bytes) => void hasher.update(bytes), digest: () => hasher.digest('binary') };
  } catch {
    // Some browsers forbid WebAssembly (lockdown modes): a file is hashed all the same.
    return collectedDigest(whole);
  }
}

/** @param makers  of hash-wasm; tests put others in */
export function makeHashEngine(
  subtle: SubtleCrypto,
  makers: { readonly sha1: typeof createSHA1; readonly sha256: typeof createSHA256 } = {
    sha1: createSHA1,
    sha256: createSHA256,
  },
): HashEngine {
  const digest = async (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await subtle.digest(name, bytes));
  const sha1: DigestPort = (bytes) => digest('SHA-1', bytes);
  const sha256: DigestPort = (bytes) => digest('SHA-256', bytes);
  return {
    sha1,
    sha256,
    async hmacSha256(key, message) {
      const signer = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return new Uint8Array(await subtle.sign('HMAC', signer, message));
    },
    sha1Stream: () => streamOf(makers.sha1, sha1),
    sha256Stream: () => streamOf(makers.sha256, sha256),
  };
}
