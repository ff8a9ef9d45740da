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
/** Words of a search that count. */
const MAX_TERMS = 32;

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

/** @returns runs of characters, each in a script with spaces or in one without */
function runsOf(text: string): { readonly run: string; readonly isDense: boolean }[] {
  return (findKey(text).match(WORD) ?? []).flatMap((word) =>
    word
      .split(RUNS)
      .map((run, at) => ({ run, isDense: at % 2 === 1 }))
      .filter(({ run }) => run !== ''),
  );
}

const cut = (word: string): string => [...word.slice(0, MAX_WORD * 2)].slice(0, MAX_WORD).join('');

/** Tokens in their order; one may be there many times. Only the first bytes of the text count. */
export function tokensOf(text: string): string[] {
  return runsOf(textWithin(text)).flatMap(({ run, isDense }) => (isDense ? pairsOf(run) : [cut(run)]));
}

/** Letters of a word that may go on: shorter ones would begin a large part of all words. */
const LETTERS_TO_GO_ON = 3;

/**
 * The terms of a search as an expression of FTS5, over texts that are tokens with spaces between.
 * A phrase holds its words as they are; the last word of another term may go on.
 * @param beginning  tokens of the index that begin with these letters, as many as count
 * @returns '' where no term has a letter or a digit
 */
export function tokenExpression(
  terms: readonly QueryTerm[],
  beginning: (letters: string) => readonly string[],
): string {
  return terms
    .slice(0, MAX_TERMS)
    .flatMap(({ text, isPhrase }) => {
      const runs = runsOf(textWithin(text));
      const last = runs.at(-1);
      if (!last) return [];
      const { run, isDense } = last;
      const letters = [...run].length;
      const tokens = runs.flatMap((each) => (each.isDense ? pairsOf(each.run) : [cut(each.run)]));
      // The text may go on behind the last character of a search.
      const end = (isDense && letters > 1 ? tokens.splice(-1).slice(1) : tokens.splice(-1))[0];
      if (end === undefined) return [`"${tokens.join(' ')}"`];
      const mayGoOn = isDense || (!isPhrase && letters >= LETTERS_TO_GO_ON);
      const ends = new Set([end, ...(mayGoOn ? beginning(end) : [])]);
      return [`(${[...ends].map((each) => `"${[...tokens, each].join(' ')}"`).join(' OR ')})`];
    })
    .join(' AND ');
}
