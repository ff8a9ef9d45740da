/** Times in Exif: the tables of a TIFF file, or of a block of that form inside another file. Reads a few kilobytes, whatever the tables say. */
import { readClock, readZone, type Taken } from './taken.ts';

/** Bytes of a file from a place on; fewer at its end. */
export type ReadAt = (from: number, length: number) => Promise<Uint8Array>;

/** Entries of one table; cameras write up to 60. */
const MAX_ENTRIES = 512;
const ENTRY_BYTES = 12;
const MAX_TEXT_BYTES = 64;

const TAG = {
  dateTime: 0x0132,
  exif: 0x8769,
  original: 0x9003,
  digitized: 0x9004,
  zone: 0x9010,
  zoneOriginal: 0x9011,
  zoneDigitized: 0x9012,
} as const;

interface Entry {
  readonly count: number;
  /** Where its four bytes are in the table. */
  readonly at: number;
}

interface Table {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly view: DataView;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function readTable(read: ReadAt, from: number, isLittle: boolean): Promise<Table | null> {
  const head = viewOf(await read(from, 2));
  if (head.byteLength < 2) return null;
  const count = Math.min(head.getUint16(0, isLittle), MAX_ENTRIES);
  const view = viewOf(await read(from + 2, count * ENTRY_BYTES));
  const entries = new Map<number, Entry>();
  for (let at = 0; at + ENTRY_BYTES <= view.byteLength; at += ENTRY_BYTES)
    entries.set(view.getUint16(at, isLittle), { count: view.getUint32(at + 4, isLittle), at: at + 8 });
  return { entries, view };
}

async function readText(read: ReadAt, { entries, view }: Table, tag: number, isLittle: boolean): Promise<string> {
  const entry = entries.get(tag);
  if (!entry) return '';
  const { count, at } = entry;
  const length = Math.min(count, MAX_TEXT_BYTES);
  const bytes =
    count <= 4
      ? new Uint8Array(view.buffer, view.byteOffset + at, length)
      : await read(view.getUint32(at, isLittle), length);
  return new TextDecoder('latin1').decode(bytes).split('\0')[0] ?? '';
}

/** Times from the best to the last resort, each with the tag of its zone. */
const TIMES = [
  [TAG.original, TAG.zoneOriginal],
  [TAG.digitized, TAG.zoneDigitized],
] as const;

/** @param read  of the TIFF data; offsets in it count from its beginning. @returns null where it holds no time */
export async function readExif(read: ReadAt): Promise<Taken | null> {
  const head = viewOf(await read(0, 8));
  if (head.byteLength < 8) return null;
  const order = head.getUint16(0);
  const isLittle = order === 0x4949;
  if (!isLittle && order !== 0x4d4d) return null;
  const top = await readTable(read, head.getUint32(4, isLittle), isLittle);
  if (!top) return null;
  const link = top.entries.get(TAG.exif);
  const exif = link && (await readTable(read, top.view.getUint32(link.at, isLittle), isLittle));
  if (exif)
    for (const [time, zone] of TIMES) {
      const taken = readClock(await readText(read, exif, time, isLittle));
      if (taken) return { ...taken, zoneMinutes: readZone(await readText(read, exif, zone, isLittle)) };
    }
  const changed = readClock(await readText(read, top, TAG.dateTime, isLittle));
  if (!changed) return null;
  return { ...changed, zoneMinutes: exif ? readZone(await readText(read, exif, TAG.zone, isLittle)) : null };
}
