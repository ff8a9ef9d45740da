/** How a name is drawn: where it matches a search, and whether it may be too long. Pure. */
import { findKey, foundPieces } from '#shared/find/find-key.ts';

/** Letters wider than Latin, Greek and Cyrillic ones. */
const WIDE = /[^\x20-\u052f]/;
/** Letters that fit into a line of the narrowest list or tile. */
const A_LINE = 12;
const A_LINE_WIDE = 7;

/** Whether one line holds it: a longer name is clipped, and clipping slows down every frame. */
export function isShortName(name: string): boolean {
  return name.length <= (WIDE.test(name) ? A_LINE_WIDE : A_LINE);
}

/** @returns pieces of the name; every second one, from the second on, is a match */
export function markedPieces(name: string, query: string): string[] {
  const terms = findKey(query)
    .split(' ')
    .filter((term) => term !== '');
  return terms.length === 0 ? [name] : foundPieces(name, terms);
}

/** The pieces of a part of the name, in their order: one that lies outside is empty. @param from, to  as of `slice` */
export function cutPieces(pieces: readonly string[], from: number, to: number): string[] {
  let start = 0;
  return pieces.map((piece) => {
    const cut = piece.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += piece.length;
    return cut;
  });
}
