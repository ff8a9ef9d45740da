/** Words of a search that names may hold with an error: the SQL of candidates, and the errors of one. */
import { type FindTerm, findKey } from '#shared/find/find-key.ts';
import { type Clue, cluesOf, errorsOf, nearness, type Places, placesOf, type Work } from '#shared/find/near.ts';
import type { QueryTerm } from '#shared/find/query.ts';
import { bySelectivity, holdsTerm, isSpelled, termsOf, type Values } from './search.store.ts';

/** Words that may have errors, and words at all: each takes values of the statement. */
const NEAR_WORDS = 4;
const MAX_WORDS = 8;
/** Steps of comparing names in one call, about 20 ns each. */
const STEPS = 1_000_000;

export interface NearWord {
  readonly term: FindTerm;
  readonly mayErr: boolean;
}

/** Whether one of the words may have an error. */
export function mayBeNear(terms: readonly QueryTerm[]): boolean {
  return terms.length <= MAX_WORDS && terms.some(({ text, isPhrase }) => !isPhrase && errorsOf(findKey(text)) > 0);
}

export function nearWordsOf(terms: readonly QueryTerm[]): NearWord[] {
  const phrases = new Set(terms.filter(({ isPhrase }) => isPhrase).map(({ text }) => findKey(text)));
  let left = NEAR_WORDS;
  return termsOf(terms.map(({ text }) => text)).map((term) => {
    const mayErr = left > 0 && !phrases.has(term.found) && errorsOf(term.found) > 0;
    if (mayErr) left -= 1;
    return { term, mayErr };
  });
}

function holdsClue({ piece, beside }: Clue, key: string, values: Values): string {
  const holds = `instr(${key}, ${values.bind(piece)}) > 0`;
  if (beside.length === 0) return holds;
  const more = beside.map(({ text, isPattern }) =>
    isPattern ? `${key} LIKE ${values.bind(`%${text}%`)}` : `instr(${key}, ${values.bind(text)}) > 0`,
  );
  return `(${holds} AND (${more.join(' OR ')}))`;
}

/**
 * SQL: each word as it is, or a piece of one that may have an error. Words without errors come first: most names fail at them.
 * @param key  SQL of the key for finding
 */
export function holdsNear(sought: readonly NearWord[], key: string, values: Values): string {
  return sought
    .toSorted((a, b) => Number(a.mayErr) - Number(b.mayErr) || bySelectivity(a.term, b.term))
    .map(({ term, mayErr }) => {
      if (!mayErr) return ` AND ${holdsTerm(term, values.bind(term.found), values.bind(term.exact))}`;
      // A name that holds the word in its key for finding holds a piece of it too.
      const clues = cluesOf(term.found).map((clue) => holdsClue(clue, key, values));
      return ` AND (${[...clues, isSpelled(term, values.bind(term.exact))].join(' OR ')})`;
    })
    .join('');
}

/** A name that holds a piece of each word. */
export interface Candidate {
  readonly id: string;
  /** The keys of the name. */
  readonly found: string;
  readonly exact: string;
}

/** The candidates that hold all words, with their errors. Those behind the last step of comparing are left out. */
export function* compared<C extends Candidate>(candidates: Iterable<C>, sought: readonly NearWord[]) {
  const work: Work = { left: STEPS };
  for (const candidate of candidates) {
    const errors = errorsIn(sought, candidate, work);
    if (errors !== null) yield { candidate, errors };
    if (work.left <= 0) return;
  }
}

/** Errors of all words in a name; null where one is not there. */
function errorsIn(sought: readonly NearWord[], { found, exact }: Candidate, work: Work): number | null {
  let places: Places | null = null;
  let sum = 0;
  for (const { term, mayErr } of sought) {
    if (found.includes(term.found) || exact.includes(term.exact)) continue;
    if (!mayErr) return null;
    places ??= placesOf(found);
    const errors = nearness(term.found, places, work);
    if (errors === null) return null;
    sum += errors;
  }
  return sum;
}
