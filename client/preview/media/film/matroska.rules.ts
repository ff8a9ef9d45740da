/** The parts of a Matroska file that players of browsers leave out: subtitles and chapters. Pure, linear, bounded. Source: RFC 9559. */

/** Ids of elements, RFC 9559 section 5.1. */
export const ID = {
  segment: 0x18_53_80_67,
  seekHead: 0x11_4d_9b_74,
  info: 0x15_49_a9_66,
  tracks: 0x16_54_ae_6b,
  cues: 0x1c_53_bb_6b,
  chapters: 0x10_43_a7_70,
  cluster: 0x1f_43_b6_75,
} as const;
const MOST_TRACKS = 128;
const MOST_CUES = 50_000;
const MOST_CHAPTERS = 500;
const SUBTITLES = 17;
const NANO = 1_000_000_000;

export interface Element {
  readonly id: number;
  /** Of its content, in the bytes. */
  readonly start: number;
  /** Behind its content; `Infinity` where the file does not say it. */
  readonly end: number;
}

/** Number of bytes of a vint by its first one; 0 for none. */
const lengthOf = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 0);

/** @returns null where the bytes end before */
function readVint(bytes: Uint8Array, at: number, keepsMark: boolean): { value: number; length: number } | null {
  const length = lengthOf(bytes[at]);
  if (length === 0 || length > 8 || at + length > bytes.length) return null;
  let value = (bytes[at] ?? 0) & (keepsMark ? 0xff : (1 << (8 - length)) - 1);
  let isUnknown = !keepsMark && value === (1 << (8 - length)) - 1;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, length };
}

/** The element at a place; null where its head is cut off. */
export function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = readVint(bytes, at, true);
  if (!id || id.length > 4) return null;
  const size = readVint(bytes, at + id.length, false);
  if (!size) return null;
  const start = at + id.length + size.length;
  return { id: id.value, start, end: start + size.value };
}

/** Elements one after another, up to the first that the bytes do not hold wholly. */
export function* elementsIn(bytes: Uint8Array, { start, end }: Pick<Element, 'start' | 'end'>): Generator<Element> {
  const last = Math.min(end, bytes.length);
  for (let at = start; at < last; ) {
    const element = elementAt(bytes, at);
    if (!element || element.end > last) return;
    yield element;
    at = element.end;
  }
}

/** The first of this id. */
function childOf(bytes: Uint8Array, parent: Element, id: number): Element | undefined {
  for (const child of elementsIn(bytes, parent)) if (child.id === id) return child;
  return undefined;
}

function numberIn(bytes: Uint8Array, { start, end }: Element): number {
  let value = 0;
  for (let at = start; at < Math.min(end, start + 8); at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

const textIn = (bytes: Uint8Array, { start, end }: Element): string =>
  new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 1_000))).replace(/\0.*$/s, '');

/** Places of parts in the segment, by their ids. */
export function seeksIn(bytes: Uint8Array, head: Element): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const seek of elementsIn(bytes, head)) {
    let [id, at] = [0, -1];
    for (const part of elementsIn(bytes, seek)) {
      if (part.id === 0x53_ab) id = numberIn(bytes, part);
      if (part.id === 0x53_ac) at = numberIn(bytes, part);
    }
    if (at >= 0 && !found.has(id)) found.set(id, at);
  }
  return found;
}

/** Nanoseconds of a tick. */
export function tickOf(bytes: Uint8Array, info: Element): number {
  for (const part of elementsIn(bytes, info)) if (part.id === 0x2a_d7_b1) return numberIn(bytes, part) || 1_000_000;
  return 1_000_000;
}

export interface SubtitleTrack {
  readonly number: number;
  /** As in `S_TEXT/UTF8`. */
  readonly codec: string;
  /** As the file says it; '' for none. */
  readonly language: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly isForced: boolean;
  /** Of its blocks: '' none, `unknown` one that nothing here reads. */
  readonly packing: '' | 'zlib' | 'unknown';
}

export function subtitleTracksIn(bytes: Uint8Array, tracks: Element): readonly SubtitleTrack[] {
  const found: SubtitleTrack[] = [];
  for (const entry of elementsIn(bytes, tracks)) {
    if (entry.id !== 0xae) continue;
    let type = 0;
    let track: SubtitleTrack = {
      number: 0,
      codec: '',
      language: 'eng',
      name: '',
      isDefault: true,
      isForced: false,
      packing: '',
    };
    let tag = '';
    for (const part of elementsIn(bytes, entry)) {
      if (part.id === 0x83) type = numberIn(bytes, part);
      else if (part.id === 0xd7) track = { ...track, number: numberIn(bytes, part) };
      else if (part.id === 0x86) track = { ...track, codec: textIn(bytes, part) };
      else if (part.id === 0x22_b5_9c) track = { ...track, language: textIn(bytes, part) };
      else if (part.id === 0x22_b5_9d) tag = textIn(bytes, part);
      else if (part.id === 0x53_6e) track = { ...track, name: textIn(bytes, part) };
      else if (part.id === 0x88) track = { ...track, isDefault: numberIn(bytes, part) !== 0 };
      else if (part.id === 0x55_aa) track = { ...track, isForced: numberIn(bytes, part) !== 0 };
      else if (part.id === 0x6d_80) track = { ...track, packing: packingIn(bytes, part) };
    }
    const language = tag || track.language;
    if (type === SUBTITLES) found.push({ ...track, language: language === 'und' ? '' : language });
    if (found.length >= MOST_TRACKS) break;
  }
  return found;
}

