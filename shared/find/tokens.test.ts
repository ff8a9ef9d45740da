import { expect, test } from 'vitest';
import { parseQuery } from './query.ts';
import { MAX_TEXT_BYTES, textWithin, tokenSearch, tokensOf } from './tokens.ts';

test.each([
  ['Straße, ÉTÉ: don’t e-mail', ['strasse', 'ete', 'don', 't', 'e', 'mail']],
  ['e\u0301te\u0301 naïve', ['ete', 'naive']],
  ['Договор аренды, ёлка', ['договор', 'аренды', 'елка']],
  ['会議', ['会議', '議']],
  ['国際会議。カタカナー', ['国際', '際会', '会議', '議', 'かた', 'たか', 'かな', 'なー', 'ー']],
  ['ﾊﾟｰﾃｨ', ['ぱー', 'ーて', 'てぃ', 'ぃ']],
  ['회의록', ['회의', '의록', '록']],
  ['SQL入門2', ['sql', '入門', '門', '2']],
  ['น้ำ', ['น\u0e49', '\u0e49\u0e4d', '\u0e4dา', 'า']],
  ['שָׁלוֹם', ['שלום']],
  ['…—!', []],
])('the tokens of %s', (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens);
});

test('a word and a text are bounded, and no character is cut in two', () => {
  expect(tokensOf('x'.repeat(1_000))).toEqual(['x'.repeat(64)]);
  expect(tokensOf('𐐷'.repeat(100))[0]).toHaveLength(128);
  const text = `a${'會'.repeat(MAX_TEXT_BYTES)}`;
  expect(new TextEncoder().encode(textWithin(text)).length).toBe(MAX_TEXT_BYTES);
});

test.each([
  ['会議', '"会議"'],
  ['会', '("会" OR "会+")'],
  ['国際会議', '"国際 際会 会議"'],
  ['договор "аренды дома"', '("договор" OR "договор+") AND "аренды дома"'],
  ['e-mail', '("e mail" OR "e mail+")'],
  ['to', '"to"'],
  ['SQL入門', '"sql 入門"'],
  ['入門abc', '("入門 門 abc" OR "入門 門 abc+")'],
  ['"OR" NEAR(abc) " * -', '"or" AND ("near abc" OR "near abc+")'],
  ['— !', ''],
])('a search for %s asks for %s', (text, expression) => {
  expect(tokenSearch(parseQuery(text).terms, (letters) => [letters, `${letters}+`]).expression).toBe(expression);
});

test('a token counts a thousand times in a text', () => {
  expect(tokensOf('a b '.repeat(5_000)).filter((token) => token === 'a')).toHaveLength(1_000);
  expect(tokensOf('か'.repeat(5_000))).toHaveLength(1_001);
});

const many = (letters: string, most: number): string[] => Array.from({ length: most }, (_, at) => `${letters}${at}`);

test.each([
  ['one word many times', `"${'a '.repeat(126)}"`],
  ['one character many times', 'か'.repeat(255)],
  ['words that may go on', 'abc1 abc2 abc3 abc4 abc5 abc6'],
  ['a long phrase that may go on', 'a-b-c-d-e-f-g-hij'],
  ['many different words', Array.from({ length: 120 }, (_, at) => `w${at}`).join(' ')],
  ['many different characters', String.fromCodePoint(...Array.from({ length: 255 }, (_, at) => 0x4e_00 + at))],
])('of %s a search has 64 tokens at most, 8 in a phrase, and so has what finds its files', (_, text) => {
  const { expression, anywhere, tokens } = tokenSearch(parseQuery(text).terms, many);
  const phrases = (expression.match(/"[^"]+"/g) ?? []).map((phrase) => phrase.slice(1, -1).split(' '));
  expect(phrases.flat()).toHaveLength(tokens);
  expect(tokens).toBeLessThanOrEqual(64);
  expect(Math.max(...phrases.map((phrase) => phrase.length))).toBeLessThanOrEqual(8);
  expect(phrases.flat().length).toBeGreaterThan(0);
  const alone = (anywhere ?? expression).match(/"[^"]+"/g) ?? [];
  expect(alone.length).toBeLessThanOrEqual(64);
  expect(alone.filter((each) => each.includes(' '))).toEqual([]);
});

test('the tokens of a phrase are first asked for in any order', () => {
  expect(tokenSearch(parseQuery('"b a b" c-def').terms, many)).toEqual({
    expression: expect.stringMatching(/^"b a b" AND \("c def" OR "c def0" OR .*\)$/),
    anywhere: expect.stringMatching(/^"b" AND "a" AND "c" AND \("def" OR "def0" OR .*\)$/),
    tokens: 53,
  });
});
