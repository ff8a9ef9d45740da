/**
 * Whole numbers that strangers send as text. `Number('1e3')` is 1,000 and `Number(' 7 ')` is 7; neither is a count.
 */

/** Enough for 2^53 - 1. */
const COUNT_FORM = /^\d{1,16}$/;

/** @returns null unless the text is decimal digits alone, and at most 2^53 - 1 */
export function parseCount(text: string): number | null {
  if (!COUNT_FORM.test(text)) return null;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : null;
}