/** Of one encoding that is a compression with zlib; any other is not read. */
function packingIn(bytes: Uint8Array, encodings: Element): SubtitleTrack['packing'] {
  const [encoding, second] = elementsIn(bytes, encodings);
  const compression = encoding && !second ? childOf(bytes, encoding, 0x50_34) : undefined;
  if (!compression) return 'unknown';
  const method = childOf(bytes, compression, 0x42_54);
  return method === undefined || numberIn(bytes, method) === 0 ? 'zlib' : 'unknown';
}

/** Where one subtitle stands. */
export interface CuePlace {
  /** s. */
  readonly at: number;
  /** s; 0 where the index does not say it. */
  readonly seconds: number;
  /** Of the cluster, from the start of the segment's content. */
  readonly cluster: number;
  /** In the content of the cluster. */
  readonly inside: number;
}

/** Places of the blocks of some tracks, in their order. @param tick  ns */
export function cuePlacesIn(
  bytes: Uint8Array,
  cues: Element,
  wanted: ReadonlySet<number>,
  tick: number,
): ReadonlyMap<number, CuePlace[]> {
  const found = new Map<number, CuePlace[]>([...wanted].map((number) => [number, []]));
  let count = 0;
  for (const point of elementsIn(bytes, cues)) {
    let at = 0;
    for (const part of elementsIn(bytes, point)) {
      if (part.id === 0xb3) at = (numberIn(bytes, part) * tick) / NANO;
      if (part.id !== 0xb7) continue;
      let [track, cluster, inside, seconds] = [0, -1, -1, 0];
      for (const place of elementsIn(bytes, part)) {
        const value = numberIn(bytes, place);
        if (place.id === 0xf7) track = value;
        else if (place.id === 0xf1) cluster = value;
        else if (place.id === 0xf0) inside = value;
        else if (place.id === 0xb2) seconds = (value * tick) / NANO;
      }
      if (cluster < 0 || inside < 0 || count >= MOST_CUES) continue;
      const places = found.get(track);
      places?.push({ at, seconds, cluster, inside });
      if (places) count += 1;
    }
  }
  for (const places of found.values()) places.sort((a, b) => a.at - b.at);
  return found;
}

/** @param tick  ns. @returns payload, and how long it is shown, s (0 where the file does not say it); null for another track */
export function blockIn(
  bytes: Uint8Array,
  at: number,
  number: number,
  tick: number,
): { readonly payload: Uint8Array; readonly seconds: number } | null {
  const group = elementAt(bytes, at);
  if (!group) return null;
  const parts = group.id === 0xa0 ? [...elementsIn(bytes, group)] : [group];
  const block = parts.find(({ id }) => id === 0xa1 || id === 0xa3);
  const duration = parts.find(({ id }) => id === 0x9b);
  const track = block && readVint(bytes, block.start, false);
  if (!block || !track || track.value !== number || block.end > bytes.length) return null;
  // Behind the number: two bytes of time, one of flags.
  const payload = bytes.subarray(block.start + track.length + 3, block.end);
  return { payload, seconds: duration ? (numberIn(bytes, duration) * tick) / NANO : 0 };
}

export interface Chapter {
  /** s. */
  readonly at: number;
  readonly name: string;
}

/** Those of the first edition that has any, without chapters inside chapters. */
export function chaptersIn(bytes: Uint8Array, chapters: Element): readonly Chapter[] {
  for (const edition of elementsIn(bytes, chapters)) {
    const found: Chapter[] = [];
    for (const atom of elementsIn(bytes, edition)) {
      if (atom.id !== 0xb6 || found.length >= MOST_CHAPTERS) continue;
      let [at, name] = [0, ''];
      for (const part of elementsIn(bytes, atom)) {
        if (part.id === 0x91) at = numberIn(bytes, part) / NANO;
        const shown = part.id === 0x80 ? childOf(bytes, part, 0x85) : undefined;
        if (shown && name === '') name = textIn(bytes, shown).slice(0, 100);
      }
      found.push({ at, name });
    }
    if (found.length > 0) return found.toSorted((a, b) => a.at - b.at);
  }
  return [];
}
