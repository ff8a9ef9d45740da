/**
 * Digests that senders give with a body, computed while the bytes pass. All but CRC-32C and CRC-64 are native; those two
 * cost below 1 ms a MiB.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { crc32c } from '#shared/content/crc32.ts';
import { type Crc64, crc64Bytes, crc64nvme, EMPTY_CRC64 } from '#shared/content/crc64.ts';

/** Each with the bytes of its value. */
export const DIGEST_BYTES = { md5: 16, sha1: 20, sha256: 32, crc32: 4, crc32c: 4, crc64nvme: 8 } as const;

export type DigestAlgorithm = keyof typeof DIGEST_BYTES;

/** A digest that the sender gave. */
export interface DigestClaim {
  readonly algorithm: DigestAlgorithm;
  /** Base64; asked for after the last byte, because trailers come then. Null: the sender announced it and sent none. */
  readonly expected: () => string | null;
}

interface Digester {
  add(bytes: Uint8Array): void;
  end(): Buffer;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function rolling(update: (bytes: Uint8Array, before: number) => number): Digester {
  let value = 0;
  return {
    add(bytes) {
      value = update(bytes, value);
    },
    end: () => uint32(value >>> 0),
  };
}

function makeDigester(algorithm: DigestAlgorithm): Digester {
  if (algorithm === 'crc32') return rolling(crc32);
  if (algorithm === 'crc32c') return rolling(crc32c);
  if (algorithm === 'crc64nvme') {
    let value: Crc64 = EMPTY_CRC64;
    return {
      add(bytes) {
        value = crc64nvme(bytes, value);
      },
      end: () => Buffer.from(crc64Bytes(value)),
    };
  }
  const hash = createHash(algorithm);
  return { add: (bytes) => void hash.update(bytes), end: () => hash.digest() };
}

/** The digests of the bytes, base64 of each that was claimed. */
export type Digests = ReadonlyMap<DigestAlgorithm, string>;

/** Computes several digests of one body; bytes are handed in, in order. */
export function makeDigests(algorithms: Iterable<DigestAlgorithm>): {
  add(bytes: Uint8Array): void;
  end(): Digests;
} {
  const digesters = [...new Set(algorithms)].map((algorithm) => ({ algorithm, digester: makeDigester(algorithm) }));
  return {
    add(bytes) {
      for (const { digester } of digesters) digester.add(bytes);
    },
    end: () => new Map(digesters.map(({ algorithm, digester }) => [algorithm, digester.end().toString('base64')])),
  };
}

export interface ClaimCheck {
  add(bytes: Uint8Array): void;
  /** @returns null when a digest is another than claimed, or did not come */
  end(): Digests | null;
}

/** Checks the claims about one body; bytes are handed in, in order. */
export function checkClaims(claims: readonly DigestClaim[]): ClaimCheck {
  const digests = makeDigests(claims.map(({ algorithm }) => algorithm));
  return {
    add: digests.add,
    end() {
      const found = digests.end();
      return agrees(claims, found) ? found : null;
    },
  };
}

/** Whether every claim names the digest that was computed. */
export function agrees(claims: readonly DigestClaim[], found: Digests): boolean {
  return claims.every(({ algorithm, expected }) => found.get(algorithm) === expected());
}
