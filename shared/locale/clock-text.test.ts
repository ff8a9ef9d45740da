import { describe, expect, it } from 'vitest';
import { clockText, momentText } from './clock-text.ts';
import { makeFormat } from './format.ts';
import { LOCALES, type Locale } from './tags.ts';

/** Five past midnight, five past noon, a quarter past nine in the morning, 17:41. */
const TIMES: Readonly<Record<Locale, readonly string[]>> = {
  'en-US': ['12:05 AM', '12:05 PM', '9:15 AM', '5:41 PM'],
  es: ['0:05', '12:05', '9:15', '17:41'],
  id: ['00.05', '12.05', '09.15', '17.41'],
  ja: ['0:05', '12:05', '9:15', '17:41'],
  ko: ['오전 12:05', '오후 12:05', '오전 9:15', '오후 5:41'],
  ms: ['12:05 PG', '12:05 PTG', '9:15 PG', '5:41 PTG'],
  pt: ['00:05', '12:05', '09:15', '17:41'],
  ru: ['00:05', '12:05', '09:15', '17:41'],
  uk: ['00:05', '12:05', '09:15', '17:41'],
  'zh-CN': ['00:05', '12:05', '09:15', '17:41'],
  'zh-TW': ['上午12:05', '下午12:05', '上午9:15', '下午5:41'],
};

const MOMENTS: Readonly<Record<Locale, string>> = {
  'en-US': 'November 28, 2026 at 5:41 PM',
  es: '28 de noviembre de 2026 a las 17:41',
  id: '28 November 2026 pukul 17.41',
  ja: '2026年11月28日 17:41',
  ko: '2026년 11월 28일 오후 5:41',
  ms: '28 November 2026 pada 5:41 PTG',
  pt: '28 de novembro de 2026 às 17:41',
  ru: '28 ноября 2026 г. в 17:41',
  uk: '28 листопада 2026 р. о 17:41',
  'zh-CN': '2026年11月28日 17:41',
  'zh-TW': '2026年11月28日 下午5:41',
};

const SHORT_DAYS: Readonly<Record<Locale, string>> = {
  'en-US': 'Nov 28, 2026',
  es: '28 nov 2026',
  id: '28 Nov 2026',
  ja: '2026/11/28',
  ko: '2026. 11. 28.',
  ms: '28 Nov 2026',
  pt: '28 de nov. de 2026',
  ru: '28 нояб. 2026 г.',
  uk: '28 лист. 2026 р.',
  'zh-CN': '2026年11月28日',
  'zh-TW': '2026年11月28日',
};

const at = (hour: number, minute: number) => Date.UTC(2026, 10, 28, hour, minute);

describe.each(LOCALES)('in %s', (locale) => {
  const format = makeFormat(locale);

  it('a time of day is written as people read it', () => {
    expect([at(0, 5), at(12, 5), at(9, 15), at(17, 41)].map(format.time)).toEqual(TIMES[locale]);
  });

  it('a day is written with and without its time', () => {
    expect(format.dateAndTime(at(17, 41))).toBe(MOMENTS[locale]);
    expect(MOMENTS[locale]).toContain(format.date(at(17, 41)));
    expect(format.shortDate(at(17, 41))).toBe(SHORT_DAYS[locale]);
  });

  it('a time with its zone names the zone', () => {
    expect(format.timeInZone(at(17, 41))).toBe(`${TIMES[locale][3]} UTC`);
  });

  it('the table says what the engine of these tests says', () => {
    if (locale === 'zh-TW') return; // The engine also has 凌晨 and 中午, which the pages do not use.
    const engine = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
    for (let hour = 0; hour < 24; hour++) expect(clockText(locale, hour, 7)).toBe(engine.format(at(hour, 7)));
  });
});

it('the word before a time follows the hour', () => {
  expect(momentText('es', 'hoy', 1, 30)).toBe('hoy a la 1:30');
  expect(momentText('pt', 'hoje', 1, 30)).toBe('hoje à 01:30');
  expect(momentText('uk', 'сьогодні', 11, 30)).toBe('сьогодні об 11:30');
});

it('a time follows the time zone', () => {
  expect(makeFormat('ko', 'Asia/Seoul').time(at(17, 41))).toBe('오전 2:41');
  expect(makeFormat('ko', 'Asia/Seoul').timeInZone(at(17, 41))).toBe('오전 2:41 GMT+9');
});
