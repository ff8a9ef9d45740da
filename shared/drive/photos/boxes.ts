/** Times in files of boxes: MP4, MOV, HEIC, AVIF. Boxes are walked by their heads; contents of films are skipped. */
import { type ReadAt, readExif } from './exif.ts';
import { readClock, type Taken, takenAt } from './taken.ts';

/** Boxes that are looked at on one level. */
const MAX_BOXES = 64;
/** Items of a HEIC, and entries of other lists. */
const MAX_ITEMS = 4_096;
/** Pieces of all items of a HEIC together; each has one. */
const MAX_EXTENTS = 2 * MAX_ITEMS;
/** 512 KiB: tables of a picture of many tiles take 60. */
const MAX_META_BYTES = 512 * 1024;
const MAX_TEXT_BYTES = 64;
/** Seconds from 1904, where QuickTime begins to count, to 1970. */
const EPOCH_SECONDS = 2_082_844_800;
const CREATION_KEY = 'com.apple.quicktime.creationdate';

interface Box {
  readonly type: string;
  /** The type as a number. */
  readonly code: number;
  /** Of its contents. */
  readonly from: number;
  readonly to: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Boxes between two places, in order. */
async function* boxes(read: ReadAt, from: number, to: number): AsyncGenerator<Box> {
  let at = from;
  for (let count = 0; count < MAX_BOXES && at + 8 <= to; count += 1) {
    const view = viewOf(await read(at, 16));
    if (view.byteLength < 8) return;
    const short = view.getUint32(0);
    const type = latin(new Uint8Array(view.buffer, view.byteOffset + 4, 4));
    const isLong = short === 1 && view.byteLength === 16;
    const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? to - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) return;
    yield { type, code: view.getUint32(4), from: at + head, to: Math.min(to, at + size) };
    at += size;
  }
}

async function findBox(read: ReadAt, from: number, to: number, wanted: string): Promise<Box | null> {
  for await (const box of boxes(read, from, to)) if (box.type === wanted) return box;
  return null;
}

/** Of a film: the date with its zone that phones write, else the moment in its header. */
export interface FilmTime {
  readonly taken: Taken;
  /** Only the moment is known: the clock is that of UTC. */
  readonly isMoment: boolean;
}

/** Text behind a box of `meta`: its item list names keys by their numbers. */
async function creationDate(read: ReadAt, moov: Box): Promise<Taken | null> {
  const meta = await findBox(read, moov.from, moov.to, 'meta');
  if (meta) {
    // Files of MP4 have four bytes more than those of QuickTime.
    const start = latin(await read(meta.from + 4, 4)) === 'hdlr' ? meta.from : meta.from + 4;
    const keys = await findBox(read, start, meta.to, 'keys');
    const list = await findBox(read, start, meta.to, 'ilst');
    const number = keys ? await keyNumber(read, keys) : 0;
    if (list && number > 0)
      for await (const item of boxes(read, list.from, list.to)) {
        if (item.code !== number) continue;
        const data = await findBox(read, item.from, item.to, 'data');
        const text = data && latin(await read(data.from + 8, Math.min(MAX_TEXT_BYTES, data.to - data.from - 8)));
        return text ? readClock(text) : null;
      }
  }
  const user = await findBox(read, moov.from, moov.to, 'udta');
  const day = user && (await findBox(read, user.from, user.to, '\u00a9day'));
  return day ? readClock(latin(await read(day.from + 4, Math.min(MAX_TEXT_BYTES, day.to - day.from - 4)))) : null;
}

async function keyNumber(read: ReadAt, { from, to }: Box): Promise<number> {
  const bytes = await read(from + 8, Math.min(to - from - 8, MAX_META_BYTES));
  const view = viewOf(bytes);
  let at = 0;
  for (let number = 1; at + 8 <= bytes.length && number < MAX_ITEMS; number += 1) {
    const size = view.getUint32(at);
    if (size < 8) return 0;
    if (latin(bytes.subarray(at + 8, at + size)) === CREATION_KEY) return number;
    at += size;
  }
  return 0;
}

