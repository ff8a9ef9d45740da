/** Reads subtitles and chapters of a Matroska file in ranges: its heads and index once, each subtitle when it is near. */
import { MIB } from '#shared/units.ts';
import type { ReadRange } from '../sound-codec.ts';
import {
  blockIn,
  type Chapter,
  type CuePlace,
  chaptersIn,
  cuePlacesIn,
  type Element,
  elementAt,
  ID,
  type SubtitleTrack,
  seeksIn,
  subtitleTracksIn,
  tickOf,
} from './matroska.rules.ts';

const HEAD_BYTES = 65_536;
/** Longer ones are of no film, and take seconds to read: an index has a place for each subtitle. */
const MOST_CUES_BYTES = 16 * MIB;
const MOST_PART_BYTES = 4 * MIB;
/** Parts before the first cluster. */
const MOST_PARTS = 24;
/** Head of an element. */
const ELEMENT_HEAD_BYTES = 12;
/** Longer blocks hold no text that fits on a film. */
const MOST_BLOCK_BYTES = 16_384;
/** Of a subtitle whose end the file does not say. */
const SHOWN_SECONDS = 5;
const MOST_TEXT_CHARS = 2_000;

export interface FilmSubtitles {
  readonly track: SubtitleTrack;
  /** Null where the index of the file does not have them. */
  readonly places: readonly CuePlace[] | null;
  /** @returns null for a block that is none */
  read(place: CuePlace): Promise<FilmCue | null>;
}

export interface FilmCue {
  readonly from: number;
  readonly until: number;
  /** As the file has it: a line of SubStation, or text. */
  readonly text: string;
}

export interface FilmExtras {
  readonly subtitles: readonly FilmSubtitles[];
  readonly chapters: readonly Chapter[];
}

const NOTHING: FilmExtras = { subtitles: [], chapters: [] };

interface Part {
  readonly bytes: Uint8Array;
  readonly element: Element;
}

/** @returns null where it is not there, or too long */
async function readPart(sizeBytes: number, read: ReadRange, at: number, id: number): Promise<Part | null> {
  if (at + ELEMENT_HEAD_BYTES >= sizeBytes) return null;
  const head = elementAt(await read(at, at + ELEMENT_HEAD_BYTES), 0);
  const mostBytes = id === ID.cues ? MOST_CUES_BYTES : MOST_PART_BYTES;
  if (head?.id !== id || head.end > mostBytes || at + head.end > sizeBytes) return null;
  return { bytes: await read(at, at + head.end), element: head };
}

/** Places of the parts by their ids, in the file, and where the content of the segment begins. */
async function findParts(sizeBytes: number, read: ReadRange) {
  const bytes = await read(0, Math.min(sizeBytes, HEAD_BYTES));
  const ebml = elementAt(bytes, 0);
  const segment = ebml && elementAt(bytes, ebml.end);
  if (segment?.id !== ID.segment) return null;
  const places = new Map<number, number>();
  let at = segment.start;
  for (let count = 0; count < MOST_PARTS && at + ELEMENT_HEAD_BYTES < sizeBytes; count += 1) {
    const isHere = at + ELEMENT_HEAD_BYTES <= bytes.length;
    const element = isHere ? elementAt(bytes, at) : elementAt(await read(at, at + ELEMENT_HEAD_BYTES), 0);
    if (!element || element.id === ID.cluster || !Number.isFinite(element.end)) break;
    if (!places.has(element.id)) places.set(element.id, at);
    if (isHere && element.id === ID.seekHead && element.end <= bytes.length)
      for (const [id, inside] of seeksIn(bytes, element)) if (!places.has(id)) places.set(id, segment.start + inside);
    at = isHere ? element.end : at + element.end;
  }
  return { places, start: segment.start };
}

/** @throws PreviewError of the reader */
export async function readExtras(sizeBytes: number, read: ReadRange): Promise<FilmExtras> {
  const found = await findParts(sizeBytes, read);
  if (!found) return NOTHING;
  const part = async (id: number): Promise<Part | null> => {
    const at = found.places.get(id);
    return at === undefined ? null : readPart(sizeBytes, read, at, id);
  };
  const [info, tracks, chapters] = [await part(ID.info), await part(ID.tracks), await part(ID.chapters)];
  const tick = info ? tickOf(info.bytes, info.element) : 1_000_000;
  const listed = tracks ? subtitleTracksIn(tracks.bytes, tracks.element) : [];
  const cues = listed.length > 0 ? await part(ID.cues) : null;
  const places = cues && cuePlacesIn(cues.bytes, cues.element, new Set(listed.map(({ number }) => number)), tick);
  const readCue = cueReader(sizeBytes, read, found.start, tick);
  return {
    chapters: chapters ? chaptersIn(chapters.bytes, chapters.element) : [],
    subtitles: listed.map((track) => {
      const own = places?.get(track.number) ?? [];
      return { track, places: own.length > 0 ? own : null, read: (place) => readCue(track, place) };
    }),
  };
}

/** @param start  of the segment's content @param tick  ns */
function cueReader(sizeBytes: number, read: ReadRange, start: number, tick: number) {
  /** Cluster -> where its content begins; those of the last film minutes. */
  const contents = new Map<number, Promise<number>>();
  const contentOf = (cluster: number): Promise<number> => {
    const at = start + cluster;
    const known =
      contents.get(cluster) ??
      read(at, Math.min(sizeBytes, at + ELEMENT_HEAD_BYTES)).then((bytes) => {
        const head = elementAt(bytes, 0);
        return head?.id === ID.cluster ? at + head.start : -1;
      });
    contents.set(cluster, known);
    // A reading that failed is tried again.
    known.catch(() => contents.delete(cluster));
    return known;
  };
  return async (track: SubtitleTrack, place: CuePlace): Promise<FilmCue | null> => {
    const content = await contentOf(place.cluster);
    const at = content + place.inside;
    if (content < 0 || at >= sizeBytes) return null;
    const block = blockIn(await read(at, Math.min(sizeBytes, at + MOST_BLOCK_BYTES)), 0, track.number, tick);
    if (!block) return null;
    const payload = track.packing === 'zlib' ? await inflate(block.payload) : block.payload;
    const [whole = ''] = new TextDecoder().decode(payload).split('\0', 1);
    const text = whole.slice(0, MOST_TEXT_CHARS);
    return { from: place.at, until: place.at + (block.seconds || place.seconds || SHOWN_SECONDS), text };
  };
}

/** At most the bytes of a block. */
async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const reader = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const whole = new Uint8Array(MOST_BLOCK_BYTES);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole.subarray(0, at);
    const piece = value.subarray(0, whole.length - at);
    whole.set(piece, at);
    at += piece.length;
    if (at < whole.length) continue;
    await reader.cancel();
    return whole;
  }
}
