/**
 * Profile pictures: type and size from the bytes, and removal of metadata. Pure; decodes nothing.
 */
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE, type PICTURE_TYPES } from '#shared/auth/picture.ts';

export type PictureType = (typeof PICTURE_TYPES)[number];

export interface ReadPicture {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  /** Without metadata about place, time and camera. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type PictureProblem = 'too_large' | 'unknown_type' | 'damaged' | 'too_many_pixels';

type Pieces = { readonly width: number; readonly height: number; readonly keep: readonly Uint8Array[] };

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Chunks that draw the picture; text, time, EXIF and animation are left out. */
const PNG_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
]);
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readPng(bytes: Uint8Array): Pieces | null {
  const view = viewOf(bytes);
  const keep: Uint8Array[] = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const kind = ascii(bytes, at + 4, 4);
    const end = at + 12 + length;
    if (end > bytes.length || (size === null && kind !== 'IHDR')) return null;
    if (kind === 'IHDR') {
      if (size !== null || length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (PNG_CHUNKS.has(kind)) keep.push(bytes.subarray(at, end));
    // Bytes after the end do not belong to the picture.
    if (kind === 'IEND') return size && { ...size, keep };
    at = end;
  }
  return null;
}

/** Orientation (1-8) of an EXIF segment's body; 1 when it has none. */
function orientationOf(exif: Uint8Array): number {
  if (ascii(exif, 0, 4) !== 'Exif' || exif.length < 14) return 1;
  const tiff = exif.subarray(6);
  const view = viewOf(tiff);
  const little = ascii(tiff, 0, 2) === 'II';
  const first = view.getUint32(4, little);
  if (first + 2 > tiff.length) return 1;
  const count = view.getUint16(first, little);
  for (let i = 0; i < count; i++) {
    const at = first + 2 + 12 * i;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, little) === 0x0112) {
      const value = view.getUint16(at + 8, little);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
  return 1;
}

/** An EXIF segment with the orientation and nothing else. */
function orientationSegment(orientation: number): Uint8Array {
  const head = [0xff, 0xe1, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0x00, 0x00];
  const tiff = [0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01];
  const entry = [0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00];
  return Uint8Array.from([...head, ...tiff, ...entry, 0x00, 0x00, 0x00, 0x00]);
}

const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Colours: JFIF, ICC profile, Adobe transform. */
const JPEG_COLOUR_APPS = new Set([0xe0, 0xe2, 0xee]);

function readJpeg(bytes: Uint8Array): Pieces | null {
  const view = viewOf(bytes);
  const keep: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let orientation = 1;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || end > bytes.length) return null;
    if (marker === 0xe1 && orientation === 1) orientation = orientationOf(bytes.subarray(at + 4, end));
    if (START_OF_FRAME.has(marker)) {
      if (end < at + 9) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    const isNote = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !JPEG_COLOUR_APPS.has(marker));
    if (!isNote) keep.push(bytes.subarray(at, end));
    // The rest is the picture itself.
    if (marker === 0xda) {
      const start = keep.slice(0, 1);
      const turned = orientation === 1 ? [] : [orientationSegment(orientation)];
      return size && { ...size, keep: [...start, ...turned, ...keep.slice(1), bytes.subarray(end)] };
    }
    at = end;
  }
  return null;
}

function webpSize(
  bytes: Uint8Array,
  kind: string,
  at: number,
  length: number,
): { width: number; height: number } | null {
  const view = viewOf(bytes);
  if (kind === 'VP8X' && length >= 10) {
    const side = (from: number) => 1 + view.getUint16(from, true) + ((bytes[from + 2] ?? 0) << 16);
    return { width: side(at + 4), height: side(at + 7) };
  }
  if (kind === 'VP8 ' && length >= 10)
    return { width: view.getUint16(at + 6, true) & 0x3fff, height: view.getUint16(at + 8, true) & 0x3fff };
  if (kind === 'VP8L' && length >= 5) {
    const bits = view.getUint32(at + 1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return null;
}

function readWebp(bytes: Uint8Array): Pieces | null {
  const view = viewOf(bytes);
  const keep: Uint8Array[] = [];
  let size: { width: number; height: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const kind = ascii(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > bytes.length) return null;
    size ??= webpSize(bytes, kind, at + 8, length);
    if (WEBP_CHUNKS.has(kind)) {
      const chunk = bytes.slice(at, end);
      // Clears the flags of the removed EXIF, XMP and animation chunks.
      if (kind === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~0b0000_1110;
      keep.push(chunk);
    }
    at = end;
  }
  const chunkBytes = keep.reduce((sum, chunk) => sum + chunk.length, 4);
  const head = new Uint8Array(12);
  head.set(bytes.subarray(0, 12));
  viewOf(head).setUint32(4, chunkBytes, true);
  const drawn = keep.some((chunk) => ascii(chunk, 0, 3) === 'VP8' && chunk[3] !== 0x58);
  return size && drawn ? { ...size, keep: [head, ...keep] } : null;
}

function piecesOf(bytes: Uint8Array): { type: PictureType; pieces: Pieces | null } | null {
  if (PNG_SIGN.every((byte, i) => bytes[i] === byte)) return { type: 'image/png', pieces: readPng(bytes) };
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { type: 'image/jpeg', pieces: readJpeg(bytes) };
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP')
    return { type: 'image/webp', pieces: readWebp(bytes) };
  return null;
}

/** @returns the picture, or the reason of its refusal */
export function readPicture(bytes: Uint8Array): ReadPicture | PictureProblem {
  if (bytes.length > PICTURE_MAX_BYTES) return 'too_large';
  const found = piecesOf(bytes);
  if (!found) return 'unknown_type';
  if (!found.pieces) return 'damaged';
  const { width, height, keep } = found.pieces;
  if (width < 1 || height < 1) return 'damaged';
  if (width > PICTURE_MAX_SIDE || height > PICTURE_MAX_SIDE) return 'too_many_pixels';
  const all = new Uint8Array(keep.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of keep) {
    all.set(piece, at);
    at += piece.length;
  }
  return { type: found.type, width, height, bytes: all };
}
