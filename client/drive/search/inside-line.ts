/** The line of a file that a search found by the words inside it. Pure. */
import { findKey, foundPieces } from '#shared/find/find-key.ts';
import { parseQuery } from '#shared/find/query.ts';
import { unturned } from '#shared/locale/isolated.ts';

/** Letters before the first match: with them it is within two lines of a narrow phone, in wide letters too. */
const BEFORE = 20;

/** The words of a search by the key for finding; phrases are whole. */
export function insideTerms(query: string): string[] {
  return parseQuery(query)
    .terms.map(({ text }) => findKey(text).trim())
    .filter((term) => term !== '');
}

/**
 * The line from shortly before its first match on.
 * @param terms  as of `insideTerms`
 * @returns pieces; every second one, from the second on, is a match
 */
export function piecesOfLine(line: string, terms: readonly string[]): string[] {
  const [before = '', ...rest] = foundPieces(unturned(line), terms);
  const letters = [...before];
  if (rest.length === 0 || letters.length <= BEFORE) return [before, ...rest];
  const near = letters.slice(-BEFORE).join('');
  // A word that is cut goes as a whole, and a mark without its letter; scripts without spaces are cut between letters.
  return [`…${near.replace(/^\S+\s+(?=\S)|^\p{M}+/u, '')}`, ...rest];
}
