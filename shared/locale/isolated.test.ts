import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { makeTranslator } from './translator.ts';

it('names in sentences leaves a name as it is that turns nothing', () => {
  expect(isolated('Отчёт 写真.pdf')).toBe('Отчёт 写真.pdf');
});

it('names in sentences: isolates a name that is written from right to left', () => {
  expect(isolated('שלום.pdf')).toBe('\u2068שלום.pdf\u2069');
});

it('names in sentences shows a name that turns its letters round as it is written, and lets it not end its isolation', () => {
  expect(isolated('a\u202egpj.exe')).toBe('\u2068agpj.exe\u2069');
  expect(isolated('a\u2069\u202egpj.exe')).toBe('\u2068agpj.exe\u2069');
});

it('isolates what a sentence is told, alone and counted', () => {
  const { text, tn } = makeTranslator('en-US', {
    'a.b': '{{name}} was moved',
    'c.d.other': '{{count}} into {{name}}',
  });
  expect(text('a.b', { name: 'שלום' })).toBe('\u2068שלום\u2069 was moved');
  expect(text('a.b', { name: 'plain' })).toBe('plain was moved');
  expect(tn('c.d' as never, 2, { name: 'שלום' } as never)).toBe('2 into \u2068שלום\u2069');
});
