/**
 * The directory of a zip file: found in its last bytes, read without its contents. Every length is checked; work is linear in the
 * directory. Names come from the directory alone, whatever the local headers say. Pure; used by the server and by the viewer.
 * @source APPNOTE 6.3.10, sections 4.3.12 to 4.3.16, 4.5 and 4.6.9
 */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { makeNameDecoder, type NameReading } from './entry-names.ts';

export class NotAZip extends Error {
  override readonly name = 'NotAZip';
}

/** A sound zip file with more entries than the caller takes. */
export class TooManyEntries extends Error {
  override readonly name = 'TooManyEntries';
}

export interface ZipDirectory {
  readonly start: number;
  readonly sizeBytes: number;
  /** Entries as the file says. */
  readonly count: number;
  /** Bytes before the first entry that offsets do not count, as in a self-extracting file. */
  readonly shift: number;
}

export interface ZipEntry {
  readonly path: string;
  /** The encoding of the path that was guessed or chosen; null where the archive says it. */
  readonly nameEncoding: TextEncoding | null;
  readonly isFolder: boolean;
  /** A link or a device: it has no content of its own. */
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** 0 stored, 8 deflated, 99 encrypted by AES. */
  readonly method: number;
  readonly crc: number;
  /** Where the local header begins in the file. */
  readonly offset: number;
  /** Epoch ms; in the reader's time zone where the entry has DOS time alone. */
  readonly modifiedMs: number | null;
  /** The record in the directory. */
  readonly record: Uint8Array;
}

/** A comment of 64 KiB, the end record and the two records of zip64. */
export const ZIP_END_BYTES = 65_535 + 22 + 20 + 56;
const MAX_16 = 0xff_ff;
const MAX_32 = 0xff_ff_ff_ff;
/** NTFS counts 100 ns from 1601. */
const NTFS_EPOCH_MS = 11_644_473_600_000;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function longAt(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new NotAZip();
  return value;
}

/** The end record whose comment ends with the file; without one, the last that fits. */
function endOf(tail: Uint8Array): number {
  const view = viewOf(tail);
  let found = -1;
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== 0x06_05_4b_50) continue;
    const end = at + 22 + view.getUint16(at + 20, true);
    if (end === tail.length) return at;
    if (found < 0 && end < tail.length) found = at;
  }
  if (found < 0) throw new NotAZip();
  return found;
}

/**
 * @param tail  the last `ZIP_END_BYTES` of the file, or all of it
 * @param sizeBytes  of the file
 * @throws NotAZip
 */
export function findDirectory(tail: Uint8Array, sizeBytes: number): ZipDirectory {
  const tailStart = sizeBytes - tail.length;
  const view = viewOf(tail);
  const at = endOf(tail);
  let directory = {
    count: view.getUint16(at + 10, true),
    sizeBytes: view.getUint32(at + 12, true),
    start: view.getUint32(at + 16, true),
  };
  let end = tailStart + at;
  const isLong = directory.count === MAX_16 || directory.sizeBytes === MAX_32 || directory.start === MAX_32;
  if (isLong && at >= 20 && view.getUint32(at - 20, true) === 0x07_06_4b_50) {
    // A file with something before it says a smaller offset: then the record is right before its locator.
    const said = longAt(view, at - 12) - tailStart;
    const record = [said, at - 76].find(
      (place) => place >= 0 && place + 56 <= at && view.getUint32(place, true) === 0x06_06_4b_50,
    );
    if (record === undefined) throw new NotAZip();
    directory = {
      count: longAt(view, record + 32),
      sizeBytes: longAt(view, record + 40),
      start: longAt(view, record + 48),
    };
    end = tailStart + record;
  }
  const shift = end - directory.start - directory.sizeBytes;
  if (shift < 0) throw new NotAZip();
  return { ...directory, start: directory.start + shift, shift };
}

interface Extras {
  /** Long values in the order of the format. */
  readonly long: DataView | null;
  readonly modifiedMs: number | null;
  readonly unicodePath: Uint8Array | null;
}

