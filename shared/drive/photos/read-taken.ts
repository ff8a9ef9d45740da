/**
 * Reads when a picture or film was taken, from the file itself: JPEG, HEIC, AVIF, PNG, WebP, TIFF and raw files of that form, MP4, MOV. The text of a
 * file is taken as it is; a time that no clock can have shown is none. Few kilobytes are read, in few pieces.
 */
import { readFilm, readHeif } from './boxes.ts';
import { type ReadAt, readExif } from './exif.ts';
import { isLikely, readClock, type Taken } from './taken.ts';

/** Bytes of one piece: heads of pictures, with their previews. */
const PIECE_BYTES = 64 * 1024;
/** Pieces of one file. */
const MAX_PIECES = 24;
/** Parts of a JPEG, PNG or WebP that are looked at. */
const MAX_PARTS = 512;
const MAX_NOTE_BYTES = PIECE_BYTES;

class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Reads a file in pieces, and keeps the last ones. @throws TooMuch */
export function inPieces(sizeBytes: number, readPiece: (from: number, to: number) => Promise<Uint8Array>): ReadAt {
  const pieces = new Map<number, Uint8Array>();
  async function piece(number: number): Promise<Uint8Array> {
    const known = pieces.get(number);
    if (known) return known;
    if (pieces.size >= MAX_PIECES) throw new TooMuch();
    const from = number * PIECE_BYTES;
    const read = await readPiece(from, Math.min(sizeBytes, from + PIECE_BYTES));
    pieces.set(number, read);
    return read;
  }
  return async (from, length) => {
    const to = Math.min(sizeBytes, from + length);
    if (!(from >= 0) || !(to > from)) return new Uint8Array();
    const first = Math.floor(from / PIECE_BYTES);
    const last = Math.floor((to - 1) / PIECE_BYTES);
    if (first === last) return (await piece(first)).subarray(from - first * PIECE_BYTES, to - first * PIECE_BYTES);
    if (last - first >= MAX_PIECES) throw new TooMuch();
    const whole = new Uint8Array(to - from);
    for (let number = first; number <= last; number += 1) {
      const start = number * PIECE_BYTES;
      const part = (await piece(number)).subarray(Math.max(0, from - start), Math.max(0, to - start));
      whole.set(part, Math.max(0, start - from));
    }
    return whole;
  };
}

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Names of the times in the notes that editors write, the best first. */
const NOTE_TIMES = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate'];

