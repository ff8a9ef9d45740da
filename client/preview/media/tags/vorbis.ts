/**
 * Comments of FLAC, and of Vorbis, Opus, Speex and FLAC in Ogg. Linear: every block and page is read once, every length is checked.
 * Anything malformed ends the reading; nothing throws.
 * @source xiph.org: vorbis-comment, flac-format (RFC 9639), RFC 3533, RFC 7845
 */
import { concatBytes } from '#shared/content/bytes.ts';
import {
  addCover,
  type Draft,
  decodeTexts,
  LINE_END,
  latin,
  MAX_COVER_BYTES,
  MAX_TEXT_BYTES,
  type TagField,
  viewOf,
} from './tag-texts.ts';

const MAX_COMMENTS = 1_000;
/** Longest name of a comment with its sign. */
const NAME_CHARS = 40;
const FIELDS: readonly TagField[] = ['title', 'artist', 'album'];
/** A picture in a comment has letters of six bits for bytes of eight. */
const MAX_PICTURE_CHARS = Math.ceil((MAX_COVER_BYTES + 1_024) / 3) * 4;

function base64Bytes(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The block of a picture, as FLAC has it. */
export function readPictureBlock(tags: Draft, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  if (bytes.length < 32) return;
  const mimeLength = view.getUint32(4);
  const at = 8 + mimeLength;
  if (mimeLength > 100 || at + 4 > bytes.length) return;
  const data = at + 4 + view.getUint32(at) + 16;
  if (data + 4 > bytes.length) return;
  const length = view.getUint32(data);
  if (data + 4 + length <= bytes.length)
    addCover(tags, latin(bytes.subarray(8, at)), bytes.subarray(data + 4, data + 4 + length));
}

/** @param bytes  from the name of the program that wrote them on */
export function readComments(tags: Draft, bytes: Uint8Array, language: string): void {
  if (bytes.length < 8) return;
  const view = viewOf(bytes);
  let at = 4 + view.getUint32(0, true);
  if (at + 4 > bytes.length) return;
  const count = Math.min(view.getUint32(at, true), MAX_COMMENTS);
  at += 4;
  const texts = new Map<TagField, Uint8Array>();
  for (let index = 0; index < count && at + 4 <= bytes.length; index += 1) {
    const line = bytes.subarray(at + 4, at + 4 + view.getUint32(at, true));
    at += 4 + view.getUint32(at, true);
    const sign = line.subarray(0, NAME_CHARS).indexOf(0x3d);
    const name = sign < 0 ? '' : latin(line.subarray(0, sign)).toLowerCase();
    const field = FIELDS.find((one) => one === name);
    const value = line.subarray(sign + 1);
    // Further values, such as a second artist, are further lines.
    if (field) {
      const before = texts.get(field);
      const values = [...(before ? [...before, LINE_END] : []), ...value.subarray(0, MAX_TEXT_BYTES)];
      texts.set(field, Uint8Array.from(values.slice(0, MAX_TEXT_BYTES)));
    }
    if (value.length > MAX_PICTURE_CHARS) continue;
    if (name === 'metadata_block_picture') readPictureBlock(tags, base64Bytes(latin(value)));
    if (name === 'coverart') addCover(tags, '', base64Bytes(latin(value)));
  }
  Object.assign(tags, decodeTexts(texts, language));
}

/** @param bytes  the start of the file */
export function readFlac(bytes: Uint8Array, language: string): Draft {
  const tags: Draft = {};
  for (let at = 4; at + 4 <= bytes.length; ) {
    const head = bytes[at] ?? 0;
    const length = viewOf(bytes).getUint32(at) & 0xff_ff_ff;
    const body = bytes.subarray(at + 4, at + 4 + length);
    if ((head & 0x7f) === 4) readComments(tags, body, language);
    else if ((head & 0x7f) === 6) readPictureBlock(tags, body);
    if (head & 0x80) break;
    at += 4 + length;
  }
  return tags;
}

/** Whether the start of a FLAC holds all its blocks but the sound. */
export function isWholeFlac(bytes: Uint8Array): boolean {
  let at = 4;
  while (at + 4 <= bytes.length) {
    if ((bytes[at] ?? 0) & 0x80) return at + 4 + (viewOf(bytes).getUint32(at) & 0xff_ff_ff) <= bytes.length;
    at += 4 + (viewOf(bytes).getUint32(at) & 0xff_ff_ff);
  }
  return false;
}

/** Where the comments begin in the second packet of a stream; -1 for another packet. */
function commentsAt(packet: Uint8Array): number {
  const start = latin(packet.subarray(0, 8));
  if (start === 'OpusTags') return 8;
  if (start.startsWith('\u0003vorbis')) return 7;
  // FLAC: the head of a block of metadata.
  return (packet[0] ?? 0) % 0x80 === 4 &&
    packet.length > 12 &&
    (viewOf(packet).getUint32(0) & 0xff_ff_ff) <= packet.length
    ? 4
    : -1;
}

interface Packet {
  readonly pieces: Uint8Array[];
  isWhole: boolean;
}

/** More streams than a song with pictures and subtitles has; each is looked at for each page. */
const MOST_STREAMS = 16;

/** The second packet of each stream, joined from its pages. */
function secondPackets(bytes: Uint8Array): readonly Packet[] {
  const streams = new Map<number, { count: number; second: Packet }>();
  for (let at = 0; at + 27 <= bytes.length && latin(bytes.subarray(at, at + 4)) === 'OggS'; ) {
    const serial = viewOf(bytes).getUint32(at + 14, true);
    const stream = streams.get(serial) ?? { count: 0, second: { pieces: [], isWhole: false } };
    streams.set(serial, stream);
    const sizes = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    let body = at + 27 + (bytes[at + 26] ?? 0);
    for (const size of sizes) {
      if (stream.count === 1) stream.second.pieces.push(bytes.subarray(body, body + size));
      if (size < 255) {
        if (stream.count === 1) stream.second.isWhole = body + size <= bytes.length;
        stream.count += 1;
      }
      body += size;
    }
    at = body;
    // The sound begins: all heads are read.
    if (streams.size > MOST_STREAMS || [...streams.values()].every(({ count }) => count > 2)) break;
  }
  return [...streams.values()].map(({ second }) => second);
}

/** @param bytes  the start of the file. @returns whether it holds all comments, too */
export function readOgg(bytes: Uint8Array, language: string): { readonly tags: Draft; readonly isWhole: boolean } {
  const tags: Draft = {};
  const packets = secondPackets(bytes);
  for (const { pieces } of packets) {
    const packet = concatBytes(pieces);
    const at = commentsAt(packet);
    if (at >= 0) readComments(tags, packet.subarray(at), language);
  }
  return { tags, isWhole: packets.length > 0 && packets.every(({ isWhole }) => isWhole) };
}
