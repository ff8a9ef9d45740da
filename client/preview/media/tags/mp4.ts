/**
 * Tags of M4A and other MP4: the list of items (`ilst`) inside of `moov`, which may be at the end of the file. Boxes are found by their heads;
 * the sound is never read. Anything malformed ends the reading; nothing throws but the reader.
 * @source ISO/IEC 14496-12, section 4.2; QuickTime File Format, Metadata
 */
import {
  addCover,
  clean,
  type Draft,
  decodeTexts,
  latin,
  MAX_COVER_BYTES,
  MAX_TEXT_BYTES,
  type TagField,
  viewOf,
} from './tag-texts.ts';

/** Reads bytes of the file, less at its end. @throws Error when it was asked too often */
export type ReadAt = (at: number, sizeBytes: number) => Promise<Uint8Array>;

const FIELDS: Readonly<Record<string, TagField>> = {
  '\u00a9nam': 'title',
  '\u00a9ART': 'artist',
  '\u00a9alb': 'album',
};
/** Most boxes of one level. */
const MAX_BOXES = 200;
/** Texts, and one cover. */
const MAX_LIST_BYTES = MAX_COVER_BYTES + 1_048_576;
const UTF_16 = 2;

interface Box {
  readonly name: string;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** The box whose head is at the start of the bytes. @param at  of the head. @param limit  end of the box around it */
function boxOf(head: Uint8Array, at: number, limit: number): Box | null {
  if (head.length < 8) return null;
  const view = viewOf(head);
  const size = view.getUint32(0);
  const isLong = size === 1 && head.length >= 16;
  const length = size === 0 ? limit - at : isLong ? Number(view.getBigUint64(8)) : size;
  const start = at + (isLong ? 16 : 8);
  if (length < start - at || at + length > limit) return null;
  return { name: latin(head.subarray(4, 8)), start, end: at + length };
}

/** The first box of a name between two places. */
async function findBox(read: ReadAt, name: string, start: number, end: number): Promise<Box | null> {
  let at = start;
  for (let count = 0; count < MAX_BOXES && at + 8 <= end; count += 1) {
    const box = boxOf(await read(at, 16), at, end);
    if (!box || box.name === name) return box;
    at = box.end;
  }
  return null;
}

function boxesOf(bytes: Uint8Array): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES; ) {
    const box = boxOf(bytes.subarray(at, at + 16), at, bytes.length);
    if (!box) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** @param bytes  the content of the list */
export function readItems(bytes: Uint8Array, language: string): Draft {
  const tags: Draft = {};
  const texts = new Map<TagField, Uint8Array>();
  for (const { name, start, end } of boxesOf(bytes)) {
    const field = FIELDS[name];
    if (!field && name !== 'covr') continue;
    const item = bytes.subarray(start, end);
    const data = boxesOf(item).find((box) => box.name === 'data');
    if (!data || data.end - data.start < 8) continue;
    const type = viewOf(item).getUint32(data.start) & 0xff_ff_ff;
    const value = item.subarray(data.start + 8, data.end);
    if (!field) addCover(tags, '', value);
    else if (type === UTF_16)
      tags[field] = clean(new TextDecoder('utf-16be').decode(value.subarray(0, MAX_TEXT_BYTES)));
    else texts.set(field, value.subarray(0, MAX_TEXT_BYTES));
  }
  return { ...tags, ...decodeTexts(texts, language) };
}

/** @throws the reader's Error */
export async function readMp4(read: ReadAt, sizeBytes: number, language: string): Promise<Draft> {
  let place: Box | null = { name: '', start: 0, end: sizeBytes };
  for (const name of ['moov', 'udta', 'meta', 'ilst']) {
    // `meta` has a version before its boxes; in QuickTime it has none.
    const skip: number = place.name === 'meta' && latin((await read(place.start, 8)).subarray(4, 8)) !== 'hdlr' ? 4 : 0;
    place = await findBox(read, name, place.start + skip, place.end);
    if (!place) return {};
  }
  const length = place.end - place.start;
  return length > MAX_LIST_BYTES ? {} : readItems(await read(place.start, length), language);
}
