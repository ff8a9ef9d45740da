/**
 * Text as people paste it, without what a keyboard, a chat or a page adds unseen. Pure.
 * Never for a password, and never for anything else that is hashed as it was typed.
 */

/** Longest pasted text that is read; the rest is cut. A message with a link and its passcode is far shorter. */
export const MAX_PASTED_CHARS = 1_000;

/** Signs that the compatibility form would turn into letters: №, ™, ℠, ℡ and the ordinals. */
const LETTER_SIGNS = /[\u2116\u2120-\u2122ªº]/g;
/** A blank of any width, a line end, and the empty pattern of Braille, which looks like a blank. */
const BLANKS = /[\s\u2800]+/g;
/** Signs without a shape: zero-width, direction, soft hyphen, variation selectors; the ring of keycaps, the place of an object. */
const INVISIBLE = /(?:(?![\t-\r\x85])[\p{Cf}\p{Cc}\p{Co}\p{Default_Ignorable_Code_Point}\ufffc]|\u20e3)/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;
/** A text that the steps would leave as it is, but for blanks at its ends. */
const PLAIN = /^[!-~]*$/;

/** Scripts write their digits in runs of ten, in order. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** In the compatibility form (NFKC), with plain digits, one blank for many, and without invisible signs. Letter case stays. */
export function plainText(pasted: string): string {
  if (pasted.length <= MAX_PASTED_CHARS && PLAIN.test(pasted)) return pasted;
  return pasted
    .slice(0, MAX_PASTED_CHARS)
    .replace(LETTER_SIGNS, ' ')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .replace(FOREIGN_DIGIT, digitOf)
    .trim();
}

/** The text itself, letter for letter, without signs that have no shape. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** {@link plainText} without any blank: for a text that holds nothing but a code or an address. */
export function unspacedText(pasted: string): string {
  return plainText(pasted).replaceAll(' ', '');
}
