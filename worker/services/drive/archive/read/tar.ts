/**
 * Tar archives read as a stream: ustar with prefixes, pax records and long names of GNU. One pass, one block at a time.
 * @source POSIX.1-2017, pax; GNU tar manual, "Basic Tar Format"
 */
import type { NameReading } from '#shared/drive/archive/entry-names.ts';
import { MIB } from '#shared/units.ts';
import { ArchiveFailed } from '../failed.ts';
import { MAX_ENTRIES } from '../rules.ts';
import { otherRequests, type WalkedEntry } from './archive.ts';
import { makeWalkNames, type WalkNames } from './walk-names.ts';

const BLOCK_BYTES = 512;
/** Records of pax and long names before one entry, together. */
const MAX_RECORD_BYTES = MIB;
/** A longer content that is not wanted is passed over, where the archive can be read from any byte. */
const SEEK_BYTES = MIB;
/** An entry may have a record of pax and a long name. */
const MAX_HEADERS = 3 * MAX_ENTRIES;
/** Headers between two looks at other requests. */
const STEP = 1_000;
/** Digits of the length of one record of pax, far above the limit of all. */
const MAX_LENGTH_DIGITS = 8;
/** Records of pax that are used. */
const PAX_KEYS = ['path', 'size', 'mtime'];
const MAX_KEY_BYTES = 5;
const EQUALS = 0x3d;
/** Key of a long name of GNU, beside those of pax. */
const LONG = 'long';
const SLASH = 0x2f;
const decoder = new TextDecoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Opens the archive from a byte on; an archive that is packed as a whole has one beginning. */
export type OpenTar = (from: number) => ReadableStream<Uint8Array>;

/** Bytes of a stream, so many at a time. */
class BlockReader {
  readonly #open: OpenTar;
  readonly #canSeek: boolean;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);
  /** First byte that is not given out. */
  #at = 0;

