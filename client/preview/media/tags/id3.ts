/**
 * ID3 of MP3: version 1 in the last 128 bytes, versions 2.2 to 2.4 at the start. Linear: every frame is read once, every length is checked.
 * Anything malformed ends the reading; nothing throws.
 * @source id3.org: id3v2-00, id3v2.3.0, id3v2.4.0-structure, id3v2.4.0-frames
 */
import { addCover, clean, type Draft, decodeTexts, latin, MAX_TEXT_BYTES, type TagField, viewOf } from './tag-texts.ts';

/** Bytes of version 1. */
export const ID3_END_BYTES = 128;
const HEAD_BYTES = 10;

const TEXTS: Readonly<Record<string, TagField>> = {
  TIT2: 'title',
  TPE1: 'artist',
  TALB: 'album',
  TT2: 'title',
  TP1: 'artist',
  TAL: 'album',
};
/** Covers in version 2.2 have a type of three letters. */
const SHORT_TYPES: Readonly<Record<string, string>> = { JPG: 'image/jpeg', PNG: 'image/png' };

/** A number of four bytes with seven bits each. */
function seven(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0);
}

/** Length of the tag at the start of a file; 0 for none. */
export function id3Length(start: Uint8Array): number {
  return latin(start.subarray(0, 3)) === 'ID3' && start.length >= HEAD_BYTES ? HEAD_BYTES + seven(start, 6) : 0;
}

/** Takes out the zeros that were put behind 0xFF, so that no player takes the tag for sound. */
function synchronised(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    out[length] = bytes[at] ?? 0;
    length += 1;
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1;
  }
  return out.subarray(0, length);
}

/** A text that names a Unicode encoding in its first byte. */
function unicodeText(bytes: Uint8Array): string {
  const rest = bytes.subarray(1, MAX_TEXT_BYTES);
  if (bytes[0] === 1) return clean(new TextDecoder(rest[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(rest));
  if (bytes[0] === 2) return clean(new TextDecoder('utf-16be').decode(rest));
  return clean(new TextDecoder().decode(rest));
}

/** @param isShort  of version 2.2 */
function readPicture(tags: Draft, bytes: Uint8Array, isShort: boolean): void {
  const typeEnd = isShort ? 4 : bytes.indexOf(0, 1);
  if (typeEnd < 0) return;
  const type = latin(bytes.subarray(1, typeEnd));
  const isWide = bytes[0] === 1 || bytes[0] === 2;
  // Behind the type: what it shows, and a description that ends with one zero, or with two where letters have two bytes.
  let at = typeEnd + (isShort ? 1 : 2);
  while (at < bytes.length && !(bytes[at] === 0 && (!isWide || bytes[at + 1] === 0))) at += isWide ? 2 : 1;
  addCover(tags, isShort ? (SHORT_TYPES[type.toUpperCase()] ?? '') : type, bytes.subarray(at + (isWide ? 2 : 1)));
}

interface Frame {
  readonly name: string;
  readonly body: Uint8Array;
  /** Where the next one begins. */
  readonly end: number;
}

/** Whether a frame, padding or the end of the tag is there. */
function isFrameAt(bytes: Uint8Array, at: number): boolean {
  return at === bytes.length || bytes[at] === 0 || /^[A-Z][A-Z0-9]{3}$/.test(latin(bytes.subarray(at, at + 4)));
}

/** Length of a frame of version 2.4. Some programs write all eight bits of each byte. */
function lengthOf(bytes: Uint8Array, at: number): number {
  const length = seven(bytes, at + 4);
  const plain = viewOf(bytes).getUint32(at + 4);
  const isPlain = plain !== length && !isFrameAt(bytes, at + 10 + length) && isFrameAt(bytes, at + 10 + plain);
  return isPlain ? plain : length;
}

/** The content of a frame without what its flags put around it; empty where it is packed or encrypted. */
function bodyOf(bytes: Uint8Array, flags: number, version: number, isUnsynchronised: boolean): Uint8Array {
  if (version === 3) return flags & 0xc0 ? bytes.subarray(0, 0) : bytes.subarray(flags & 0x20 ? 1 : 0);
  if (flags & 0x0c) return bytes.subarray(0, 0);
  const body = bytes.subarray((flags & 0x40 ? 1 : 0) + (flags & 1 ? 4 : 0));
  return isUnsynchronised || flags & 2 ? synchronised(body) : body;
}

function frameAt(bytes: Uint8Array, at: number, version: number, isUnsynchronised: boolean): Frame | null {
  const headBytes = version === 2 ? 6 : 10;
  if (at + headBytes >= bytes.length || bytes[at] === 0) return null;
  const name = latin(bytes.subarray(at, at + (version === 2 ? 3 : 4)));
  const view = viewOf(bytes);
  const length =
    version === 2 ? view.getUint32(at + 2) & 0xff_ff_ff : version === 4 ? lengthOf(bytes, at) : view.getUint32(at + 4);
  const end = at + headBytes + Math.max(1, length);
  const whole = bytes.subarray(at + headBytes, at + headBytes + length);
  const body = version === 2 ? whole : bodyOf(whole, bytes[at + 9] ?? 0, version, isUnsynchronised);
  return { name, body, end };
}

/** @param bytes  the start of the file with the tag */
export function readId3(bytes: Uint8Array, language: string): Draft {
  const tags: Draft = {};
  const version = bytes[3] ?? 0;
  const flags = bytes[5] ?? 0;
  if (version < 2 || version > 4) return tags;
  const isUnsynchronised = (flags & 0x80) !== 0;
  const stored = bytes.subarray(HEAD_BYTES, id3Length(bytes));
  const content = isUnsynchronised && version < 4 ? synchronised(stored) : stored;
  const unknown = new Map<TagField, Uint8Array>();
  let at = 0;
  if (flags & 0x40 && version > 2 && content.length > 4)
    at = version === 4 ? seven(content, 0) : viewOf(content).getUint32(0) + 4;
  for (;;) {
    const frame = frameAt(content, at, version, isUnsynchronised);
    if (!frame) break;
    const { name, body, end } = frame;
    const field = TEXTS[name];
    if (field && body.length > 1 && body[0] === 0) unknown.set(field, body.subarray(1, MAX_TEXT_BYTES));
    else if (field && body.length > 1) tags[field] = unicodeText(body);
    else if ((name === 'APIC' || name === 'PIC') && end <= content.length) readPicture(tags, body, version === 2);
    at = end;
  }
  return { ...tags, ...decodeTexts(unknown, language) };
}

/** @param bytes  the last 128 of the file */
export function readId3End(bytes: Uint8Array, language: string): Draft {
  if (bytes.length !== ID3_END_BYTES || latin(bytes.subarray(0, 3)) !== 'TAG') return {};
  const text = (at: number) => {
    const field = bytes.subarray(at, at + 30);
    const end = field.indexOf(0);
    return end < 0 ? field : field.subarray(0, end);
  };
  const texts = new Map<TagField, Uint8Array>([
    ['title', text(3)],
    ['artist', text(33)],
    ['album', text(63)],
  ]);
  return decodeTexts(texts, language);
}
