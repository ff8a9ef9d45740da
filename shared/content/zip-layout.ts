/**
 * Layout of a stored zip file: every header and its place follow from paths, sizes, times and checksums alone, so that the total
 * length is known before the first byte and any range can be made. No data descriptors. Zip64 fields only where a number needs
 * them. Pure. @source APPNOTE.TXT 6.3.10, sections 4.3 and 4.5; extended timestamp of Info-ZIP (0x5455)
 */

/** One member of the archive. */
export interface ZipEntry {
  /** Names joined by `/`; that of a folder ends with `/`. */
  readonly path: string;
  /** 0 for folders. */
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Epoch ms. */
  readonly modifiedMs: number;
}

/** Largest numbers of a zip file without zip64. */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END64_BYTES = 56;
const LOCATOR64_BYTES = 20;
/** Header ids and sizes of extra fields. */
const ZIP64_ID = 0x0001;
const TIME_ID = 0x5455;
const TIME_BYTES = 9;
const EXTRA_HEAD_BYTES = 4;
/** The longest path that a header can count. */
export const MAX_PATH_BYTES = MAX_16;
/** Names are UTF-8. */
const FLAG_UTF8 = 0x0800;
const VERSION_STORED = 20;
const VERSION_ZIP64 = 45;
/** Attributes are those of Unix. */
const MADE_ON_UNIX = 3 << 8;
const FILE_MODE = 0o100644;
const FOLDER_MODE = 0o040755;
const DOS_FOLDER = 0x10;
/** DOS times begin in 1980 and end in 2107. */
const FIRST_DOS_MS = Date.UTC(1980, 0, 1);
const LAST_DOS_MS = Date.UTC(2107, 11, 31, 23, 59, 58);

const encoder = new TextEncoder();

/** Bytes of the headers and the content of an entry. */
export interface EntrySizes {
  /** Local header and content. */
  readonly localBytes: number;
  readonly centralBytes: number;
}

function isFolder(path: string): boolean {
  return path.endsWith('/');
}