async function headerTime(read: ReadAt, moov: Box): Promise<Taken | null> {
  const header = await findBox(read, moov.from, moov.to, 'mvhd');
  const view = header && viewOf(await read(header.from, 12));
  if (!view || view.byteLength < 12) return null;
  const seconds = view.getUint8(0) === 1 ? Number(view.getBigUint64(4)) : view.getUint32(4);
  return seconds === 0 ? null : takenAt((seconds - EPOCH_SECONDS) * 1_000, 0);
}

export async function readFilm(read: ReadAt, sizeBytes: number): Promise<FilmTime | null> {
  const moov = await findBox(read, 0, sizeBytes, 'moov');
  if (!moov) return null;
  const written = await creationDate(read, moov);
  if (written) return { taken: written, isMoment: false };
  const moment = await headerTime(read, moov);
  return moment && { taken: moment, isMoment: true };
}

/** Walks numbers of the sizes that a box says. */
function makeNumbers(view: DataView) {
  let at = 0;
  return {
    take(bytes: number): number {
      if (at + bytes > view.byteLength) throw new RangeError('a box ends early');
      let value = 0;
      for (let end = at + bytes; at < end; at += 1) value = value * 256 + view.getUint8(at);
      return value;
    },
  };
}

/** Number of the item that is the Exif block; 0 for none. */
async function exifItem(read: ReadAt, { from, to }: Box): Promise<number> {
  const version = (await read(from, 1))[0] ?? 0;
  const first = from + 4 + (version === 0 ? 2 : 4);
  let count = 0;
  for (let at = first; at + 8 <= to && count < MAX_ITEMS; count += 1) {
    const view = viewOf(await read(at, 24));
    if (view.byteLength < 20) return 0;
    const size = view.getUint32(0);
    const isWide = view.getUint8(8) === 3;
    const type = latin(new Uint8Array(view.buffer, view.byteOffset + (isWide ? 18 : 16), 4));
    if (type === 'Exif') return isWide ? view.getUint32(12) : view.getUint16(12);
    if (size < 8) return 0;
    at += size;
  }
  return 0;
}

/** Where an item is in the file. */
async function placeOf(
  read: ReadAt,
  { from, to }: Box,
  wanted: number,
): Promise<{ at: number; length: number } | null> {
  const { take } = makeNumbers(viewOf(await read(from, Math.min(to - from, MAX_META_BYTES))));
  const version = take(1);
  take(3);
  const sizes = take(2);
  const [offsetBytes, lengthBytes, baseBytes] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  // Extents may have no bytes of their own: their number alone would make a small file long work.
  let seen = 0;
  for (let left = Math.min(take(idBytes), MAX_ITEMS); left > 0; left -= 1) {
    const id = take(idBytes);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseBytes);
    const extents = take(2);
    seen += extents;
    if (seen > MAX_EXTENTS) return null;
    for (let extent = 0; extent < extents; extent += 1) {
      take(indexBytes);
      const [at, length] = [base + take(offsetBytes), take(lengthBytes)];
      if (id === wanted && extent === 0) return method === 0 ? { at, length } : null;
    }
  }
  return null;
}

/** Of a picture in boxes. */
export async function readHeif(read: ReadAt, sizeBytes: number): Promise<Taken | null> {
  const meta = await findBox(read, 0, sizeBytes, 'meta');
  if (!meta) return null;
  const info = await findBox(read, meta.from + 4, meta.to, 'iinf');
  const places = await findBox(read, meta.from + 4, meta.to, 'iloc');
  const item = info ? await exifItem(read, info) : 0;
  const place = places && item > 0 ? await placeOf(read, places, item) : null;
  if (!place) return null;
  // Before the block stands how far its TIFF data is away.
  const skipped = viewOf(await read(place.at, 4));
  if (skipped.byteLength < 4) return null;
  const start = place.at + 4 + skipped.getUint32(0);
  return readExif((from, length) => read(start + from, length));
}
