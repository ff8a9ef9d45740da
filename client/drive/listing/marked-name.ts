/** How a name is drawn: where it matches a search, and whether it may be too long. Pure. */

/** Letters wider than Latin, Greek and Cyrillic ones. */
const WIDE = /[^\x20-\u052f]/;
/** Letters that fit into a line of the narrowest list or tile, word breaks included. */
const A_LINE = 9;
const A_LINE_WIDE = 6;

/** Whether it needs no more than `lines` lines: a longer name is clipped, and clipping slows down every frame. */
export function isShortName(name: string, lines: number): boolean {
  return name.length <= lines * (WIDE.test(name) ? A_LINE_WIDE : A_LINE);
}

/** @returns pieces of the name; every second one, from the second on, is a match */
export function markedPieces(name: string, query: string): string[] {
  const lower = name.toLowerCase();
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  // Some letters change their length with their case: positions in one spelling are wrong in the other.
  if (terms.length === 0 || lower.length !== name.length) return [name];
  const isHit = new Array<boolean>(name.length).fill(false);
  for (const term of terms) {
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length))
      isHit.fill(true, at, at + term.length);
  }
  const pieces = [''];
  for (let at = 0; at < name.length; at += 1) {
    const isMarked = pieces.length % 2 === 0;
    if (isHit[at] !== isMarked) pieces.push('');
    pieces.push(`${pieces.pop() ?? ''}${name[at] ?? ''}`);
  }
  return pieces;
}
