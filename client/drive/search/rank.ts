/** Order of the palette's entries: how well the words match a label, and how often it was used on this device. Pure. */
import { findKey } from '#shared/find/find-key.ts';
import { errorsOf, nearness, placesOf } from '#shared/find/near.ts';
import { plainText } from '#shared/find/query.ts';

const BEGINS = 6;
const WORD_BEGINS = 4;
const INSIDE = 2;
const ALMOST = 1;
/** Uses count for less than a better match. */
const USE_FACTOR = 1.2;

export interface Ranked {
  readonly label: string;
  /** Other words that lead to it. */
  readonly sought?: string;
}

/** The words of a search by the key for finding. */
export function termsOfText(text: string): string[] {
  return findKey(plainText(text))
    .split(' ')
    .filter((term) => term !== '');
}

function scoreOf(term: string, key: string, isFirst: boolean): number {
  const at = key.indexOf(term);
  if (at === 0) return isFirst ? BEGINS : WORD_BEGINS;
  if (at > 0) return /[\p{L}\p{N}]/u.test(key[at - 1] ?? '') && !key.includes(` ${term}`) ? INSIDE : WORD_BEGINS;
  return errorsOf(term) > 0 && nearness(term, placesOf(key)) !== null ? ALMOST : 0;
}

/** @param weight  uses on this device. @returns null for an entry that lacks a word */
export function rankOf({ label, sought = '' }: Ranked, terms: readonly string[], weight: number): number | null {
  const used = USE_FACTOR * Math.log2(1 + weight);
  if (terms.length === 0) return used;
  const key = findKey(label);
  const other = sought === '' ? '' : findKey(sought);
  let sum = 0;
  for (const [at, term] of terms.entries()) {
    const score = scoreOf(term, key, at === 0) || (other === '' ? 0 : Math.min(INSIDE, scoreOf(term, other, false)));
    if (score === 0) return null;
    sum += score;
  }
  return sum / terms.length + used;
}

/** The best entries of each group, and the groups by their best. */
export function bestOf<E extends Ranked & { readonly id: string; readonly group: string }>(
  entries: readonly E[],
  terms: readonly string[],
  weightOf: (id: string) => number,
  most: number,
): { readonly group: string; readonly entries: readonly E[] }[] {
  const groups = new Map<string, { entry: E; rank: number }[]>();
  for (const entry of entries) {
    const rank = rankOf(entry, terms, weightOf(entry.id));
    if (rank === null) continue;
    const list = groups.get(entry.group) ?? [];
    list.push({ entry, rank });
    groups.set(entry.group, list);
  }
  return [...groups]
    .map(([group, list]) => {
      const sorted = list.toSorted((a, b) => b.rank - a.rank).slice(0, most);
      return { group, best: sorted[0]?.rank ?? 0, entries: sorted.map(({ entry }) => entry) };
    })
    .toSorted((a, b) => b.best - a.best)
    .map(({ group, entries: some }) => ({ group, entries: some }));
}
