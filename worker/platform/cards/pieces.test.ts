import { expect, test } from 'vitest';
import { choosePieces, type fontsFor, MAX_PIECES, type PieceIndex, plainLine } from './pieces.ts';

const INDEX: PieceIndex = {
  base: [
    ['base-latin.ttf.gz', [0x20, 0x7e, 0x2026, 0x2026]],
    ['base-cyrillic.ttf.gz', [0x400, 0x4ff]],
  ],
  jp: [['jp-0.ttf.gz', [0x3041, 0x30ff, 0x25a1, 0x25a1, 0x65e5, 0x65e5]]],
  kr: [['kr-0.ttf.gz', [0xac00, 0xd7a3]]],
  sc: [['sc-0.ttf.gz', [0x4e00, 0x9fff]]],
  tc: [['tc-0.ttf.gz', [0x4e00, 0x9fff]]],
};
const chosen = (text: string, locale: Parameters<typeof fontsFor>[1] = 'en-US') =>
  choosePieces(INDEX, [plainLine(text)], locale);

test('a text takes only the pieces that have its characters, beside those of the ellipsis and the box', () => {
  const { pieces, texts, isReadable } = chosen('Отчёт 7');
  expect(pieces.map(({ file }) => file)).toEqual(['base-latin.ttf.gz', 'jp-0.ttf.gz', 'base-cyrillic.ttf.gz']);
  expect(pieces.find(({ file }) => file === 'base-cyrillic.ttf.gz')?.characters).toBe('Отчё');
  expect([texts, isReadable]).toEqual([['Отчёт 7'], [true]]);
});

test.each([
  ['日', 'en-US', 'sc-0.ttf.gz'],
  ['日', 'ja', 'jp-0.ttf.gz'],
  ['日', 'zh-TW', 'tc-0.ttf.gz'],
  ['日の', 'zh-TW', 'jp-0.ttf.gz'],
  ['日', 'ko', 'sc-0.ttf.gz'],
] as const)('the form of %s in %s is of %s', (text, locale, file) => {
  expect(chosen(text, locale).pieces.find(({ characters }) => characters.includes('日'))?.file).toBe(file);
});

test('emoji and marks of direction are left out, and a letter that no font has is a box', () => {
  expect(chosen('Party 🎉👨‍👩‍👧 \u202eטxyz').texts).toEqual(['Party □xyz']);
  expect(chosen('a\u0000b\n\tc').texts).toEqual(['a b c']);
});

test('a name of which most letters are in no font is not readable, and neither is one of emoji alone', () => {
  expect(chosen('مرحبا').isReadable).toEqual([false]);
  expect(chosen('🎉🎉').isReadable).toEqual([false]);
  expect(chosen('שלוש x').isReadable).toEqual([false]);
  expect(chosen('Trip של').isReadable).toEqual([true]);
});

test('no text takes more pieces than a card may have', () => {
  const many: PieceIndex = {
    ...INDEX,
    sc: Array.from({ length: 500 }, (_, at) => [`sc-${at}.ttf.gz`, [0x4e00 + at, 0x4e00 + at]] as const),
  };
  const text = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  expect(choosePieces(many, [text], 'zh-CN').pieces.length).toBeLessThanOrEqual(MAX_PIECES);
});