  constructor(open: OpenTar, canSeek: boolean) {
    this.#open = open;
    this.#canSeek = canSeek;
    this.#reader = open(0).getReader();
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
    this.#at += piece.length;
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

  /** The next bytes, so many, where the piece at hand has them: nothing waits. They are valid until the next read. */
  held(length: number): Uint8Array | null {
    if (this.#held.length < length) return null;
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#at += length;
    return bytes;
  }

  /** Nothing waits where the piece at hand has them. */
  skip(length: number): Promise<void> | void {
    return length === 0 || this.held(length) ? undefined : this.#skipOn(length);
  }

  async #skipOn(length: number): Promise<void> {
    if (this.#canSeek && length > SEEK_BYTES + this.#held.length) {
      await this.close();
      this.#at += length;
      this.#held = new Uint8Array(0);
      this.#reader = this.#open(this.#at).getReader();
      return;
    }
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

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function textOf(bytes: Uint8Array): string {
  return decoder.decode(untilZero(bytes));
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

function isEmpty(block: Uint8Array): boolean {
  for (let at = 0; at < BLOCK_BYTES; at += 1) if (block[at] !== 0) return false;
  return true;
}

/** The sum of all bytes, its own eight as spaces. */
function isChecked(block: Uint8Array): boolean {
  let sum = 8 * 32;
  for (let at = 0; at < 148; at += 1) sum += block[at] ?? 0;
  for (let at = 156; at < BLOCK_BYTES; at += 1) sum += block[at] ?? 0;
  return sum === numberOf(block.subarray(148, 156));
}

/** `length key=value` lines of a pax record. A length counts its own digits, so that no byte is read twice. */
function paxOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const digits = bytes.subarray(at, at + MAX_LENGTH_DIGITS + 1).indexOf(32);
    const length = digits < 0 ? Number.NaN : Number(decoder.decode(bytes.subarray(at, at + digits)));
    if (!Number.isInteger(length) || length <= digits || at + length > bytes.length) return found;
    const line = bytes.subarray(at + digits + 1, at + length - 1);
    const end = line.subarray(0, MAX_KEY_BYTES + 1).indexOf(EQUALS);
    const key = decoder.decode(line.subarray(0, Math.max(0, end)));
    if (PAX_KEYS.includes(key)) found.set(key, line.subarray(end + 1));
    at += length;
  }
  return found;
}

/** Enough to leave an entry out: its name and time are not read. */
interface Header {
  readonly type: string;
  readonly sizeBytes: number;
}

/** Records about the next entry, by key. */
type Records = ReadonlyMap<string, Uint8Array>;

function recordNumber(more: Records, key: string): number | null {
  const value = more.get(key);
  return value ? Number(decoder.decode(value)) : null;
}

function headerOf(block: Uint8Array, more: Records): Header {
  if (!isChecked(block)) throw new ArchiveFailed('damaged');
  const type = String.fromCharCode(block[156] ?? 0);
  // Links and devices have no content, whatever size they say.
  if (EMPTY_TYPES.includes(type)) return { type, sizeBytes: 0 };
  const sizeBytes = recordNumber(more, 'size') ?? numberOf(block.subarray(124, 136));
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new ArchiveFailed('damaged');
  return { type, sizeBytes };
}

type Entry = Omit<WalkedEntry, 'index' | 'isEncrypted' | 'content'>;

/** A name of pax is UTF-8, unless a program wrote the bytes of the file system. */
function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function nameOf(block: Uint8Array, more: Records): { readonly raw: Uint8Array; readonly isUtf8: boolean } {
  const pax = more.get('path');
  if (pax) return { raw: pax, isUtf8: isValidUtf8(pax) };
  const long = more.get(LONG);
  if (long) return { raw: long, isUtf8: false };
  const isUstar = textOf(block.subarray(257, 262)) === 'ustar' && block[263] === 48;
  const prefix = isUstar ? untilZero(block.subarray(345, 500)) : new Uint8Array(0);
  const short = untilZero(block.subarray(0, 100));
  if (prefix.length === 0) return { raw: short, isUtf8: false };
  const raw = new Uint8Array(prefix.length + 1 + short.length);
  raw.set(prefix);
  raw[prefix.length] = SLASH;
  raw.set(short, prefix.length + 1);
  return { raw, isUtf8: false };
}

function entryOf(block: Uint8Array, { type, sizeBytes }: Header, more: Records, names: WalkNames): Entry {
  const { raw, isUtf8 } = nameOf(block, more);
  const name = names(raw, isUtf8);
  const seconds = recordNumber(more, 'mtime') ?? numberOf(block.subarray(136, 148));
  return {
    ...name,
    isFolder: type === '5' || (name.path.endsWith('/') && sizeBytes === 0),
    sizeBytes,
    modifiedMs: Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null,
  };
}

/** Hard and symbolic links, devices, pipes. */
const EMPTY_TYPES = ['1', '2', '3', '4', '6'];

/** Files and folders; links, devices and records of programs are left out. */
const READ_TYPES = ['0', '\0', '5', '7'];

/** @param canSeek  whether `open` takes any byte, not the first alone. @param reading  of names that are not UTF-8 */
export async function* walkTar(open: OpenTar, canSeek: boolean, reading: NameReading): AsyncGenerator<WalkedEntry> {
  const names = makeWalkNames(reading);
  const reader = new BlockReader(open, canSeek);
  try {
    let more = new Map<string, Uint8Array>();
    let recordBytes = 0;
    let headers = 0;
    for (let index = 0; ; ) {
      const block = reader.held(BLOCK_BYTES) ?? (await reader.exactly(BLOCK_BYTES));
      if (!block || isEmpty(block)) return;
      const header = headerOf(block, more);
      headers += 1;
      // Entries that are left out cost as much as others.
      if (headers > MAX_HEADERS) throw new ArchiveFailed('too_many');
      if (headers % STEP === 0) await otherRequests();
      const padding = (BLOCK_BYTES - (header.sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
      if (['x', 'L', 'g', 'K'].includes(header.type)) {
        // An empty record counts too: any number of them may be in a few packed bytes.
        recordBytes += header.sizeBytes + BLOCK_BYTES;
        if (recordBytes > MAX_RECORD_BYTES) throw new ArchiveFailed('damaged');
        const bytes = (await reader.exactly(header.sizeBytes)) ?? new Uint8Array(0);
        await reader.skip(padding);
        if (header.type === 'x') for (const [key, value] of paxOf(bytes)) more.set(key, value);
        if (header.type === 'L') more.set(LONG, untilZero(bytes));
        continue;
      }
      let left = header.sizeBytes;
      let unread = 0;
      if (READ_TYPES.includes(header.type)) {
        const entry = entryOf(block, header, more, names);
        if (entry.isFolder) [left, unread] = [0, left];
        yield {
          ...entry,
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
      if (more.size > 0) more = new Map();
      recordBytes = 0;
      const rest = reader.skip(left + unread + padding);
      if (rest) await rest;
    }
  } finally {
    await reader.close();
  }
}
