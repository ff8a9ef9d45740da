/**
 * Chooses the pieces of fonts that texts need: a font of every script is cut into some hundred files, each with characters that are
 * used together (scripts/build/card-fonts.ts). Pure.
 */
import type { Locale } from '#shared/locale/tags.ts';

/** Fonts that are cut: Latin, Greek and Cyrillic in one, and a form of the Han characters for each region. */
export const FONT_NAMES = ['base', 'jp', 'kr', 'sc', 'tc'] as const;
export type FontName = (typeof FONT_NAMES)[number];

/** A file, and what it has: first and last code point of each range, one after another. */
export type PieceRow = readonly [file: string, ranges: readonly number[]];
export type PieceIndex = Readonly<Record<FontName, readonly PieceRow[]>>;

export interface ChosenPiece {
  readonly file: string;
  readonly characters: string;
}

/** Pieces of one card at most: two lines of rare characters have fewer. */
export const MAX_PIECES = 48;
/** Shown for a letter that no font has. */
export const UNKNOWN_LETTER = '\u25A1';
const ELLIPSIS = '\u2026';

const KANA = /[\u3040-\u30FF]/u;
const HANGUL = /[\u1100-\u11FF\uAC00-\uD7AF]/u;
const HAN_FORMS: Partial<Record<Locale, FontName>> = { ja: 'jp', ko: 'kr', 'zh-TW': 'tc' };

/** The script of the text decides before the language: a Japanese name is readable in every language. */
export function fontsFor(text: string, locale: Locale): readonly FontName[] {
  const first = KANA.test(text) ? 'jp' : HANGUL.test(text) ? 'kr' : (HAN_FORMS[locale] ?? 'sc');
  return ['base', first, ...(['sc', 'tc', 'jp', 'kr'] as const).filter((font) => font !== first)];
}

function hasCode(ranges: readonly number[], code: number): boolean {
  for (let at = 0; at < ranges.length; at += 2)
    if (code >= (ranges[at] ?? 0) && code <= (ranges[at + 1] ?? -1)) return true;
  return false;
}

/** Characters that act on a line, or are invisible, are no part of a drawn text. */
export function plainLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}]/gu, '')
    .trim();
}

export interface ChosenPieces {
  readonly pieces: readonly ChosenPiece[];
  /** The texts with what can be drawn of them. */
  readonly texts: readonly string[];
  /** Of each text, whether most of its letters can be drawn. */
  readonly isReadable: readonly boolean[];
}

/** @param texts  as `plainLine` makes them; the first one decides on the forms of Han characters */
export function choosePieces(index: PieceIndex, texts: readonly string[], locale: Locale): ChosenPieces {
  const fonts = fontsFor(texts[0] ?? '', locale);
  const files = new Map<string, string>();
  const fileOf = new Map<string, string | null>();

  function find(character: string): string | null {
    const code = character.codePointAt(0) ?? 0;
    for (const font of fonts) {
      const row = index[font].find(([, ranges]) => hasCode(ranges, code));
      if (row) return row[0];
    }
    return null;
  }

  /** Adds its piece. @returns whether it can be drawn */
  function take(character: string): boolean {
    if (!fileOf.has(character)) {
      const file = find(character);
      const isTaken = file !== null && (files.has(file) || files.size < MAX_PIECES);
      fileOf.set(character, isTaken ? file : null);
      if (isTaken) files.set(file, (files.get(file) ?? '') + character);
    }
    return fileOf.get(character) !== null;
  }

  take(ELLIPSIS);
  take(UNKNOWN_LETTER);
  const isReadable: boolean[] = [];
  const drawn = texts.map((text) => {
    let [letters, known] = [0, 0];
    const drawable = Array.from(text, (character) => {
      const isLetter = /[\p{L}\p{N}]/u.test(character);
      const isKnown = take(character);
      if (isLetter) letters += 1;
      if (isLetter && isKnown) known += 1;
      return isKnown ? character : isLetter ? UNKNOWN_LETTER : '';
    });
    isReadable.push(known > 0 && known * 2 >= letters);
    return drawable.join('').replace(/ {2,}/g, ' ').trim();
  });
  const pieces = [...files].map(([file, characters]) => ({ file, characters }));
  return { pieces, texts: drawn, isReadable };
}
