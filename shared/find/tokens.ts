/**
 * Words of a text for an index: folded by the key for finding, which names use too. Scripts without spaces between words give
 * overlapping pairs of characters, so that any part of such a text is found by the pairs of a search in their order. Pure.
 */
import { KIB } from '#shared/units.ts';
import { findKey } from './find-key.ts';
import type { QueryTerm } from './query.ts';

/** UTF-8 bytes of one file that are read as words. */
export const MAX_TEXT_BYTES = 256 * KIB;
/** Characters of a word that count. */
const MAX_WORD = 64;
/** Places of one token in a file that count: a search compares the places of the tokens of a phrase. */
const MAX_PLACES = 1_000;
/** Tokens of one phrase of a search. A longer one is several, whose order does not count. */
const PHRASE_TOKENS = 8;
/** Tokens of a search that count, in all phrases. */
const MAX_TOKENS = 64;
/** Tokens that a word which may go on stands for. */
const MAX_ENDS = 24;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Han, kana, Hangul, Thai, Lao, Khmer, Burmese, with the marks and the long stroke that they share. */
const DENSE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/u;
const RUNS = new RegExp(`(${DENSE.source})`, 'u');

/** The beginning of a text, of at most so many bytes in UTF-8. */
export function textWithin(text: string, maxBytes = MAX_TEXT_BYTES): string {
  // No character has fewer bytes than code units.
  const start = text.slice(0, maxBytes);
  const bytes = new TextEncoder().encode(start);
  if (bytes.length <= maxBytes) return start;
  // The last character may be cut.
  return new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\ufffd$/, '');
}

/** Pairs of a run; the last character stands alone, so that one character is found wherever it is. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''));
}

interface Run {
  readonly run: string;
  readonly isDense: boolean;
}

/** @returns runs of characters, each in a script with spaces or in one without */
function runsOf(text: string): Run[] {
  return (findKey(text).match(WORD) ?? []).flatMap((word) =>
    word
      .split(RUNS)
      .map((run, at) => ({ run, isDense: at % 2 === 1 }))
      .filter(({ run }) => run !== ''),
  );
}

const cut = (word: string): string => [...word.slice(0, MAX_WORD * 2)].slice(0, MAX_WORD).join('');

const tokensOfRun = ({ run, isDense }: Run): string[] => (isDense ? pairsOf(run) : [cut(run)]);

/** Tokens in their order; one may be there many times, up to a bound. Only the first bytes of the text count. */
export function tokensOf(text: string): string[] {
  const places = new Map<string, number>();
  return runsOf(textWithin(text))
    .flatMap(tokensOfRun)
    .filter((token) => {
      const place = (places.get(token) ?? 0) + 1;
      places.set(token, place);
      return place <= MAX_PLACES;
    });
}

/** Letters of a word that may go on: shorter ones would begin a large part of all words. */
const LETTERS_TO_GO_ON = 3;

/** Tokens in their order, of which the last may be another one. */
interface Phrase {
  readonly tokens: readonly string[];
  /** Letters that the last one begins with; null: it is as it stands. */
  readonly beginning: string | null;
}

/** A search of the index in the language of FTS5, over texts that are tokens with spaces between. */
export interface TokenSearch {
  /** '' where no term has a letter or a digit. */
  readonly expression: string;
  /** Asks for the same tokens in any order, which costs little; null where the order does not matter. */
  readonly anywhere: string | null;
  /** How many tokens the expression holds. */
  readonly tokens: number;
}

function phrasesOf({ text, isPhrase }: QueryTerm): Phrase[] {
  const runs = runsOf(textWithin(text));
  const last = runs.at(-1);
  if (!last) return [];
  const letters = [...last.run].length;
  const all = runs.flatMap(tokensOfRun);
  // The text may go on behind the last character of a search.
  const isPair = last.isDense && letters > 1;
  const tokens = isPair ? all.slice(0, -1) : all;
  const mayGoOn = last.isDense || (!isPhrase && letters >= LETTERS_TO_GO_ON);
  const phrases: Phrase[] = [];
  for (let at = 0; at < tokens.length; at += PHRASE_TOKENS) {
    const some = tokens.slice(at, at + PHRASE_TOKENS);
    const isEnd = at + PHRASE_TOKENS >= tokens.length;
    phrases.push({ tokens: some, beginning: isEnd && mayGoOn && !isPair ? (some.at(-1) ?? null) : null });
  }
  return phrases;
}

const quoted = (tokens: readonly string[]): string => `"${tokens.join(' ')}"`;
const anyOf = (ways: readonly string[]): string => (ways.length > 1 ? `(${ways.join(' OR ')})` : (ways[0] ?? ''));

/**
 * The terms of a search, as far as its tokens count. A phrase holds its words as they are; the last word of another term may go on.
 * @param beginning  so many tokens of the index that begin with these letters
 */
export function tokenSearch(
  terms: readonly QueryTerm[],
  beginning: (letters: string, most: number) => readonly string[],
): TokenSearch {
  const different = new Map(terms.flatMap(phrasesOf).map((phrase) => [JSON.stringify(phrase), phrase]));
  let tokens = 0;
  const phrases = [...different.values()].filter((phrase) => {
    const isWithin = tokens + phrase.tokens.length <= MAX_TOKENS;
    if (isWithin) tokens += phrase.tokens.length;
    return isWithin;
  });
  const open = phrases.filter((phrase) => phrase.beginning !== null).length;
  const free = Math.floor((MAX_TOKENS - tokens) / Math.max(1, open));
  const parts = phrases.map((phrase) => {
    const end = phrase.tokens.at(-1) ?? '';
    const before = phrase.tokens.slice(0, -1);
    const most = Math.min(MAX_ENDS, Math.floor(free / phrase.tokens.length));
    const others = phrase.beginning === null || most === 0 ? [] : beginning(phrase.beginning, most + 1);
    const ends = [...new Set([end, ...others])].slice(0, most + 1);
    tokens += (ends.length - 1) * phrase.tokens.length;
    return {
      ordered: anyOf(ends.map((each) => quoted([...before, each]))),
      held: [...before.map((each) => quoted([each])), anyOf(ends.map((each) => quoted([each])))],
    };
  });
  const isOrdered = phrases.some((phrase) => phrase.tokens.length > 1);
  return {
    expression: parts.map(({ ordered }) => ordered).join(' AND '),
    anywhere: isOrdered ? [...new Set(parts.flatMap(({ held }) => held))].join(' AND ') : null,
    tokens,
  };
}