/** Whether every part of the path is a plain name: nothing that could leave the folder it is extracted into. */
export function isSafePath(path: string): boolean {
  const parts = (isFolder(path) ? path.slice(0, -1) : path).split('/');
  return (
    !/[\\\p{Cc}]/u.test(path) &&
    !/^[a-z]:/i.test(path) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** @throws RangeError for a path that no archive of ours may have */
function pathBytes(path: string): Uint8Array {
  const bytes = encoder.encode(path);
  if (!isSafePath(path) || bytes.length > MAX_PATH_BYTES)
    throw new RangeError('a path cannot be an entry of a zip file');
  return bytes;
}

function needs64(value: number): boolean {
  return value >= MAX_32;
}

/** Bytes of the zip64 extra field with so many numbers. */
function zip64Bytes(numbers: number): number {
  return numbers === 0 ? 0 : EXTRA_HEAD_BYTES + 8 * numbers;
}

/** @param offset  of its local header. @throws RangeError for an unsafe path */
export function entrySizes(entry: ZipEntry, offset: number): EntrySizes {
  const name = pathBytes(entry.path).length;
  const isLarge = needs64(entry.sizeBytes);
  return {
    localBytes: LOCAL_BYTES + name + zip64Bytes(isLarge ? 2 : 0) + TIME_BYTES + entry.sizeBytes,
    centralBytes: CENTRAL_BYTES + name + zip64Bytes((isLarge ? 2 : 0) + (needs64(offset) ? 1 : 0)) + TIME_BYTES,
  };
}

/** Writes little-endian numbers one after the other. */
class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(sizeBytes: number) {
    this.bytes = new Uint8Array(sizeBytes);
    this.#view = new DataView(this.bytes.buffer);
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  u64(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }
}

/** Time and date of MS-DOS, to two seconds, on a clock of UTC: the extended timestamp holds the exact second. */
export function dosTime(epochMs: number): { time: number; date: number } {
  const at = new Date(Math.min(Math.max(epochMs, FIRST_DOS_MS), LAST_DOS_MS));
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** Seconds as the extended timestamp holds them: 32 bits with a sign. */
function unixSeconds(epochMs: number): number {
  return Math.min(Math.max(Math.floor(epochMs / 1_000), -0x8000_0000), 0x7fff_ffff) >>> 0;
}

/** Fields that local and central header share, from `version needed` to `uncompressed size`. */
function putCommon(fields: Fields, entry: ZipEntry, is64: boolean, aheadMs: number): void {
  const { time, date } = dosTime(entry.modifiedMs + aheadMs);
  const size = needs64(entry.sizeBytes) ? MAX_32 : entry.sizeBytes;
  fields
    .u16(is64 ? VERSION_ZIP64 : VERSION_STORED)
    .u16(FLAG_UTF8)
    .u16(0)
    .u16(time)
    .u16(date);
  fields.u32(entry.crc32).u32(size).u32(size);
}

function putTime(fields: Fields, modifiedMs: number): void {
  fields.u16(TIME_ID).u16(TIME_BYTES - EXTRA_HEAD_BYTES);
  fields.raw(Uint8Array.of(1)).u32(unixSeconds(modifiedMs));
}

/** The header before the content. @param aheadMs  of the reader's clock before UTC: DOS times are local */
export function localHeader(entry: ZipEntry, aheadMs = 0): Uint8Array<ArrayBuffer> {
  const name = pathBytes(entry.path);
  const isLarge = needs64(entry.sizeBytes);
  const extra = zip64Bytes(isLarge ? 2 : 0) + TIME_BYTES;
  const fields = new Fields(LOCAL_BYTES + name.length + extra).u32(0x0403_4b50);
  putCommon(fields, entry, isLarge, aheadMs);
  fields.u16(name.length).u16(extra).raw(name);
  if (isLarge) fields.u16(ZIP64_ID).u16(16).u64(entry.sizeBytes).u64(entry.sizeBytes);
  putTime(fields, entry.modifiedMs);
  return fields.bytes;
}

/** The entry of the directory at the end. @param offset  of its local header. @param aheadMs  as in that */
export function centralHeader(entry: ZipEntry, offset: number, aheadMs = 0): Uint8Array<ArrayBuffer> {
  const name = pathBytes(entry.path);
  const numbers = [
    ...(needs64(entry.sizeBytes) ? [entry.sizeBytes, entry.sizeBytes] : []),
    ...(needs64(offset) ? [offset] : []),
  ];
  const extra = zip64Bytes(numbers.length) + TIME_BYTES;
  const fields = new Fields(CENTRAL_BYTES + name.length + extra).u32(0x0201_4b50);
  fields.u16(MADE_ON_UNIX | VERSION_ZIP64);
  putCommon(fields, entry, numbers.length > 0, aheadMs);
  fields.u16(name.length).u16(extra).u16(0).u16(0).u16(0);
  fields.u32(
    ((isFolder(entry.path) ? FOLDER_MODE : FILE_MODE) * 0x1_0000 + (isFolder(entry.path) ? DOS_FOLDER : 0)) >>> 0,
  );
  fields.u32(needs64(offset) ? MAX_32 : offset).raw(name);
  if (numbers.length > 0) {
    fields.u16(ZIP64_ID).u16(8 * numbers.length);
    for (const number of numbers) fields.u64(number);
  }
  putTime(fields, entry.modifiedMs);
  return fields.bytes;
}

/** Numbers that the end of the archive says. */
export interface ZipDirectory {
  readonly entries: number;
  /** Where the directory begins: the bytes of all local headers and contents. */
  readonly offset: number;
  readonly sizeBytes: number;
}

function end64({ entries, offset, sizeBytes }: ZipDirectory): boolean {
  return entries >= MAX_16 || needs64(offset) || needs64(sizeBytes);
}

/** Bytes after the directory. */
export function zipEndBytes(directory: ZipDirectory): number {
  return END_BYTES + (end64(directory) ? END64_BYTES + LOCATOR64_BYTES : 0);
}

/** The end of the file: zip64 records where they are needed, and the end. */
export function zipEnd(directory: ZipDirectory): Uint8Array<ArrayBuffer> {
  const { entries, offset, sizeBytes } = directory;
  const fields = new Fields(zipEndBytes(directory));
  if (end64(directory)) {
    fields.u32(0x0606_4b50).u64(END64_BYTES - 12);
    fields
      .u16(MADE_ON_UNIX | VERSION_ZIP64)
      .u16(VERSION_ZIP64)
      .u32(0)
      .u32(0);
    fields.u64(entries).u64(entries).u64(sizeBytes).u64(offset);
    fields
      .u32(0x0706_4b50)
      .u32(0)
      .u64(offset + sizeBytes)
      .u32(1);
  }
  const count = Math.min(entries, MAX_16);
  fields.u32(0x0605_4b50).u16(0).u16(0).u16(count).u16(count);
  fields.u32(Math.min(sizeBytes, MAX_32)).u32(Math.min(offset, MAX_32)).u16(0);
  return fields.bytes;
}

/** Total length of the file. */
export function zipBytes(directory: ZipDirectory): number {
  return directory.offset + directory.sizeBytes + zipEndBytes(directory);
}
