/**
 * Tar archives read as a stream: ustar with prefixes, pax records and long names of GNU. One pass, one block at a time.
 * @source POSIX.1-2017, pax; GNU tar manual, "Basic Tar Format"
 */
import { MIB } from '#shared/units.ts';
import { ArchiveFailed } from '../failed.ts';
import type { ArchiveEntry, WalkedEntry } from './archive.ts';

const BLOCK_BYTES = 512;
/** Records of pax and long names. */
const MAX_RECORD_BYTES = MIB;
const decoder = new TextDecoder();

/** Bytes of a stream, so many at a time. */
class BlockReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** A piece of at most `length` bytes; null at the end. */
  async some(length: number): Promise<Uint8Array | null> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#held = value;
    }
    const piece = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(piece.length);
    return piece;
  }

  /** Exactly so many bytes; null when the stream has ended before the first. @throws ArchiveFailed damaged */
  async exactly(length: number): Promise<Uint8Array | null> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const piece = await this.some(length - at);
      if (!piece && at === 0) return null;
      if (!piece) throw new ArchiveFailed('damaged');
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      const piece = await this.some(left);
      if (!piece) throw new ArchiveFailed('damaged');
      left -= piece.length;
    }
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** Octal digits, or the binary form of GNU for large numbers. */
function numberOf(bytes: Uint8Array): number {
  const [first = 0] = bytes;
  if (first & 0x80) {
    let value = first & 0x7f;
    for (const byte of bytes.subarray(1)) value = value * 256 + byte;
    return value;
  }
  const digits = textOf(bytes).trim();
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function isChecked(block: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum === numberOf(block.subarray(148, 156));
}

/** `length key=value` lines of a pax record. */
function paxOf(bytes: Uint8Array): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const length = space < 0 ? Number.NaN : Number(decoder.decode(bytes.subarray(at, space)));
    if (!Number.isInteger(length) || length <= 0 || at + length > bytes.length) return found;
    const [key = '', ...value] = decoder.decode(bytes.subarray(space + 1, at + length - 1)).split('=');
    found.set(key, value.join('='));
    at += length;
  }
  return found;
}

interface Header extends Omit<ArchiveEntry, 'index' | 'isEncrypted'> {
  readonly type: string;
}

function headerOf(block: Uint8Array, more: ReadonlyMap<string, string>): Header {
  if (!isChecked(block)) throw new ArchiveFailed('damaged');
  const isUstar = textOf(block.subarray(257, 262)) === 'ustar';
  const prefix = isUstar && block[263] === 48 ? textOf(block.subarray(345, 500)) : '';
  const short = textOf(block.subarray(0, 100));
  const path = more.get('path') ?? (prefix === '' ? short : `${prefix}/${short}`);
  const type = String.fromCharCode(block[156] ?? 0);
  const sizeBytes = Number(more.get('size') ?? numberOf(block.subarray(124, 136)));
  const seconds = Number(more.get('mtime') ?? numberOf(block.subarray(136, 148)));
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new ArchiveFailed('damaged');
  return {
    path,
    type,
    isFolder: type === '5' || (path.endsWith('/') && sizeBytes === 0),
    sizeBytes,
    modifiedMs: Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null,
  };
}

/** Files and folders; links, devices and records of programs are left out. */
const READ_TYPES = ['0', '\0', '5', '7'];

export async function* walkTar(stream: ReadableStream<Uint8Array>): AsyncGenerator<WalkedEntry> {
  const reader = new BlockReader(stream);
  try {
    let more = new Map<string, string>();
    for (let index = 0; ; ) {
      const block = await reader.exactly(BLOCK_BYTES);
      if (!block || block.every((byte) => byte === 0)) return;
      const header = headerOf(block, more);
      const padding = (BLOCK_BYTES - (header.sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
      if (['x', 'L', 'g', 'K'].includes(header.type)) {
        if (header.sizeBytes > MAX_RECORD_BYTES) throw new ArchiveFailed('damaged');
        const bytes = (await reader.exactly(header.sizeBytes)) ?? new Uint8Array(0);
        await reader.skip(padding);
        if (header.type === 'x') for (const [key, value] of paxOf(bytes)) more.set(key, value);
        if (header.type === 'L') more.set('path', textOf(bytes));
        continue;
      }
      more = new Map();
      let left = header.isFolder ? 0 : header.sizeBytes;
      const unread = header.isFolder ? header.sizeBytes : 0;
      if (READ_TYPES.includes(header.type)) {
        yield {
          ...header,
          index,
          isEncrypted: false,
          content: () =>
            new ReadableStream<Uint8Array>({
              async pull(controller) {
                const piece = left === 0 ? null : await reader.some(left);
                if (!piece && left > 0) throw new ArchiveFailed('damaged');
                if (!piece) return controller.close();
                left -= piece.length;
                controller.enqueue(piece.slice());
              },
            }),
        };
        index += 1;
      }
      await reader.skip(left + unread + padding);
    }
  } finally {
    await reader.close();
  }
}
