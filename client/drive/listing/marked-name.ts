/** How a name is drawn: where it matches a search, and whether it may be too long. Pure. */
import { findKey, foundPieces } from '#shared/find/find-key.ts';

/** Letters wider than Latin, Greek and Cyrillic ones. */
const WIDE = /[^\x20-\u052f]/;
/** Letters that fit into a line of the narrowest list or tile, term breaks included. */
const A_LINE = 9;
const A_LINE_WIDE = 6;

/** Whether it needs no more than `lines` lines: a longer name is clipped, and clipping slows down every frame. */
export function isShortName(name: string, lines: number): boolean {
  return name.length <= lines * (WIDE.test(name) ? A_LINE_WIDE : A_LINE);
}

/** @returns pieces of the name; every second one, from the second on, is a match */
export function markedPieces(name: string, query: string): string[] {
  const terms = findKey(query)
    .split(' ')
    .filter((term) => term !== '');
  return terms.length === 0 ? [name] : foundPieces(name, terms);
}
