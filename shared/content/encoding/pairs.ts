/** Languages by how common their pairs of letters are: the code pages of Cyrillic hold the same letters in other places. Pure. */
import { asciiCost, foreignCost, isAsciiLetter, markCost } from './character-cost.ts';
import { PAIRS } from './frequencies.ts';

export type PairLanguage = keyof typeof PAIRS;

const STEP = 0.5;
const FIRST_SMALL = 0x430;
const GHE_WITH_UPTURN = 0x490;
/** A capital at the start of a word, after another one, and after a small letter. */
const CAPITAL = { first: 0.7, again: 1.2, within: 4 };
/** A letter of ASCII beside one of the alphabet. */
const MIXED = 3;

export interface PairTable {
  readonly size: number;
  /** `size` squared: the cost of each letter after each other one, in steps. */
  readonly costs: Uint8Array;
  /** Place of each UTF-16 unit in the alphabet; 0 for all that is no letter of it. */
  readonly places: Uint8Array;
}

export function unpackPairs(language: PairLanguage): PairTable {
  const { alphabet, rows } = PAIRS[language];
  const places = new Uint8Array(65_536);
  for (let at = 1; at < alphabet.length; at += 1) {
    places[alphabet.charCodeAt(at)] = at;
    places[alphabet.charAt(at).toUpperCase().charCodeAt(0)] = at;
  }
  const costs = Uint8Array.from(rows.replaceAll(' ', ''), (sign) => Number.parseInt(sign, 36));
  return { size: alphabet.length, costs, places };
}

/** @returns nats; the lower, the more probable */
export function costInPairs(text: string, { size, costs, places }: PairTable): number {
  let cost = 0;
  let foreign = 0;
  let place = 0;
  let isCapital = false;
  let isAscii = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const next = places[code] ?? 0;
    if (next > 0) {
      const isNextCapital = code < FIRST_SMALL || code === GHE_WITH_UPTURN;
      cost += (costs[place * size + next] ?? 0) * STEP + (isAscii ? MIXED : 0);
      if (isNextCapital) cost += place === 0 ? CAPITAL.first : isCapital ? CAPITAL.again : CAPITAL.within;
      isCapital = isNextCapital;
      isAscii = false;
    } else {
      // The end of a word; the sign that ends it has its own cost.
      if (place > 0) cost += ((costs[place * size] ?? 0) * STEP) / 2;
      isAscii = code < 128 && isAsciiLetter(code);
      if (isAscii) foreign += 1;
      if (isAscii && place > 0) cost += MIXED;
      cost += code < 128 ? asciiCost(code) : markCost(text.charAt(at));
    }
    place = next;
  }
  return cost + foreignCost(foreign);
}
