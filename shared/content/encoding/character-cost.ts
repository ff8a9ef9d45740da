/** Costs of characters that no table of a language lists, in nats. Pure. */

const LETTER = 3;
const SIGN = 3.5;
const CONTROL = 12;
const HALF_KANA = 8;
const HALF_KANA_AGAIN = 5;
const MARK = 7;
const LATIN_LETTER = 9.5;
const HAN = 12;
const OTHER = 13;
const BROKEN = 15;

/** A letter or digit costs the same in every language, so that it decides nothing between them. */
export function asciiCost(code: number): number {
  if (code < 32) return code === 9 || code === 10 || code === 13 ? SIGN : CONTROL;
  return isAsciiLetter(code) || (code >= 48 && code <= 57) ? LETTER : SIGN;
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** @param before  the character before; half-width kana are rare, but never alone */
export function unlistedCost(code: number, before: number): number {
  if (code === 0xa0) return MARK;
  if (code >= 0x4e00 && code <= 0x9fff) return HAN;
  if (code >= 0xff61 && code <= 0xff9f) return before >= 0xff61 && before <= 0xff9f ? HALF_KANA_AGAIN : HALF_KANA;
  // Controls, surrogates, areas of private use, and what decoders put for broken bytes.
  if (code < 0xa0 || (code >= 0xd800 && code <= 0xf8ff) || code >= 0xfff0) return BROKEN;
  return OTHER;
}

/** In a language of Latin letters: a letter of Latin-1 may be part of a borrowed name. */
export function unlistedLatinCost(code: number): number {
  const isLetter = code >= 0xc0 && code <= 0xff && code !== 0xd7 && code !== 0xf7;
  return isLetter ? LATIN_LETTER : unlistedCost(code, 0);
}

const COMMON_MARKS = '«»“”„’‘—–…№ ';

/** In a language whose table has letters alone. */
export function markCost(letter: string): number {
  return COMMON_MARKS.includes(letter) ? MARK : Math.max(11, unlistedCost(letter.charCodeAt(0), 0));
}

/** Letters of ASCII in a language that does not write with them. */
export function foreignCost(letters: number): number {
  return Math.min(letters * 0.15, 5);
}
