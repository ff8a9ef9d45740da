/**
 * Guesses the encoding of a text: each encoding reads the same bytes, and the reading that is most probable in one of its languages wins.
 * Valid UTF-8 is not read as something else, but for a few characters that no text has; nor is UTF-8 with few broken bytes. Pure; bounded, linear in the bytes.
 */
import { ALL_LANGUAGES, candidatesFor } from './candidates.ts';
import { decodeAs } from './decode-as.ts';
import type { TextEncoding } from './encodings.ts';
import { type Language, type LanguageModels, makeLanguageModels } from './language-model.ts';
import { utf8Facts } from './utf8-facts.ts';

export interface TextHints {
  /** Language of the page, as `zh-CN`. It decides only where the bytes leave it open. */
  readonly language?: string;
  /** The bytes are a name or several: code pages of DOS are possible too. */
  readonly isName?: boolean;
}

/** 64 KiB from the first byte that is not plain ASCII are looked at, and of them 2 KiB read in each encoding. */
const LOOK_BYTES = 65_536;
const SAMPLE_BYTES = 2_048;
/** UTF-16 without a mark, and UTF-8 that is broken, are rare. */
const UTF16_COST = 6;
const BROKEN_UTF8_COST = 2;
/** Nats by which another reading of valid UTF-8 must be better, and the most characters that it may have then. */
const VALID_UTF8 = 5;
const FEW = 6;
/** Up to 1 % of broken bytes are damage, not another encoding; a little more, as damage may break its neighbour too. */
const DAMAGED_SHARE = 0.012;
/** Nats that a broken byte of damaged UTF-8 costs less: with other characters that are whole, and with plain ASCII around it. */
const FORGIVEN = { amongWhole: 10, amongAscii: 6 };
const ESCAPE = 0x1b;
const LINE_END = 0x0a;

/** The part that is looked at: from the line of the first byte that is not plain ASCII. */
function partOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= LOOK_BYTES) return bytes;
  const first = bytes.findIndex((byte) => byte >= 128 || byte === ESCAPE || byte === 0);
  if (first < 0) return bytes.subarray(0, LOOK_BYTES);
  const line = bytes.lastIndexOf(LINE_END, first) + 1;
  const start = first - line < SAMPLE_BYTES ? line : first;
  return bytes.subarray(start, start + LOOK_BYTES);
}

/** Lines that are not plain ASCII, up to the size of a sample. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const sample = new Uint8Array(SAMPLE_BYTES);
  let size = 0;
  for (let at = 0; at < bytes.length && size < SAMPLE_BYTES; ) {
    const end = bytes.indexOf(LINE_END, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end + 1);
    at += line.length;
    if (line.every((byte) => byte < 128)) continue;
    const part = line.subarray(0, SAMPLE_BYTES - size);
    sample.set(part, size);
    size += part.length;
  }
  return sample.subarray(0, size);
}

/** Escape sequences that begin characters of two bytes, and nothing that ISO-2022-JP does not allow. */
function isIso2022(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(ESCAPE);
  const isDouble = at >= 0 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40);
  if (!isDouble || bytes.some((byte) => byte >= 128)) return false;
  return !decodeAs(bytes, 'iso-2022-jp').slice(0, -1).includes('\ufffd');
}

function markOf([first, second, third]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

let models: LanguageModels | undefined;

function lowestCost(text: string, languages: readonly Language[]): number {
  models ??= makeLanguageModels();
  const { costOf } = models;
  return Math.min(...languages.map((language) => costOf(text, language)));
}

/** @returns the most probable encoding */
export function detectEncoding(bytes: Uint8Array, hints: TextHints): TextEncoding {
  const mark = markOf(bytes);
  if (mark) return mark;
  const part = partOf(bytes);
  const facts = utf8Facts(part, part.length < bytes.length);
  const isValid = facts.broken === 0;
  if (isValid && isIso2022(part)) return 'iso-2022-jp';
  // A few pairs of bytes are all that speaks for UTF-8: words such as 图片 in GBK are valid UTF-8 too.
  const isDoubtful = isValid && facts.controls === 0 && facts.long === 0 && facts.whole > 0 && facts.whole <= FEW;
  // Without control characters it cannot be UTF-16 of another script either.
  if (isValid && facts.controls === 0 && !isDoubtful) return 'utf-8';

  // Lines of UTF-16 end within a character, so its sample is the start.
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const sample = facts.controls > 0 ? start : sampleOf(part);
  const { broken } = utf8Facts(sample, true);
  const isDamage = facts.broken <= part.length * DAMAGED_SHARE;
  const forgiven = isDamage
    ? broken * (facts.whole > 0 ? FORGIVEN.amongWhole : FORGIVEN.amongAscii)
    : facts.whole >= broken * 3
      ? broken * FORGIVEN.amongAscii
      : 0;
  let best: TextEncoding = 'utf-8';
  let bestCost = lowestCost(decodeAs(sample, 'utf-8'), ALL_LANGUAGES) - forgiven;
  bestCost += isDoubtful ? -VALID_UTF8 : BROKEN_UTF8_COST;
  const offer = (encoding: TextEncoding, cost: number) => {
    if (cost < bestCost) [best, bestCost] = [encoding, cost];
  };
  if (bytes.length % 2 === 0 && !isDoubtful)
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const cost = lowestCost(decodeAs(start, encoding), ALL_LANGUAGES) * (sample.length / start.length);
      offer(encoding, cost + UTF16_COST);
    }
  if (isValid && !isDoubtful) return best;
  for (const { encoding, languages, cost } of candidatesFor(hints.language ?? '', hints.isName ?? false))
    offer(encoding, lowestCost(decodeAs(sample, encoding), languages) + cost);
  return best;
}
