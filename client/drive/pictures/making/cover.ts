/**
 * Finds the cover inside the first bytes of a sound: ID3v2 (mp3), the PICTURE block of FLAC, `covr` of MP4. Pure; linear in what it is
 * given; a cover that is cut off is none.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Tags, blocks and boxes read at most. */
const MAX_PARTS = 2_000;
/** ID3: a front cover. */
const FRONT_COVER = 3;

function be(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let step = 0; step < length; step += 1) value = value * 256 + (bytes[at + step] ?? 0);
  return value;
}

/** Seven bits a byte. */
function syncSafe(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((value, step) => value * 128 + ((bytes[at + step] ?? 0) & 0x7f), 0);
}

function text(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Behind the text that starts here: one zero byte, or two where a letter has two bytes. */
function afterText(bytes: Uint8Array, start: number, end: number, isWide: boolean): number {
  const step = isWide ? 2 : 1;
  for (let at = start; at + step <= end; at += step) if (be(bytes, at, step) === 0) return at + step;
  return end;
}

function inId3(bytes: Uint8Array): Span | null {
  const version = bytes[3] ?? 0;
  const end = Math.min(bytes.length, 10 + syncSafe(bytes, 6));
  const [nameLength, headLength] = version === 2 ? [3, 6] : [4, 10];
  let first: Span | null = null;
  let at = 10;
  for (let part = 0; part < MAX_PARTS && at + headLength <= end; part += 1) {
    const name = text(bytes, at, nameLength);
    const size = version === 2 ? be(bytes, at + 3, 3) : version === 4 ? syncSafe(bytes, at + 4) : be(bytes, at + 4, 4);
    const start = at + headLength;
    at = start + size;
    if (size === 0 || at > end) return first;
    if (name !== 'APIC' && name !== 'PIC') continue;
    const isWide = bytes[start] === 1 || bytes[start] === 2;
    const kindAt = version === 2 ? start + 4 : afterText(bytes, start + 1, at, false);
    const found = { start: afterText(bytes, kindAt + 1, at, isWide), end: at };
    if (bytes[kindAt] === FRONT_COVER) return found;
    first ??= found;
  }
  return first;
}

function inFlac(bytes: Uint8Array): Span | null {
  let at = 4;
  for (let part = 0; part < MAX_PARTS && at + 4 <= bytes.length; part += 1) {
    const kind = bytes[at] ?? 0;
    const start = at + 4;
    const end = start + be(bytes, at + 1, 3);
    if ((kind & 0x7f) === 6 && end <= bytes.length) {
      const described = start + 8 + be(bytes, start + 4, 4);
      const sized = described + 4 + be(bytes, described, 4) + 16;
      const length = be(bytes, sized, 4);
      return sized + 4 + length <= end ? { start: sized + 4, end: sized + 4 + length } : null;
    }
    if ((kind & 0x80) !== 0) return null;
    at = end;
  }
  return null;
}

/** Content of the first box of this name between two places. */
function boxIn(bytes: Uint8Array, name: string, { start, end }: Span): Span | null {
  let at = start;
  for (let part = 0; part < MAX_PARTS && at + 8 <= end; part += 1) {
    const size = be(bytes, at, 4);
    if (size < 8) return null;
    if (text(bytes, at + 4, 4) === name) return { start: at + 8, end: Math.min(end, at + size) };
    at += size;
  }
  return null;
}

function inMp4(bytes: Uint8Array): Span | null {
  let span: Span | null = { start: 0, end: bytes.length };
  for (const name of ['moov', 'udta', 'meta', 'ilst', 'covr', 'data']) {
    span = boxIn(bytes, name, span);
    if (!span) return null;
    // Version and flags.
    if (name === 'meta') span = { start: span.start + 4, end: span.end };
  }
  return span.end - span.start > 8 ? { start: span.start + 8, end: span.end } : null;
}

/** @returns where the cover is, or null */
export function findCover(bytes: Uint8Array): Span | null {
  const found =
    text(bytes, 0, 3) === 'ID3'
      ? inId3(bytes)
      : text(bytes, 0, 4) === 'fLaC'
        ? inFlac(bytes)
        : text(bytes, 4, 4) === 'ftyp'
          ? inMp4(bytes)
          : null;
  return found && found.end > found.start ? found : null;
}
