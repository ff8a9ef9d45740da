/**
 * Byte arithmetic of content hashing: joining, hex and big-endian numbers. No hashing itself.
 */

/** A digest function of the host: WebCrypto, node:crypto or WebAssembly. */
export type DigestPort = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array;

/** Joins byte runs into one fresh array. */
export function concatBytes(runs: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let lengthBytes = 0;
  for (const run of runs) lengthBytes += run.length;
  const joined = new Uint8Array(lengthBytes);
  let offset = 0;
  for (const run of runs) {
    joined.set(run, offset);
    offset += run.length;
  }
  return joined;
}

/** Lower-case hex, two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** A whole number from 0 to 2^53 - 1 as eight bytes, most significant first. */
export function uint64Bytes(value: number): Uint8Array<ArrayBuffer> {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('not a whole number from 0 to 2^53 - 1');
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(value / 2 ** 32));
  view.setUint32(4, value % 2 ** 32);
  return bytes;
}

/** A digest that takes its bytes piece by piece. */
export interface DigestStream {
  update(bytes: Uint8Array): void;
  digest(): Promise<Uint8Array> | Uint8Array;
}

/** A digest stream over a digest of whole texts: the pieces are held until the end. */
export function collectedDigest(digest: DigestPort): DigestStream {
  const pieces: Uint8Array[] = [];
  return {
    update: (bytes) => void pieces.push(bytes),
    digest: () => digest(concatBytes(pieces)),
  };
}
