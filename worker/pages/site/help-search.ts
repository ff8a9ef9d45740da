/**
 * Searches the help texts by words; Intl.Segmenter splits text without spaces. Pure.
 * A query word matches the same word, a longer word that begins with it, and a word with another ending; in Malay and Indonesian with
 * another beginning too.
 */
import type { Locale } from '#shared/locale/tags.ts';

export interface SearchText {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  /** Words that people search for and that the text does not use. */
  readonly synonyms: string;
}

const segmenters = new Map<Locale, Intl.Segmenter>();

/** Most letters and words of a query. */
const MAX_LETTERS = 100;
const MAX_WORDS = 12;
/** Weight of a match by field. */
const WEIGHTS = { title: 6, description: 3, synonyms: 3, body: 1 } as const;

/** Removes accents of Latin and Cyrillic letters, keeps those of kana. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFKC')
    .toLowerCase();
}

export function searchWords(locale: Locale, text: string): string[] {
  let segmenter = segmenters.get(locale);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
    segmenters.set(locale, segmenter);
  }
  return [...segmenter.segment(folded(text))].filter((part) => part.isWordLike).map((part) => part.segment);
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Languages whose words change at both ends: `lapor`, `laporan`, `melaporkan`, `dilaporkan`. */
const AFFIXED: ReadonlySet<Locale> = new Set(['id', 'ms']);
const PREFIX = /^(?:meng|meny|mem|men|me|peng|peny|pem|pen|per|pe|ber|ter|di|ke|se)(?=.{4})/;
const SUFFIX = /(?<=.{4})(?:kan|nya|lah|an|i)$/;

/** A root that both forms have in common; not always the one in a dictionary. */
function rootOf(word: string): string {
  return word.replace(SUFFIX, '').replace(PREFIX, '');
}

/** 0 to 1. Endings differ in many of our languages: the same first letters of a longer word count half. */
function likeness(locale: Locale, asked: string, word: string): number {
  if (word === asked) return 1;
  if (asked.length >= 2 && word.startsWith(asked)) return 0.8;
  const start = sharedStart(asked, word);
  if (start >= 4 && start >= Math.max(asked.length, word.length) * 0.6) return 0.5;
  return AFFIXED.has(locale) && rootOf(asked) === rootOf(word) ? 0.5 : 0;
}

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

interface Indexed<T> {
  readonly text: T;
  readonly fields: readonly {
    readonly terms: ReadonlySet<string>;
    readonly letters: string;
    readonly weight: number;
  }[];
}

export interface HelpIndex<T> {
  readonly locale: Locale;
  readonly entries: readonly Indexed<T>[];
}

/** Segmenting costs milliseconds: one index a language. */
export function indexHelp<T extends SearchText>(locale: Locale, texts: readonly T[]): HelpIndex<T> {
  const entries = texts.map((text) => ({
    text,
    fields: (['title', 'description', 'synonyms', 'body'] as const).map((field) => ({
      terms: new Set(searchWords(locale, text[field])),
      letters: folded(text[field]),
      weight: WEIGHTS[field],
    })),
  }));
  return { locale, entries };
}

function scoreOf(locale: Locale, asked: string, { fields }: Indexed<unknown>): number {
  let score = 0;
  for (const { terms, letters, weight } of fields) {
    let best = 0;
    for (const term of terms) best = Math.max(best, likeness(locale, asked, term));
    // A compound may be segmented differently in a sentence than alone.
    if (best === 0 && HAN_OR_KANA.test(asked) && asked.length > 1 && letters.includes(asked)) best = 0.8;
    score += best * weight;
  }
  return score;
}

/**
 * A word that few texts hold says more than one that many do.
 * @returns the texts that hold every word of the query, best first; where none does, those that hold some of them
 */
export function searchHelp<T>({ locale, entries }: HelpIndex<T>, query: string): T[] {
  const asked = [...new Set(searchWords(locale, query.slice(0, MAX_LETTERS)))].slice(0, MAX_WORDS);
  const byWord = asked.map((word) => {
    const scores = entries.map((entry) => scoreOf(locale, word, entry));
    const holders = scores.filter((score) => score > 0).length;
    return scores.map((score) => score * Math.log(1 + entries.length / Math.max(1, holders)));
  });
  const rated = entries.map(({ text }, at) => {
    const scores = byWord.map((word) => word[at] ?? 0);
    return {
      text,
      found: scores.filter((score) => score > 0).length,
      score: scores.reduce((sum, score) => sum + score, 0),
    };
  });
  const some = rated.filter(({ found }) => found > 0);
  const whole = some.filter(({ found }) => found === asked.length);
  return (whole.length > 0 ? whole : some).sort((a, b) => b.score - a.score).map(({ text }) => text);
}
