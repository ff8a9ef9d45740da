/** Title, artist, album and cover of a song, by a few requests for parts of it. */
import { ID3_END_BYTES, id3Length, readId3, readId3End } from './id3.ts';
import { type ReadAt, readMp4 } from './mp4.ts';
import { type Draft, latin, MAX_COVER_BYTES, type Tags } from './tag-texts.ts';
import { isWholeFlac, readFlac, readOgg } from './vorbis.ts';

/** Reads a part of the content. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** 64 KiB: holds the tags of most songs without a cover. */
const PART_BYTES = 65_536;
/** 5 MiB: a cover and 1 MiB of texts. */
const MAX_TAG_BYTES = MAX_COVER_BYTES + 1_048_576;
const MAX_REQUESTS = 12;

/** Keeps the last parts and asks for at least 64 KiB, so that neighbouring heads are one request. */
function makeReader(read: ReadRange, sizeBytes: number): ReadAt {
  const parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let requests = 0;
  return async (at, length) => {
    const end = Math.min(sizeBytes, at + length);
    if (at >= end) return new Uint8Array();
    const known = parts.find((part) => part.at <= at && part.at + part.bytes.length >= end);
    if (known) return known.bytes.subarray(at - known.at, end - known.at);
    requests += 1;
    if (requests > MAX_REQUESTS) throw new Error('too many parts');
    const bytes = await read(at, Math.min(sizeBytes, at + Math.max(length, PART_BYTES)));
    parts.push({ at, bytes });
    return bytes.subarray(0, end - at);
  };
}

async function readStart(read: ReadAt, start: Uint8Array, sizeBytes: number, language: string): Promise<Draft> {
  const mark = latin(start.subarray(0, 4));
  const more = () => read(0, Math.min(sizeBytes, MAX_TAG_BYTES));
  if (mark === 'fLaC') return readFlac(isWholeFlac(start) ? start : await more(), language);
  if (mark === 'OggS') {
    const { tags, isWhole } = readOgg(start, language);
    return isWhole ? tags : readOgg(await more(), language).tags;
  }
  if (latin(start.subarray(4, 8)) === 'ftyp') return readMp4(read, sizeBytes, language);
  const length = Math.min(id3Length(start), MAX_TAG_BYTES);
  return length === 0 ? {} : readId3(length <= start.length ? start : await read(0, length), language);
}

/**
 * @param language  of the page
 * @throws as the reader does
 */
export async function readTags(range: ReadRange, sizeBytes: number, language: string): Promise<Tags> {
  const read = makeReader(range, sizeBytes);
  const start = await read(0, PART_BYTES);
  const tags = await readStart(read, start, sizeBytes, language);
  const hasNoEnd = /^(?:fLaC|OggS|RIFF|....ftyp)/s.test(latin(start.subarray(0, 8)));
  if ((tags.title && tags.artist) || hasNoEnd || sizeBytes < ID3_END_BYTES) return tags;
  return { ...readId3End(await read(sizeBytes - ID3_END_BYTES, ID3_END_BYTES), language), ...tags };
}