function readNote(text: string): Taken | null {
  for (const name of NOTE_TIMES) {
    const at = text.indexOf(name);
    const found = at < 0 ? null : /^\s*(?:=\s*["']|>)\s*([^"'<]{10,40})/.exec(text.slice(at + name.length, at + 128));
    const taken = found ? readClock(found[1] ?? '') : null;
    if (taken) return taken;
  }
  return null;
}

const within =
  (read: ReadAt, start: number): ReadAt =>
  (from, length) =>
    read(start + from, length);

async function readJpeg(read: ReadAt): Promise<Taken | null> {
  let at = 2;
  let note: Taken | null = null;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const view = viewOf(await read(at, 4));
    if (view.byteLength < 4 || view.getUint8(0) !== 0xff) break;
    const mark = view.getUint8(1);
    // Fill bytes; then the picture itself, before which all notes are.
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    if (mark === 0xda || mark === 0xd9) break;
    const length = view.getUint16(2);
    if (mark === 0xe1) {
      const name = latin(await read(at + 4, 29));
      if (name.startsWith('Exif\0')) {
        const taken = await readExif(within(read, at + 10));
        if (taken) return taken;
      } else if (name.startsWith('http://ns.adobe.com/xap/1.0/'))
        note ??= readNote(latin(await read(at + 33, Math.min(length, MAX_NOTE_BYTES))));
    }
    at += 2 + length;
  }
  return note;
}

async function readPng(read: ReadAt, sizeBytes: number): Promise<Taken | null> {
  let note: Taken | null = null;
  let at = 8;
  for (let parts = 0; parts < MAX_PARTS && at + 12 <= sizeBytes; parts += 1) {
    const view = viewOf(await read(at, 8));
    if (view.byteLength < 8) break;
    const length = view.getUint32(0);
    const type = latin(new Uint8Array(view.buffer, view.byteOffset + 4, 4));
    if (type === 'eXIf') {
      const taken = await readExif(within(read, at + 8));
      if (taken) return taken;
    }
    if (type === 'iTXt') note ??= readNote(latin(await read(at + 8, Math.min(length, MAX_NOTE_BYTES))));
    if (type === 'IEND') break;
    at += 12 + length;
  }
  return note;
}

async function readWebp(read: ReadAt, sizeBytes: number): Promise<Taken | null> {
  let note: Taken | null = null;
  let at = 12;
  for (let parts = 0; parts < MAX_PARTS && at + 8 <= sizeBytes; parts += 1) {
    const view = viewOf(await read(at, 8));
    if (view.byteLength < 8) break;
    const type = latin(new Uint8Array(view.buffer, view.byteOffset, 4));
    const length = view.getUint32(4, true);
    if (type === 'EXIF') {
      const isNamed = latin(await read(at + 8, 4)) === 'Exif';
      const taken = await readExif(within(read, at + 8 + (isNamed ? 6 : 0)));
      if (taken) return taken;
    }
    if (type === 'XMP ') note ??= readNote(latin(await read(at + 8, Math.min(length, MAX_NOTE_BYTES))));
    at += 8 + length + (length % 2);
  }
  return note;
}

/** Brands of pictures in boxes; the others are films. */
const PICTURE_BRAND = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)/;

async function readBoxes(read: ReadAt, sizeBytes: number, zoneAt: ZoneAt | null): Promise<Taken | null> {
  if (PICTURE_BRAND.test(latin(await read(8, 4)))) return readHeif(read, sizeBytes);
  const film = await readFilm(read, sizeBytes);
  if (!film?.isMoment) return film?.taken ?? null;
  const { clockMs } = film.taken;
  const zoneMinutes = zoneAt ? zoneAt(clockMs) : 0;
  return { clockMs: clockMs + zoneMinutes * 60_000, zoneMinutes };
}

/** Minutes that the clock of the reader is ahead of UTC at a moment, epoch ms. */
export type ZoneAt = (atMs: number) => number;

export interface TakenOptions {
  /** Epoch ms. */
  readonly nowMs: number;
  /** Where the person is: a film that says the moment alone was taken there. Left out: it is shown as UTC. */
  readonly zoneAt?: ZoneAt;
}

async function readAny(read: ReadAt, sizeBytes: number, zoneAt: ZoneAt | null): Promise<Taken | null> {
  const head = latin(await read(0, 12));
  if (head.startsWith('\u00ff\u00d8')) return readJpeg(read);
  if (head.slice(1, 4) === 'PNG') return readPng(read, sizeBytes);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return readWebp(read, sizeBytes);
  if (head.startsWith('II') || head.startsWith('MM')) return readExif(read);
  const isBoxed = /^.{4}(ftyp|moov|wide|mdat|free|skip)/s.test(head);
  return isBoxed ? readBoxes(read, sizeBytes, zoneAt) : null;
}

/**
 * @param readPiece  bytes of the file, exactly those
 * @returns null for a file that does not say it @throws what `readPiece` throws
 */
export async function readTaken(
  sizeBytes: number,
  readPiece: (from: number, to: number) => Promise<Uint8Array>,
  { nowMs, zoneAt }: TakenOptions,
): Promise<Taken | null> {
  try {
    const taken = await readAny(inPieces(sizeBytes, readPiece), sizeBytes, zoneAt ?? null);
    return taken && isLikely(taken, nowMs) ? taken : null;
  } catch (error) {
    // A file that leads everywhere, or whose tables end early.
    if (error instanceof TooMuch || error instanceof RangeError) return null;
    throw error;
  }
}
