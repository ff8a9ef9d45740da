import { expect, it } from 'vitest';
import { loadMessages, pickMessages } from './messages.ts';
import { LOCALES } from './tags.ts';
import { type Messages, makeTranslator, type Translator } from './translator.ts';

/** `tn` is typed by the real texts; the tests bring their own. */
function plural(translator: Translator, count: number, params?: Record<string, string | number>): string {
  return (translator.tn as (key: string, count: number, params?: object) => string)('x.files', count, params);
}

const russian: Messages = {
  'x.files.one': '{{count}} файл',
  'x.files.few': '{{count}} файла',
  'x.files.many': '{{count}} файлов',
  'x.files.other': '{{count}} файла',
};
const english: Messages = {
  'x.files.one': '{{count}} file in {{folder}}',
  'x.files.other': '{{count}} files in {{folder}}',
  'x.hello': 'Hello {{name}}',
};

it('a sentence of a language: fills its placeholders, and flat keys may stand above longer ones', () => {
  const translator = makeTranslator('en-US', { 'a.b': 'short {{x}}', 'a.b.c': 'long' });
  expect([translator.text('a.b', { x: 5 }), translator.text('a.b.c')]).toEqual(['short 5', 'long']);
});

it('a sentence of a language: falls back to en-US, then returns the key and reports it', () => {
  const missing: string[] = [];
  const translator = makeTranslator('ja', { 'x.own': '自分' }, english, (key) => missing.push(key));
  expect(translator.text('x.own')).toBe('自分');
  expect(translator.text('x.hello', { name: 'Ada' })).toBe('Hello Ada');
  expect(translator.text('x.nowhere')).toBe('x.nowhere');
  expect(missing).toEqual(['x.nowhere']);
  expect([translator.has('x.hello'), translator.has('x.nowhere'), translator.has('constructor')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('ends a sentence with one full stop, also after a date that ends with one', () => {
  const translator = makeTranslator('ru', {
    'x.end': 'До {{date}}. Потом нет.',
    'x.mid': 'До {{date}} включительно',
  });
  const date = '26 ноября 2026 г.';
  expect(translator.text('x.end', { date })).toBe('До 26 ноября 2026 г. Потом нет.');
  expect(translator.text('x.mid', { date })).toBe('До 26 ноября 2026 г. включительно');
  expect(translator.text('x.end', { date: '5 мая' })).toBe('До 5 мая. Потом нет.');
});

it('a sentence of a language takes the plural form its language wants', () => {
  const translator = makeTranslator('ru', russian);
  expect([1, 2, 5, 21].map((count) => plural(translator, count))).toEqual(['1 файл', '2 файла', '5 файлов', '21 файл']);
});

it('a sentence of a language writes the numbers of a plural the way the language does', () => {
  expect(plural(makeTranslator('en-US', english), 1_234, { folder: 'A' })).toBe('1,234 files in A');
  expect(plural(makeTranslator('es', { 'x.files.other': '{{count}} archivos' }), 12_345)).toBe('12.345 archivos');
});

it('a sentence of a language takes the English plural rule with the English text', () => {
  expect(plural(makeTranslator('ja', {}, english), 1, { folder: 'B' })).toBe('1 file in B');
});

it('the texts of the product: hands an island only what it asked for', () => {
  const picked = pickMessages('ja', ['share.status', 'errors.unreachable']);
  expect(Object.keys(picked).sort().at(0)).toBe('errors.unreachable');
  expect(Object.keys(picked)).toHaveLength(12);
});

it('chooses the texts of a list once per language', () => {
  const wanted = ['share.status'];
  expect(pickMessages('ja', wanted)).toBe(pickMessages('ja', wanted));
  expect(pickMessages('ru', wanted)).not.toEqual(pickMessages('ja', wanted));
  expect(Object.keys(pickMessages('ja', ['share.stats']))).not.toContain('share.status.expired.title');
});

it('the texts of the product: holds no notes for translators', () => {
  for (const locale of LOCALES)
    expect(Object.keys(loadMessages(locale)).filter((key) => key.includes('@'))).toEqual([]);
});

it('a key that only en-US has is shown in English', () => {
  const keys = Object.keys(loadMessages('en-US')).filter((key) => !/\.(zero|one|two|few|many|other)$/.test(key));
  for (const locale of LOCALES) expect(keys.filter((key) => !Object.hasOwn(loadMessages(locale), key))).toEqual([]);
});
