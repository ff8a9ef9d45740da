/**
 * Takes characters off the end of a text in linear time. `/x+$/` takes quadratic time on a text full of `x` that ends in
 * something else: every `x` is tried as the beginning. Pure.
 */

/** @param isDropped  decides about one character (one UTF-16 unit) */
export function trimEndWhere(text: string, isDropped: (char: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
