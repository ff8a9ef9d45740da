/** The line of parts that are left out. */
import { expect, test } from 'vitest';
import english from '#locales/en-US/preview.json' with { type: 'json' };
import russian from '#locales/ru/preview.json' with { type: 'json' };
import { makeFormat } from '#shared/locale/format.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { type Omissions, omissionsOf, sentencesOf } from './less.rules.ts';

const TEXTS: Readonly<Partial<Record<Locale, Readonly<Record<string, string>>>>> = { 'en-US': english, ru: russian };

function said(omissions: Omissions, locale: Locale = 'en-US'): string {
  const messages = Object.entries(TEXTS[locale] ?? {}).map(([key, text]) => [`preview.${key}`, text]);
  const language = {
    translator: makeTranslator(locale, Object.fromEntries(messages)),
    format: makeFormat(locale, 'UTC'),
  };
  return sentencesOf(omissions, language)
    .join(' ')
    .replace(/[\u2066-\u2069]/g, '');
}

test('nothing is said of a file that is shown whole', () => {
  expect(said({})).toBe('');
  expect(said({ rows: 0, shownRows: 0 })).toBe('');
});

test('all that is left out is one sentence', () => {
  expect(said({ rows: 3, columns: 1, sheets: 2 })).toBe(
    'Not shown: 2 hidden sheets, 3 hidden rows, and 1 hidden column.',
  );
  expect(said({ formulas: 1, pictures: 1_200 })).toBe('Not shown: the result of 1 formula and 1,200 pictures.');
  expect(said({ sheets: 2, formulas: 5 }, 'ru')).toBe('Не показано: 2 скрытых листа и результаты 5 формул.');
});

test('a form that is not shown has a sentence of its own, before what else is left out', () => {
  expect(said(omissionsOf({ form: 1, attachments: 2 }))).toBe(
    'The form in this file isn’t shown. Download it and open it in Adobe Reader. Not shown: 2 attached files.',
  );
});

test('a table that is cut says how much of it is shown', () => {
  expect(said({ shownRows: 2_000, shownColumns: 200 })).toBe(
    'Only the first 2,000 rows are shown. Only the first 200 columns are shown.',
  );
});

test('only known numbers of a message are taken', () => {
  expect(omissionsOf({ rows: 2, sheets: '3', columns: -1, pictures: 0.5, more: 4, shownRows: 7 })).toEqual({
    rows: 2,
    shownRows: 7,
  });
  for (const other of [null, undefined, 7, 'rows', []]) expect(omissionsOf(other)).toEqual({});
});
