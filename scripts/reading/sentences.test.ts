import { expect, it } from 'vitest';
import { readingOf } from './sentences.ts';

it('headings, list items and sentences are measured without their marks', () => {
  const text = '# A title\n\n- One **item** with a [link](route:site.contact).\n1. Two words! And {{trash_days}} more.';
  expect(readingOf(text, 'en-US')).toMatchObject({ sentences: 4, long: [] });
});

it('a sentence of more than 28 words is long, and one of more than 80 characters in Japanese', () => {
  const long = `${'word '.repeat(28)}end.`;
  expect(readingOf(`Short one. ${long}`, 'en-US').long).toEqual([{ size: 29, sentence: long }]);
  expect(readingOf(`${'あ'.repeat(80)}。${'あ'.repeat(20)}。`, 'ja').long.map(({ size }) => size)).toEqual([81]);
});

it('a page of 220 words takes a minute', () => {
  expect(readingOf('word '.repeat(220), 'en-US').minutes).toBeCloseTo(1);
});
