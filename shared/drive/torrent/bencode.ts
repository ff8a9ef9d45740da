/**
 * Bencode, the form of .torrent files and of answers of trackers. Pure. One pass over the bytes: depth, number of values and
 * digits are bounded, so a file that lies costs no more than its own length.
 */

export type Bencoded = number | Uint8Array | readonly Bencoded[] | BencodedDict;

/** Keys as text of one character for each byte. */
export type BencodedDict = ReadonlyMap<string, Bencoded>;

export class BencodeError extends Error {
  override readonly name = 'BencodeError';
}

export interface BencodedFile {
  readonly value: Bencoded;
  /** Bytes of each value of the outermost dictionary, by key. */
  readonly spans: ReadonlyMap<string, Uint8Array>;
}

const MAX_DEPTH = 16;
const DEFAULT_MAX_VALUES = 400_000;
/** Digits of a length or a number that a safe integer holds. */
const MAX_DIGITS = 16;

const [DIGIT_0, DIGIT_9, COLON, MINUS, LETTER_D, LETTER_E, LETTER_I, LETTER_L] = [...'09:-deil'].map((letter) =>
  letter.charCodeAt(0),
) as [number, number, number, number, number, number, number, number];

export function latin1(bytes: Uint8Array): string {
  let text = '';
  // Pieces: a call takes a bounded number of arguments.
  for (let at = 0; at < bytes.length; at += 4_096) text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
  return text;
}

/** @throws BencodeError for anything but one whole value */
export function parseBencode(bytes: Uint8Array, maxValues = DEFAULT_MAX_VALUES): BencodedFile {
  const spans = new Map<string, Uint8Array>();
  let at = 0;
  let values = 0;

  function fail(why: string): never {
    throw new BencodeError(`${why} at byte ${at}`);
  }

  /** Digits up to `end`, which is passed. */
  function readNumber(end: number): number {
    const start = at;
    const isNegative = end === LETTER_E && bytes[at] === MINUS;
    if (isNegative) at += 1;
    const first = at;
    let value = 0;
    for (let byte = bytes[at] ?? end; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[at] ?? end) {
      if (at - first >= MAX_DIGITS) fail('a number is too long');
      value = value * 10 + (byte - DIGIT_0);
      at += 1;
    }
    if (at === first || bytes[at] !== end) fail('a number was expected');
    if (bytes[first] === DIGIT_0 && at - first > 1) fail('a number begins with 0');
    if (!Number.isSafeInteger(value) || (isNegative && value === 0)) fail('a number is out of range');
    at += 1;
    return bytes[start] === MINUS ? -value : value;
  }

  function readText(): Uint8Array {
    const length = readNumber(COLON);
    if (length > bytes.length - at) fail('a text is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  }

  function readDict(depth: number): BencodedDict {
    const dict = new Map<string, Bencoded>();
    while (bytes[at] !== LETTER_E) {
      const key = latin1(readText());
      // Readers that differ on the first or the last would see two files in one.
      if (dict.has(key)) fail('a key is there twice');
      const start = at;
      dict.set(key, readValue(depth));
      if (depth === 1) spans.set(key, bytes.subarray(start, at));
    }
    at += 1;
    return dict;
  }

  function readList(depth: number): Bencoded[] {
    const list: Bencoded[] = [];
    while (bytes[at] !== LETTER_E) list.push(readValue(depth));
    at += 1;
    return list;
  }

  function readValue(depth: number): Bencoded {
    values += 1;
    if (values > maxValues) fail('too many values');
    const byte = bytes[at];
    if (byte === undefined) fail('the end was not expected');
    if (byte === LETTER_I) {
      at += 1;
      return readNumber(LETTER_E);
    }
    if (byte === LETTER_L || byte === LETTER_D) {
      if (depth >= MAX_DEPTH) fail('too deep');
      at += 1;
      return byte === LETTER_L ? readList(depth + 1) : readDict(depth + 1);
    }
    return readText();
  }

  const value = readValue(0);
  if (at !== bytes.length) fail('more bytes follow');
  return { value, spans };
}

/** Bytes of a value that is encoded already. */
export class RawBencode {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export type ToBencode =
  | number
  | string
  | Uint8Array
  | RawBencode
  | readonly ToBencode[]
  | { readonly [key: string]: ToBencode };

/** Keys in the order of their bytes, as the format wants them. */
export function writeBencode(value: ToBencode): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const put = (text: string): void => void pieces.push(encoder.encode(text));

  function write(one: ToBencode): void {
    if (typeof one === 'number') put(`i${one}e`);
    else if (typeof one === 'string') write(encoder.encode(one));
    else if (one instanceof RawBencode) pieces.push(one.bytes);
    else if (one instanceof Uint8Array) {
      put(`${one.length}:`);
      pieces.push(one);
    } else if (Array.isArray(one)) {
      put('l');
      for (const item of one as readonly ToBencode[]) write(item);
      put('e');
    } else {
      put('d');
      for (const [key, item] of Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) {
        write(key);
        write(item);
      }
      put('e');
    }
  }

  write(value);
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
