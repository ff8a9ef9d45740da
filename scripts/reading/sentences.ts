/** Sentences of a text and how long they are to read. Pure. */
import type { Locale } from '#shared/locale/tags.ts';

/** Languages without blanks between words: their sentences are measured in characters. */
const BY_CHARACTER: readonly Locale[] = ['ja', 'zh-CN', 'zh-TW'];
/** A longer sentence is read twice. */
const MAX_WORDS = 28;
const MAX_CHARACTERS = 80;
/** Read silently by an adult. */
const WORDS_PER_MINUTE = 220;
const CHARACTERS_PER_MINUTE = 500;
const END = /(?<=[.!?…][”»)]?)\s+|(?<=[。！？])/u;

export interface Reading {
  readonly sentences: number;
  readonly minutes: number;
  /** Longer than people read at once, longest first. */
  readonly long: readonly { readonly size: number; readonly sentence: string }[];
}

/** The text of markdown as it is read: no addresses, no marks; a placeholder counts as one word. */
function plain(line: string): string {
  return line
    .replace(/\]\([^)\s]*\)/g, '')
    .replace(/\{\{[\w.]+\}\}/g, 'X')
    .replace(/\{#[\w-]+\}/g, '')
    .replace(/^\s*(?:[-*]|\d+\.|#+)\s+/, '')
    .replace(/[*[\]`]/g, '')
    .trim();
}

function sizeOf(sentence: string, locale: Locale): number {
  return BY_CHARACTER.includes(locale)
    ? sentence.replace(/\s/g, '').length
    : sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

export function readingOf(text: string, locale: Locale): Reading {
  const isByCharacter = BY_CHARACTER.includes(locale);
  const sentences = text
    .split('\n')
    .flatMap((line) => plain(line).split(END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => ({ sentence, size: sizeOf(sentence, locale) }));
  const total = sentences.reduce((sum, { size }) => sum + size, 0);
  return {
    sentences: sentences.length,
    minutes: total / (isByCharacter ? CHARACTERS_PER_MINUTE : WORDS_PER_MINUTE),
    long: sentences
      .filter(({ size }) => size > (isByCharacter ? MAX_CHARACTERS : MAX_WORDS))
      .toSorted((a, b) => b.size - a.size),
  };
}
