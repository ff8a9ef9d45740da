/**
 * Reads type and size of a picture from its first bytes. Pure; linear in the length of the bytes; the content decides,
 * never a name. Used by: limits.ts and decode.ts, before a decoder sees a byte.
 */

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

export interface PictureHeader {
  readonly type: PictureType;
  /** As stored, before orientation. */
  readonly width: number;
  readonly height: number;
  /** JPEG only: all coefficients are in memory before the first line is known. */
  readonly isProgressive: boolean;
}

/** Boxes of one level read at most; real files have a few dozen. */
const MAX_BOXES = 2_000;

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return at + length > bytes.length ? '' : String.fromCharCode(...bytes.subarray(at, at + length));
}

function be16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function be32(bytes: Uint8Array, at: number): number {
  return be16(bytes, at) * 65_536 + be16(bytes, at + 2);
}

function le16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function le24(bytes: Uint8Array, at: number): number {
  return le16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}

function sized(type: PictureType, width: number, height: number, isProgressive = false): PictureHeader | null {
  return width > 0 && height > 0 ? { type, width, height, isProgressive } : null;
}

/** Walks the segments up to the frame header. */
function readJpeg(bytes: Uint8Array): PictureHeader | null {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Frame headers; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return sized('jpeg', be16(bytes, at + 7), be16(bytes, at + 5), (marker & 3) === 2);
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = isAlone ? 0 : be16(bytes, at + 2);
    if (!isAlone && length < 2) return null;
    // The scan begins, or the picture ends, before any frame header.
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + length;
  }
  return null;
}

function readPng(bytes: Uint8Array): PictureHeader | null {
  return textAt(bytes, 12, 4) === 'IHDR' ? sized('png', be32(bytes, 16), be32(bytes, 20)) : null;
}

/** The larger of the screen and the first frame: either may be made up. */
function readGif(bytes: Uint8Array): PictureHeader | null {
  const packed = bytes[10] ?? 0;
  let at = 13 + (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);
  while (at < bytes.length) {
    const mark = bytes[at];
    if (mark === 0x2c) {
      if (at + 9 > bytes.length) return null;
      const width = Math.max(le16(bytes, 6), le16(bytes, at + 1) + le16(bytes, at + 5));
      return sized('gif', width, Math.max(le16(bytes, 8), le16(bytes, at + 3) + le16(bytes, at + 7)));
    }
    if (mark !== 0x21) return null;
    at += 2;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    at += 1;
  }
  return null;
}

function readWebp(bytes: Uint8Array): PictureHeader | null {
  const chunk = textAt(bytes, 12, 4);
  if (chunk === 'VP8L' ? bytes.length < 25 : bytes.length < 30) return null;
  if (chunk === 'VP8X') return sized('webp', le24(bytes, 24) + 1, le24(bytes, 27) + 1);
  if (chunk === 'VP8 ') return sized('webp', le16(bytes, 26) & 0x3fff, le16(bytes, 28) & 0x3fff);
  if (chunk !== 'VP8L' || bytes[20] !== 0x2f) return null;
  const low = le16(bytes, 21);
  const high = le16(bytes, 23);
  return sized('webp', (low & 0x3fff) + 1, (((high << 2) | (low >> 14)) & 0x3fff) + 1);
}

interface Box {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Boxes from `start` to `end`; a box that does not fit ends the list. */
function boxesIn(bytes: Uint8Array, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const short = be32(bytes, at);
    const isLong = short === 1;
    const size = isLong ? be32(bytes, at + 8) * 4_294_967_296 + be32(bytes, at + 12) : short === 0 ? end - at : short;
    const head = isLong ? 16 : 8;
    if (size < head || at + size > end) return boxes;
    boxes.push({ name: textAt(bytes, at + 4, 4), start: at + head, end: at + size });
    at += size;
  }
  return boxes;
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The largest of the declared sizes: tiles and thumbnails have their own. */
function readHeif(bytes: Uint8Array): PictureHeader | null {
  const top = boxesIn(bytes, 0, bytes.length);
  const kind = top[0];
  if (kind?.name !== 'ftyp') return null;
  const brands = new Set<string>();
  for (let at = kind.start; at + 4 <= Math.min(kind.end, kind.start + 256); at += 4) brands.add(textAt(bytes, at, 4));
  const isAvif = brands.has('avif') || brands.has('avis');
  if (!isAvif && ![...brands].some((brand) => HEIC_BRANDS.has(brand))) return null;
  const meta = top.find(({ name }) => name === 'meta');
  const inMeta = meta ? boxesIn(bytes, meta.start + 4, meta.end) : [];
  const properties = inMeta.find(({ name }) => name === 'iprp');
  const list = properties && boxesIn(bytes, properties.start, properties.end).find(({ name }) => name === 'ipco');
  let [width, height] = [0, 0];
  for (const box of list ? boxesIn(bytes, list.start, list.end) : []) {
    if (box.name !== 'ispe' || box.end - box.start < 12) continue;
    width = Math.max(width, be32(bytes, box.start + 4));
    height = Math.max(height, be32(bytes, box.start + 8));
  }
  return sized(isAvif ? 'avif' : 'heic', width, height);
}

/** @returns null for anything that is not one of the six types, or that ends before its size is known */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return readPng(bytes);
  if (textAt(bytes, 0, 4) === 'GIF8' && /^[79]a$/.test(textAt(bytes, 4, 2))) return readGif(bytes);
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return readWebp(bytes);
  return textAt(bytes, 4, 4) === 'ftyp' ? readHeif(bytes) : null;
}
