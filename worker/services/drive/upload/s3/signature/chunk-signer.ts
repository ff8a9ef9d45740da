/** Signatures of the chunks of a body: each signs its bytes and the signature before it. No I/O. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { equalBytes } from '#worker/platform/crypto.ts';
import { hmac, sha256Hex } from './request.ts';

export interface ChunkSigner {
  readonly key: Buffer;
  readonly dateTime: string;
  readonly scope: string;
  /** Hex: the signature of the request, which the first chunk follows. */
  readonly seed: string;
  /** The trailers are signed too. */
  readonly hasTrailer: boolean;
}

export interface ChunkCheck {
  /** Bytes of the chunk that is coming in. */
  add(bytes: Uint8Array): void;
  /** The chunk has ended. @returns whether this is its signature */
  endChunk(signature: string): boolean;
  /** @param lines  `name:value` each with a line feed, in the order in which they came */
  endTrailer(lines: string, signature: string): boolean;
}

const SIGNATURE = /^[0-9a-f]{64}$/;

export function makeChunkCheck({ key, dateTime, scope, seed }: ChunkSigner): ChunkCheck {
  let before = seed;
  let hash = createHash('sha256');

  function follows(kind: string, digests: readonly string[], signature: string): boolean {
    const text = [`AWS4-HMAC-SHA256-${kind}`, dateTime, scope, before, ...digests].join('\n');
    before = signature;
    return SIGNATURE.test(signature) && equalBytes(Buffer.from(signature, 'hex'), hmac('sha256', key, text));
  }

  return {
    add: (bytes) => void hash.update(bytes),
    endChunk(signature) {
      const digest = hash.digest('hex');
      hash = createHash('sha256');
      return follows('PAYLOAD', [sha256Hex(''), digest], signature);
    },
    endTrailer: (lines, signature) => follows('TRAILER', [sha256Hex(lines)], signature),
  };
}
