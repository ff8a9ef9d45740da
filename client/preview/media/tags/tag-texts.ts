/** Texts and covers of tags: one decoder for all texts of a song, and only pictures that browsers show. Pure. */
import { decodeText } from '#shared/content/text-decoding.ts';

export interface Tags {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly cover?: { readonly mime: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

export type TagField = 'title' | 'artist' | 'album';
export type Draft = { -readonly [K in keyof Tags]: Tags[K] };

/** Most bytes of one text. */
export const MAX_TEXT_BYTES = 2_000;
/** 4 MiB: the largest cover that is read. */
export const MAX_COVER_BYTES = 4_194_304;
const MAX_TEXT_CHARS = 300;
/** Values of one field, such as several artists. */
const MAX_VALUES = 10;
export const LINE_END = 0x0a;
const PICTURES = /^image\/(png|jpe?g|webp|gif)$/;

export function latin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One line: several values are separated by zeros, or by ends of lines. */
export function clean(text: string): string {
  const values = text.split(/[\0\n]/, MAX_VALUES).map((value) => value.replace(/^\ufeff/, '').trim());
  return values
    .filter((value) => value !== '')
    .join(', ')
    .slice(0, MAX_TEXT_CHARS);
}

/** Texts without a known encoding, which players of every country wrote in the code page of their system: one is found for all of them. */
export function decodeTexts(stored: ReadonlyMap<TagField, Uint8Array>, language: string): Draft {
  // Zeros would say that letters have two bytes.
  const texts = new Map([...stored].map(([field, bytes]) => [field, bytes.map((byte) => byte || LINE_END)]));
  const all = new Uint8Array([...texts.values()].flatMap((bytes) => [...bytes, LINE_END]));
  const { encoding } = decodeText(all, { language });
  const decoded = [...texts].map(([field, bytes]) => [field, clean(decodeText(bytes, {}, encoding).text)] as const);
  return Object.fromEntries(decoded.filter(([, text]) => text !== ''));
}

/** The type of a picture by its first bytes; '' for none that browsers show. */
export function pictureMime(bytes: Uint8Array): string {
  const start = latin(bytes.subarray(0, 12));
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (start.startsWith('\u2030PNG')) return 'image/png';
  if (start.startsWith('GIF8')) return 'image/gif';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : '';
}

/** The first picture counts. @param mime  as the file says; one that is none is found by the bytes */
export function addCover(tags: Draft, mime: string, bytes: Uint8Array): void {
  const said = mime.toLowerCase();
  const type = PICTURES.test(said) ? said : pictureMime(bytes);
  if (!tags.cover && type !== '' && bytes.length > 0 && bytes.length <= MAX_COVER_BYTES)
    tags.cover = { mime: type, bytes: bytes.slice() };
}
