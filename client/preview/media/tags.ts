/**
 * Title, artist and cover of an audio file: ID3v2 of MP3, Vorbis comments and pictures of FLAC. Linear: every block is read once, every
 * length is checked. Anything malformed ends the reading; nothing throws.
 */

import { decodeText } from '#shared/content/text-decoding.ts';

export interface Tags {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly cover?: { readonly mime: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

const MAX_TEXT = 300;
const MAX_BYTES = 2_000;
const LINE_END = 0x0a;
const PICTURES = /^image\/(png|jpe?g|webp|gif)$/;

type Draft = { -readonly [K in keyof Tags]: Tags[K] };

function latin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const at = bytes.indexOf(0);
  return at < 0 ? bytes : bytes.subarray(0, at);
}

function clean(text: string): string {
  const at = text.indexOf('\0');
  return (at < 0 ? text : text.slice(0, at)).trim().slice(0, MAX_TEXT);
}

/** Texts that say Latin-1, which players of every country wrote in the code page of their system: one is found for all of them. */
function decodeLatin(texts: ReadonlyMap<TextField, Uint8Array>, language: string): Draft {
  const all = new Uint8Array([...texts.values()].flatMap((bytes) => [...bytes, LINE_END]));
  const { encoding } = decodeText(all, { language });
  return Object.fromEntries([...texts].map(([field, bytes]) => [field, clean(decodeText(bytes, {}, encoding).text)]));
}

/** Text of an ID3 frame that names a Unicode encoding in its first byte. */
function id3Text(bytes: Uint8Array): string {
  const rest = bytes.subarray(1);
  if (bytes[0] === 1)
    return clean(new TextDecoder(rest[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(rest.subarray(0, MAX_BYTES)));
  if (bytes[0] === 2) return clean(new TextDecoder('utf-16be').decode(rest.subarray(0, MAX_BYTES)));
  return clean(new TextDecoder().decode(rest.subarray(0, MAX_BYTES)));
}

function withCover(tags: Draft, mime: string, bytes: Uint8Array): void {
  const type = mime.toLowerCase();
  if (!tags.cover && PICTURES.test(type) && bytes.length > 0) tags.cover = { mime: type, bytes: bytes.slice() };
}

function id3Picture(tags: Draft, bytes: Uint8Array): void {
  const mimeEnd = bytes.indexOf(0, 1);
  if (mimeEnd < 0) return;
  const isWide = bytes[0] === 1 || bytes[0] === 2;
  let at = mimeEnd + 2;
  // The description ends with one zero, or with two where letters have two bytes.
  while (at < bytes.length && !(bytes[at] === 0 && (!isWide || bytes[at + 1] === 0))) at += isWide ? 2 : 1;
  withCover(tags, latin(bytes.subarray(1, mimeEnd)), bytes.subarray(at + (isWide ? 2 : 1)));
}

type TextField = 'title' | 'artist' | 'album';

const ID3_TEXTS: Readonly<Record<string, TextField>> = {
  TIT2: 'title',
  TPE1: 'artist',
  TALB: 'album',
};

function readId3(bytes: Uint8Array, language: string): Draft {
  const tags: Draft = {};
  const latinTexts = new Map<TextField, Uint8Array>();
  const version = bytes[3] ?? 0;
  const seven = (at: number) => [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, 10 + seven(6));
  let at = 10;
  if ((bytes[5] ?? 0) & 0x40 && end > 14) at += version === 4 ? seven(10) : view.getUint32(10) + 4;
  while (at + 10 < end && bytes[at] !== 0) {
    const name = latin(bytes.subarray(at, at + 4));
    const length = version === 4 ? seven(at + 4) : view.getUint32(at + 4);
    const body = bytes.subarray(at + 10, Math.min(end, at + 10 + length));
    const field = ID3_TEXTS[name];
    if (field && body.length > 1 && body[0] === 0) latinTexts.set(field, untilZero(body.subarray(1, MAX_BYTES)));
    else if (field && body.length > 1) tags[field] = id3Text(body);
    else if (name === 'APIC' && at + 10 + length <= end) id3Picture(tags, body);
    at += 10 + Math.max(1, length);
  }
  return { ...tags, ...decodeLatin(latinTexts, language) };
}

function readComments(tags: Draft, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8) return;
  let at = 4 + view.getUint32(0, true);
  if (at + 4 > bytes.length) return;
  const count = Math.min(view.getUint32(at, true), 200);
  at += 4;
  for (let index = 0; index < count && at + 4 <= bytes.length; index += 1) {
    const length = view.getUint32(at, true);
    const line = new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + Math.min(length, MAX_BYTES)));
    const [, name = '', value = ''] = /^(title|artist|album)=(.*)$/is.exec(line) ?? [];
    if (name !== '') tags[name.toLowerCase() as 'title' | 'artist' | 'album'] = clean(value);
    at += 4 + length;
  }
}

function flacPicture(tags: Draft, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 32) return;
  const mimeLength = view.getUint32(4);
  const at = 8 + mimeLength;
  if (mimeLength > 100 || at + 4 > bytes.length) return;
  const data = at + 4 + view.getUint32(at) + 16;
  if (data + 4 > bytes.length) return;
  const length = view.getUint32(data);
  if (data + 4 + length <= bytes.length)
    withCover(tags, latin(bytes.subarray(8, at)), bytes.subarray(data + 4, data + 4 + length));
}

function readFlac(bytes: Uint8Array): Draft {
  const tags: Draft = {};
  for (let at = 4; at + 4 <= bytes.length; ) {
    const head = bytes[at] ?? 0;
    const length = ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const body = bytes.subarray(at + 4, at + 4 + length);
    if ((head & 0x7f) === 4) readComments(tags, body);
    else if ((head & 0x7f) === 6) flacPicture(tags, body);
    if (head & 0x80) break;
    at += 4 + length;
  }
  return tags;
}

/** @param bytes  the start of the file. @param language  of the page */
export function readTags(bytes: Uint8Array, language: string): Tags {
  const mark = latin(bytes.subarray(0, 4));
  if (mark.startsWith('ID3') && bytes.length > 20) return readId3(bytes, language);
  return mark === 'fLaC' ? readFlac(bytes) : {};
}
