/**
 * Hashes a file in one pass, slice by slice, and answers proof challenges. The digests are passed in; the rules are in
 * shared/content.
 */
import type { DigestPort } from '#shared/content/bytes.ts';
import { foldContentKey } from '#shared/content/content-key.ts';
import { gcidBlockBytes, gcidText } from '#shared/content/gcid.ts';
import { answerChallenge } from '#shared/content/proof.ts';
import { WINDOW_BYTES } from '#shared/content/window.ts';
import type { HashEngine } from './digests.ts';
import type { Fingerprint, ProofChallenge } from './messages.ts';

/**
 * Two windows: a file is read at 0.6 to 0.9 GB/s in slices of 16 MiB, at half of that in slices of 4 MiB. One more is
 * read while one is hashed, so 32 MiB of a file are held.
 */
const SLICE_BYTES = 2 * WINDOW_BYTES;

export interface HashWatch {
  /** Asked before every slice. */
  readonly isStopped: () => boolean;
  readonly onHashed: (bytes: number) => void;
}

async function read(content: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await content.slice(start, end).arrayBuffer());
}

/** The digests of all pieces at once: the browser's cryptography runs them on several threads. */
function digestsOf(bytes: Uint8Array<ArrayBuffer>, pieceBytes: number, digest: DigestPort): Promise<Uint8Array[]> {
  const count = Math.ceil(bytes.length / pieceBytes);
  const digesting = async (_: unknown, index: number) =>
    digest(bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes));
  return Promise.all(Array.from({ length: count }, digesting));
}

/**
 * Content key and gcid.
 * @returns null when stopped
 * @throws DOMException NotReadableError when the file was changed or deleted
 */
export async function fingerprintOf(content: Blob, engine: HashEngine, watch: HashWatch): Promise<Fingerprint | null> {
  const sizeBytes = content.size;
  const blockBytes = gcidBlockBytes(sizeBytes);
  const [key, label] = await Promise.all([engine.sha256Stream(), engine.sha1Stream()]);
  const windows = foldContentKey(sizeBytes, key);
  const readFrom = (start: number) => {
    const reading = read(content, start, start + SLICE_BYTES);
    // A slice read ahead may never be awaited: its failure must not be unhandled.
    reading.catch(() => undefined);
    return reading;
  };
  let next = readFrom(0);
  for (let start = 0; start < sizeBytes; start += SLICE_BYTES) {
    if (watch.isStopped()) return null;
    const bytes = await next;
    const end = start + bytes.length;
    if (end < sizeBytes) next = readFrom(end);
    const [ofWindows, ofBlocks] = await Promise.all([
      digestsOf(bytes, WINDOW_BYTES, engine.sha256),
      digestsOf(bytes, blockBytes, engine.sha1),
    ]);
    for (const digest of ofWindows) windows.add(digest);
    for (const digest of ofBlocks) label.update(digest);
    watch.onHashed(end);
  }
  if (watch.isStopped()) return null;
  return {
    contentKey: await windows.end(),
    gcid: gcidText(await label.digest()),
  };
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * The keyed digest of the requested ranges.
 * @throws RangeError for a range outside the content
 */
export async function proofOf(content: Blob, challenge: ProofChallenge, engine: HashEngine): Promise<string> {
  const spans = challenge.ranges.map(({ start, length }) => ({ start, end: start + length }));
  const chunks = await Promise.all(spans.map(({ start, end }) => read(content, start, end)));
  return answerChallenge(bytesOfHex(challenge.nonce), content.size, spans, chunks, engine.hmacSha256);
}
