import { expect, it } from 'vitest';
import { makeFormat } from './format.ts';
import { LOCALES } from './tags.ts';

const english = makeFormat('en-US');
const march = Date.UTC(2026, 2, 9, 23, 5);
const DAY_MS = 86_400_000;

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1.25 * 1024 ** 3, '1.25 GB'],
  [10 * 1024 ** 4, '10 TB'],
  [2048 * 1024 ** 5, '2,048 PB'],
  [-5, '0 B'],
  [Number.NaN, '0 B'],
  [Number.POSITIVE_INFINITY, '0 B'],
])('a size: of %d bytes reads %s', (sizeBytes, text) => {
  expect(english.bytes(sizeBytes)).toBe(text);
});

it('a size: uses the decimal sign of the language', () => {
  expect(makeFormat('pt').bytes(1536)).toBe('1,5 KB');
});

it.each(['ru', 'uk'] as const)('a size has its units in Cyrillic letters in %s', (locale) => {
  const { bytes } = makeFormat(locale);
  const sizes = Array.from({ length: 6 }, (_, step) => bytes(1024 ** step));
  expect(sizes).toEqual(['1 Б', '1 КБ', '1 МБ', '1 ГБ', '1 ТБ', '1 ПБ']);
});

it.each(LOCALES.filter((locale) => locale !== 'ru' && locale !== 'uk'))(
  'a size has its units in Latin letters in %s',
  (locale) => {
    expect(makeFormat(locale).bytes(1024 ** 5)).toBe('1 PB');
  },
);

it('a time is written out long in en-US and by custom elsewhere', () => {
  expect(english.date(march)).toBe('March 9, 2026');
  expect(makeFormat('ja').date(march)).toBe('2026年3月9日');
  expect(english.shortDate(march)).toBe('Mar 9, 2026');
});

it('a time is said as people say it', () => {
  const say = (locale: 'en-US' | 'ja' | 'ru' | 'zh-CN', timeMs: number, zone = 'UTC') =>
    makeFormat(locale, zone).recentDate(timeMs, march);
  expect(say('en-US', march - 60_000)).toBe('11:04 PM');
  expect(say('en-US', march - DAY_MS)).toBe('Yesterday');
  expect(say('en-US', march - 2 * DAY_MS)).toBe('Mar 7');
  expect(say('en-US', march - 100 * DAY_MS)).toBe('Nov 29, 2025');
  expect(say('ru', march - DAY_MS)).toBe('Вчера');
  expect([say('ja', march - DAY_MS), say('ja', march - 2 * DAY_MS)]).toEqual(['昨日', '3月7日']);
  expect(say('zh-CN', march - 60_000, 'Asia/Shanghai')).toBe('07:04');
  expect(say('en-US', march + DAY_MS)).toBe('Mar 10');
  expect(say('en-US', Number.NaN)).toBe('');
});

it.each(LOCALES)('a time is YY-MM-DD HH:mm in %s', (locale) => {
  expect(makeFormat(locale).dateTime(march)).toBe('26-03-09 23:05');
});

it('a time is written with its time of day where one day holds several', () => {
  expect([english.dateAndTime(march), english.time(march)]).toEqual(['March 9, 2026 at 11:05 PM', '11:05 PM']);
  expect(makeFormat('ja').dateAndTime(march)).toBe('2026年3月9日 23:05');
  expect(makeFormat('ru').dateAndTime(march)).toMatch(/^9 марта 2026 г\. .*23:05$/);
});

it('follows the time zone', () => {
  expect(makeFormat('en-US', 'Asia/Shanghai').dateTime(march)).toBe('26-03-10 07:05');
  expect(makeFormat('en-US').dateTime(Date.UTC(2026, 0, 1))).toBe('26-01-01 00:00');
});

it('a time is counted in calendar days', () => {
  expect(english.relativeDays(march + 3_600_000, march)).toBe('tomorrow');
  expect(english.relativeDays(march, march)).toBe('today');
  expect(english.relativeDays(march + 3 * DAY_MS, march)).toBe('in 3 days');
  expect(makeFormat('es').relativeDays(march - DAY_MS, march)).toBe('ayer');
});

it('a time is empty where no calendar reaches', () => {
  expect([english.date(Number.NaN), english.dateTime(9e15), english.relativeDays(Number.NaN, 0)]).toEqual(['', '', '']);
});

it('numbers and lists: read as the language writes them', () => {
  expect([english.number(12_345.678), english.percent(0.426), english.list(['a', 'b', 'c'])]).toEqual([
    '12,345.68',
    '43%',
    'a, b, and c',
  ]);
});
