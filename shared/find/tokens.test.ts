import { expect, test } from 'vitest';
import { parseQuery } from './query.ts';
import { MAX_TEXT_BYTES, textWithin, tokenExpression, tokensOf } from './tokens.ts';

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
  expect(tokensOf(text)).toHaveLength((MAX_TEXT_BYTES - 1) / 3 + 1);
});

test.each([
  ['会議', '"会議"'],
  ['会', '("会" OR "会+")'],
  ['国際会議', '"国際 際会 会議"'],
  ['договор "аренды дома"', '("договор" OR "договор+") AND ("аренды дома")'],
  ['e-mail', '("e mail" OR "e mail+")'],
  ['to', '("to")'],
  ['SQL入門', '"sql 入門"'],
  ['入門abc', '("入門 門 abc" OR "入門 門 abc+")'],
  ['"OR" NEAR(abc) " * -', '("or") AND ("near abc" OR "near abc+")'],
  ['— !', ''],
])('a search for %s asks for %s', (text, expression) => {
  expect(tokenExpression(parseQuery(text).terms, (letters) => [letters, `${letters}+`])).toBe(expression);
});