function extrasOf(bytes: Uint8Array): Extras {
  const view = viewOf(bytes);
  let long: DataView | null = null;
  let modifiedMs: number | null = null;
  let unicodePath: Uint8Array | null = null;
  for (let at = 0; at + 4 <= bytes.length; ) {
    const id = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    const from = at + 4;
    at = from + length;
    if (at > bytes.length) break;
    if (id === 0x0001) long ??= new DataView(bytes.buffer, bytes.byteOffset + from, length);
    if (id === 0x5455 && length >= 5 && ((bytes[from] ?? 0) & 1) === 1)
      modifiedMs = view.getInt32(from + 1, true) * 1_000;
    if (id === 0x000a && length >= 32 && view.getUint16(from + 4, true) === 1)
      modifiedMs ??= Number(view.getBigUint64(from + 8, true) / 10_000n) - NTFS_EPOCH_MS;
    if (id === 0x7075 && length > 5 && bytes[from] === 1) unicodePath = bytes.subarray(from + 1, at);
  }
  return { long, modifiedMs, unicodePath };
}

/** Sizes and offset, from the long field where the short one is full. @throws NotAZip */
function sizesOf(view: DataView, at: number, long: DataView | null) {
  let used = 0;
  const value = (offset: number): number => {
    const short = view.getUint32(at + offset, true);
    if (short !== MAX_32) return short;
    if (!long || used + 8 > long.byteLength) throw new NotAZip();
    used += 8;
    return longAt(long, used - 8);
  };
  const sizeBytes = value(24);
  const packedBytes = value(20);
  return { sizeBytes, packedBytes, offset: value(42) };
}

function dosTime(day: number, time: number): number | null {
  const date = new Date(
    1980 + (day >> 9),
    ((day >> 5) & 15) - 1,
    day & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  );
  return day === 0 || Number.isNaN(date.getTime()) ? null : date.getTime();
}

/** Unix mode of an entry; 0 where its maker had none. */
function modeOf(view: DataView, at: number): number {
  const isUnix = view.getUint8(at + 5) === 3 || view.getUint8(at + 5) === 19;
  return isUnix ? view.getUint16(at + 40, true) & 0xf0_00 : 0;
}

/** A file, a folder, or no type at all. */
const CONTENT_MODES = [0, 0x80_00, 0x40_00];

/** Bounds of the records of a directory. @throws NotAZip, TooManyEntries */
function recordsOf(bytes: Uint8Array, maxEntries: number): Uint8Array[] {
  const view = viewOf(bytes);
  const records: Uint8Array[] = [];
  for (let at = 0; at + 46 <= bytes.length && view.getUint32(at, true) === 0x02_01_4b_50; ) {
    const lengths = view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const end = at + 46 + lengths;
    if (end > bytes.length) throw new NotAZip();
    if (records.length === maxEntries) throw new TooManyEntries();
    records.push(bytes.subarray(at, end));
    at = end;
  }
  return records;
}

/**
 * Entries in the order of the directory.
 * @param bytes  the directory, all of it
 * @throws NotAZip for lengths that do not fit; TooManyEntries
 */
export function* readDirectory(
  bytes: Uint8Array,
  { count, shift }: Pick<ZipDirectory, 'count' | 'shift'>,
  maxEntries: number,
  reading: NameReading,
): Generator<ZipEntry> {
  const records = recordsOf(bytes, maxEntries);
  // Some makers count modulo 65,536.
  if ((records.length & MAX_16) !== (count & MAX_16)) throw new NotAZip();
  const rawName = (record: Uint8Array) => record.subarray(46, 46 + viewOf(record).getUint16(28, true));
  const isUtf8 = (record: Uint8Array) => (viewOf(record).getUint16(8, true) & 0x8_00) !== 0;
  const decode = makeNameDecoder(records.filter((record) => !isUtf8(record)).map(rawName), reading);
  for (const record of records) {
    const view = viewOf(record);
    const flags = view.getUint16(8, true);
    const raw = rawName(record);
    const extra = extrasOf(record.subarray(46 + raw.length, 46 + raw.length + view.getUint16(30, true)));
    const { path, encoding: nameEncoding } = decode(raw, isUtf8(record), extra.unicodePath);
    const mode = modeOf(view, 0);
    const { offset, ...sizes } = sizesOf(view, 0, extra.long);
    yield {
      ...sizes,
      path,
      nameEncoding,
      offset: offset + shift,
      isFolder: path.endsWith('/') || mode === 0x40_00,
      isLink: !CONTENT_MODES.includes(mode),
      isEncrypted: (flags & 1) === 1,
      method: view.getUint16(10, true),
      crc: view.getUint32(16, true),
      modifiedMs: extra.modifiedMs ?? dosTime(view.getUint16(14, true), view.getUint16(12, true)),
      record,
    };
  }
}
