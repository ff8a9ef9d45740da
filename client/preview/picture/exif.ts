/**
 * Reads the EXIF facts of a picture: JPEG, PNG, WebP, or a bare TIFF block. Linear: each directory is read once, each entry in constant
 * time, and every offset is checked. Anything malformed ends the reading; nothing throws.
 */

export interface Exif {
  /** Maker and model. */
  readonly camera?: string;
  readonly lens?: string;
  /** As the camera wrote it: `2026-08-01 12:30:00`, in the camera's own time zone. */
  readonly takenAt?: string;
  readonly exposureSeconds?: number;
  readonly aperture?: number;
  readonly iso?: number;
  readonly focalLengthMm?: number;
  /** Degrees; north and east are positive. */
  readonly place?: { readonly latitude: number; readonly longitude: number };
}

/** EXIF is at the start of a picture; 256 KiB hold it in every file that cameras write. */
export const EXIF_BYTES = 262_144;
/** Directories hold a few dozen entries. */
const MAX_ENTRIES = 512;
const MAX_TEXT = 200;
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };

type Values = ReadonlyMap<number, string | readonly number[]>;

/** Start of the TIFF block inside a picture; -1 for none. */
function startOfTiff(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textAt = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  if (bytes.length < 16) return -1;
  if (/^(II\*\0|MM\0\*)/.test(textAt(0, 4))) return 0;
  if (view.getUint16(0) === 0xff_d8) {
    // Segments of a JPEG, up to the first one of the picture itself.
    for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; ) {
      const marker = bytes[at + 1] ?? 0;
      const length = view.getUint16(at + 2);
      if (marker === 0xe1 && textAt(at + 4, 6) === 'Exif\0\0') return at + 10;
      if (marker === 0xda || length < 2) return -1;
      at += 2 + length;
    }
    return -1;
  }
  if (textAt(1, 3) === 'PNG') {
    for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at))
      if (textAt(at + 4, 4) === 'eXIf') return at + 8;
    return -1;
  }
  if (textAt(0, 4) === 'RIFF' && textAt(8, 4) === 'WEBP') {
    for (let at = 12; at + 8 <= bytes.length; ) {
      const length = view.getUint32(at + 4, true);
      if (textAt(at, 4) === 'EXIF') return textAt(at + 8, 6) === 'Exif\0\0' ? at + 14 : at + 8;
      at += 8 + length + (length % 2);
    }
  }
  return -1;
}

/** Values of one directory by tag. */
function readDirectory(view: DataView, at: number, isLittle: boolean): Values {
  const values = new Map<number, string | readonly number[]>();
  if (at < 8 || at + 2 > view.byteLength) return values;
  const count = Math.min(view.getUint16(at, isLittle), MAX_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12;
    if (entry + 12 > view.byteLength) break;
    const tag = view.getUint16(entry, isLittle);
    const type = view.getUint16(entry + 2, isLittle);
    const length = view.getUint32(entry + 4, isLittle);
    const sizeBytes = TYPE_BYTES[type];
    if (sizeBytes === undefined || length > MAX_TEXT) continue;
    const from = length * sizeBytes <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle);
    if (from + length * sizeBytes > view.byteLength) continue;
    values.set(tag, type === 2 ? textOf(view, from, length) : numbersOf(view, from, length, type, isLittle));
  }
  return values;
}

function textOf(view: DataView, from: number, length: number): string {
  let text = '';
  for (let at = from; at < from + length; at += 1) {
    const code = view.getUint8(at);
    if (code === 0) break;
    if (code >= 32) text += String.fromCharCode(code);
  }
  return text.trim();
}

function numbersOf(view: DataView, from: number, length: number, type: number, isLittle: boolean): readonly number[] {
  const step = TYPE_BYTES[type] ?? 1;
  return Array.from({ length: Math.min(length, 4) }, (_, index) => {
    const at = from + index * step;
    if (type === 3) return view.getUint16(at, isLittle);
    if (type === 4) return view.getUint32(at, isLittle);
    if (type === 5) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
    if (type === 9) return view.getInt32(at, isLittle);
    if (type === 10) return view.getInt32(at, isLittle) / view.getInt32(at + 4, isLittle);
    return view.getUint8(at);
  });
}

/** Degrees, minutes, seconds as degrees; undefined outside of the globe. */
function degrees(parts: unknown, sign: unknown, most: number): number | undefined {
  if (!Array.isArray(parts) || parts.length < 3) return undefined;
  const [whole = 0, minutes = 0, seconds = 0] = parts as readonly number[];
  const value = whole + minutes / 60 + seconds / 3600;
  if (!Number.isFinite(value) || value > most) return undefined;
  return sign === 'S' || sign === 'W' ? -value : value;
}

/** @returns null where the picture has none */
export function readExif(bytes: Uint8Array): Exif | null {
  const start = startOfTiff(bytes);
  if (start < 0 || start + 8 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  const isLittle = view.getUint8(0) === 0x49;
  if (view.getUint16(2, isLittle) !== 42) return null;
  const main = readDirectory(view, view.getUint32(4, isLittle), isLittle);
  const number = (values: Values, tag: number) => {
    const value = values.get(tag);
    const [first] = Array.isArray(value) ? (value as readonly number[]) : [];
    return first !== undefined && Number.isFinite(first) && first > 0 ? first : undefined;
  };
  const text = (values: Values, tag: number) => {
    const value = values.get(tag);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const inner = (tag: number) => readDirectory(view, number(main, tag) ?? 0, isLittle);
  const [shot, gps] = [inner(0x87_69), inner(0x88_25)];
  const [maker, model] = [text(main, 0x01_0f), text(main, 0x01_10)];
  const camera = maker && model && !model.startsWith(maker) ? `${maker} ${model}` : (model ?? maker);
  const latitude = degrees(gps.get(2), gps.get(1), 90);
  const longitude = degrees(gps.get(4), gps.get(3), 180);
  const facts = {
    camera,
    lens: text(shot, 0xa4_34),
    takenAt: (text(shot, 0x90_03) ?? text(main, 0x01_32))?.replace(/^(\d{4}):(\d\d):(\d\d)/, '$1-$2-$3'),
    exposureSeconds: number(shot, 0x82_9a),
    aperture: number(shot, 0x82_9d),
    iso: number(shot, 0x88_27),
    focalLengthMm: number(shot, 0x92_0a),
    place: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Exif;
  return Object.keys(known).length > 0 ? known : null;
}
