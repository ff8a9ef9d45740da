/**
 * The digests that hashing needs, from the browser's own cryptography or, where a page has none (plain HTTP on a name
 * other than localhost), from WebAssembly. Loaded by the hash worker alone: the page's policy allows no WebAssembly.
 */
import { createHMAC, createSHA1, createSHA256 } from 'hash-wasm';
import type { DigestPort } from '#shared/content/bytes.ts';
import type { HmacPort } from '#shared/content/proof.ts';

export interface HashEngine {
  readonly sha1: DigestPort;
  readonly sha256: DigestPort;
  readonly hmacSha256: HmacPort;
}

/** Digests run beside the worker's own thread, several at once. */
export function webCryptoEngine(subtle: SubtleCrypto): HashEngine {
  const digest = async (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await subtle.digest(name, bytes));
  return {
    sha1: (bytes) => digest('SHA-1', bytes),
    sha256: (bytes) => digest('SHA-256', bytes),
    async hmacSha256(key, message) {
      const signer = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return new Uint8Array(await subtle.sign('HMAC', signer, message));
    },
  };
}

/** Two to four times slower, and blocks the thread it runs on. */
export async function wasmEngine(): Promise<HashEngine> {
  const [sha1, sha256] = await Promise.all([createSHA1(), createSHA256()]);
  return {
    sha1: (bytes) => sha1.init().update(bytes).digest('binary'),
    sha256: (bytes) => sha256.init().update(bytes).digest('binary'),
    hmacSha256: async (key, message) => (await createHMAC(createSHA256(), key)).init().update(message).digest('binary'),
  };
}

/** @param subtle  absent outside a secure context, whatever its type says */
export function chooseEngine(subtle: SubtleCrypto | undefined): Promise<HashEngine> {
  return subtle === undefined ? wasmEngine() : Promise.resolve(webCryptoEngine(subtle));
}
