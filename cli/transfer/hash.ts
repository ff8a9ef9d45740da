/** Digests of files by Node: the fingerprint that the server computes too, and the label of bytes as they come. */
import { createHash } from 'node:crypto';
import type { HashEngine } from '#client/transfer/hash/digests.ts';
import { fingerprintOf } from '#client/transfer/hash/hash-content.ts';
import type { Hasher } from '#client/transfer/hash/hasher.ts';
import type { DigestStream } from '#shared/content/bytes.ts';
import { gcidBlockBytes, gcidText } from '#shared/content/gcid.ts';

function streamOf(name: 'sha1' | 'sha256'): Promise<DigestStream> {
  const hash = createHash(name);
  return Promise.resolve({ update: (bytes) => void hash.update(bytes), digest: () => hash.digest() });
}

const digest = async (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest(name, bytes));

/** Pieces of files go through WebCrypto, which runs beside the event loop. */
const ENGINE: HashEngine = {
  sha1: (bytes) => digest('SHA-1', bytes),
  sha256: (bytes) => digest('SHA-256', bytes),
  hmacSha256: () => Promise.reject(new Error('no proof is asked of this program')),
  sha1Stream: () => streamOf('sha1'),
  sha256Stream: () => streamOf('sha256'),
};

export const nodeHasher: Pick<Hasher, 'fingerprint'> = {
  async fingerprint(content, onHashed, signal) {
    const found = await fingerprintOf(content, ENGINE, { isStopped: () => signal.aborted, onHashed });
    signal.throwIfAborted();
    if (!found) throw new Error('hashing has stopped');
    return found;
  },
};

/** The gcid of bytes that come piece by piece. */
export interface LabelStream {
  update(bytes: Uint8Array): void;
  /** 40 upper-case hex digits. */
  end(): string;
}

/** @param sizeBytes  of the whole content: it decides the size of the blocks */
export function makeLabelStream(sizeBytes: number): LabelStream {
  const blockBytes = gcidBlockBytes(sizeBytes);
  const whole = createHash('sha1');
  let [block, left] = [createHash('sha1'), blockBytes];
  let isOpen = false;
  return {
    update(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + left);
        block.update(piece);
        isOpen = true;
        at += piece.length;
        left -= piece.length;
        if (left > 0) continue;
        whole.update(block.digest());
        [block, left, isOpen] = [createHash('sha1'), blockBytes, false];
      }
    },
    end() {
      if (isOpen) whole.update(block.digest());
      return gcidText(whole.digest());
    },
  };
}
