/** Languages by how common their characters are, one by one. Pure, linear in the text. */
import { asciiCost, foreignCost, isAsciiLetter, unlistedCost, unlistedLatinCost } from './character-cost.ts';
import { BANDS } from './frequencies.ts';

export type BandLanguage = keyof typeof BANDS;

/** Cost of the first band, and what each further one adds. */
const BAND_COST = 3.2;
const BAND_STEP = 0.7;

/** Languages that write words without letters of ASCII. */
const APART: readonly BandLanguage[] = ['el', 'he', 'ar', 'th'];
const EAST: readonly BandLanguage[] = ['zh', 'zhTw', 'ja', 'ko'];

const DIGITS = 60;
const HIGH_DIGITS = 25;
const FIRST_DIGIT = 40;
const BACKSLASH = 92;

/**
 * The band of each UTF-16 unit, from 1; 0 is none. In a band each sign is the distance to the next character in base 60; signs above
 * 60 are higher digits, in base 25. The backslash is no sign.
 */
export function unpackBands(language: BandLanguage): Uint8Array {
  const packed: string = BANDS[language];
  const bands = new Uint8Array(65_536);
  let band = 1;
  let code = 0;
  let high = 0;
  for (let at = 0; at < packed.length; at += 1) {
    const sign = packed.charCodeAt(at);
    const digit = sign - FIRST_DIGIT - (sign > BACKSLASH ? 1 : 0);
    if (sign === 32) {
      band += 1;
      code = 0;
    } else if (digit >= DIGITS) high = high * HIGH_DIGITS + digit - DIGITS;
    else {
      code += high * DIGITS + digit;
      high = 0;
      bands[code] = band;
    }
  }
  return bands;
}

function bandCost(band: number): number {
  return BAND_COST + BAND_STEP * (band - 1);
}

/** Chinese, Japanese, Korean: a single character among small letters of ASCII is hardly one of theirs. */
function eastCost(text: string, bands: Uint8Array): number {
  let cost = 0;
  let foreign = 0;
  let before = 0;
  let isAfterSmall = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      cost += asciiCost(code);
      if (isAsciiLetter(code)) foreign += 1;
      if (before >= 128 && code >= 97 && code <= 122) cost += isAfterSmall ? 6 : 1.5;
    } else {
      const band = bands[code] ?? 0;
      cost += band > 0 ? bandCost(band) : unlistedCost(code, before);
      isAfterSmall = before >= 97 && before <= 122;
    }
    before = code;
  }
  return cost + foreignCost(foreign);
}

function isSmall(letter: string): boolean {
  return letter.toUpperCase() !== letter;
}

/** Languages of Latin letters: few beyond ASCII, seldom two together, no sign and no capital within a word. */
function latinCost(text: string, bands: Uint8Array): number {
  let cost = 0;
  // The last letter, and whether a sign beyond ASCII follows it.
  let before = '';
  let isSign = false;
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    const isLetter = code < 128 ? isAsciiLetter(code) : letter.toLowerCase() !== letter.toUpperCase();
    const isStrange = before !== '' && before.charCodeAt(0) >= 128;
    if (code < 128) {
      cost += asciiCost(code);
      if (isLetter && isSign && before !== '' && !isStrange) cost += 3;
      if (isLetter && !isSign && isStrange && code < 97) cost += 3;
    } else {
      const band = bands[code] ?? 0;
      cost += band > 0 ? bandCost(band) : unlistedLatinCost(code);
      if (isLetter && !isSign && isStrange) cost += 1.5;
      if (isLetter && !isSign && before !== '' && !isSmall(letter) && isSmall(before)) cost += 4;
    }
    isSign = code >= 128 && !isLetter;
    if (isLetter) before = letter;
    else if (!isSign) before = '';
  }
  return cost;
}

/** Alphabets of their own: no word has letters of ASCII too, and no capital follows a small letter. */
function apartCost(text: string, bands: Uint8Array): number {
  let cost = 0;
  let foreign = 0;
  let before = '';
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    const band = bands[code] ?? 0;
    const isLetter = code < 128 ? isAsciiLetter(code) : band > 0 || letter.toLowerCase() !== letter.toUpperCase();
    if (code < 128) {
      cost += asciiCost(code);
      if (isLetter) foreign += 1;
    } else cost += band > 0 ? bandCost(band) : unlistedCost(code, 0);
    if (isLetter && before !== '') {
      if (before.charCodeAt(0) < 128 !== code < 128) cost += 3;
      else if (code >= 128 && letter.toLowerCase() !== letter && isSmall(before)) cost += 4;
    }
    before = isLetter ? letter : '';
  }
  return cost + foreignCost(foreign);
}

/** @returns nats; the lower, the more probable */
export function costInBands(text: string, language: BandLanguage, bands: Uint8Array): number {
  if (EAST.includes(language)) return eastCost(text, bands);
  return APART.includes(language) ? apartCost(text, bands) : latinCost(text, bands);
}
