/**
 * Lists the entries of a zip file by reading its end and its directory, never its contents. Every length is checked; the directory and the
 * number of entries are bounded. Zip64 too. Source: APPNOTE 6.3.10, sections 4.3.12 to 4.3.16.
 */

export interface ArchiveEntry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /** Epoch ms in the reader's time zone; null unknown. */
  readonly modifiedMs: number | null;
  readonly isLocked: boolean;
}

export interface ArchiveListing {
  readonly entries: readonly ArchiveEntry[];
  /** Number of entries as the archive says. */
  readonly count: number;
}

type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** A comment of 64 KiB, the end record and the two records of zip64. */
const END_BYTES = 65_535 + 22 + 20 + 56;
const MAX_DIRECTORY_BYTES = 16_777_216;
const MAX_ENTRIES = 20_000;
const MAX_32 = 0xff_ff_ff_ff;

export class NotAnArchive extends Error {}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function dateOf(day: number, time: number): number | null {
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

interface Directory {
  readonly start: number;
  readonly sizeBytes: number;
  readonly count: number;
}

/** @param tailStart  where the tail begins in the file */
function directoryOf(tail: Uint8Array, tailStart: number): Directory {
  const view = viewOf(tail);
  let at = tail.length - 22;
  while (at >= 0 && view.getUint32(at, true) !== 0x06_05_4b_50) at -= 1;
  if (at < 0) throw new NotAnArchive();
  const found = {
    count: view.getUint16(at + 10, true),
    sizeBytes: view.getUint32(at + 12, true),
    start: view.getUint32(at + 16, true),
  };
  const locator = at - 20;
  if (locator < 0 || view.getUint32(locator, true) !== 0x07_06_4b_50) return found;
  const record = Number(view.getBigUint64(locator + 8, true)) - tailStart;
  if (record < 0 || record + 56 > tail.length || view.getUint32(record, true) !== 0x06_06_4b_50)
    throw new NotAnArchive();
  return {
    count: Number(view.getBigUint64(record + 32, true)),
    sizeBytes: Number(view.getBigUint64(record + 40, true)),
    start: Number(view.getBigUint64(record + 48, true)),
  };
}

/** Size in the zip64 field of an entry. */
function longSize(view: DataView, from: number, length: number): number {
  for (let at = from; at + 12 <= from + length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 1) return Number(view.getBigUint64(at + 4, true));
  return MAX_32;
}

function entriesOf(bytes: Uint8Array): ArchiveEntry[] {
  const view = viewOf(bytes);
  const entries: ArchiveEntry[] = [];
  const oldNames = new TextDecoder('windows-1252');
  const names = new TextDecoder();
  for (let at = 0; at + 46 <= bytes.length && entries.length < MAX_ENTRIES; ) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) throw new NotAnArchive();
    const flags = view.getUint16(at + 8, true);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const end = at + 46 + name + extra + comment;
    if (end > bytes.length) throw new NotAnArchive();
    const raw = bytes.subarray(at + 46, at + 46 + name);
    const path = (flags & 0x800 ? names : oldNames).decode(raw);
    const short = view.getUint32(at + 24, true);
    entries.push({
      path,
      isFolder: path.endsWith('/'),
      sizeBytes: short === MAX_32 ? longSize(view, at + 46 + name, extra) : short,
      modifiedMs: dateOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
      isLocked: (flags & 1) === 1,
    });
    at = end;
  }
  return entries;
}

/** @throws NotAnArchive */
export async function listZip(sizeBytes: number, read: ReadRange): Promise<ArchiveListing> {
  if (sizeBytes < 22) throw new NotAnArchive();
  const tailStart = Math.max(0, sizeBytes - END_BYTES);
  const tail = await read(tailStart, sizeBytes);
  const directory = directoryOf(tail, tailStart);
  const end = directory.start + directory.sizeBytes;
  if (directory.sizeBytes > MAX_DIRECTORY_BYTES || end > sizeBytes) throw new NotAnArchive();
  const bytes =
    directory.start >= tailStart
      ? tail.subarray(directory.start - tailStart, end - tailStart)
      : await read(directory.start, end);
  return { entries: entriesOf(bytes), count: directory.count };
}
