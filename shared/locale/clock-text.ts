/**
 * The time of day as each language writes it, by our own table: engines differ in it by the age of their data (`PM 5:41` or
 * `오후 5:41` in Korean, one kind of space or another before PM), and server and browser write the same text into one page. Pure.
 */
import type { Locale } from './tags.ts';

interface Clock {
  /** Words of the two halves of the day; absent where the day has 24 hours. */
  readonly halves?: readonly [morning: string, afternoon: string];
  /** The half of the day stands before the time, with this between; otherwise behind it, after a space. */
  readonly halfFirst?: string;
  /** `09:05` rather than `9:05`. */
  readonly isPadded?: boolean;
  readonly separator?: string;
  /** Between a day and its time. */
  readonly at: string | ((hour: number) => string);
}

const CLOCKS: Readonly<Record<Locale, Clock>> = {
  'en-US': { halves: ['AM', 'PM'], at: ' at ' },
  es: { at: (hour) => (hour === 1 ? ' a la ' : ' a las ') },
  id: { isPadded: true, separator: '.', at: ' pukul ' },
  ja: { at: ' ' },
  ko: { halves: ['오전', '오후'], halfFirst: ' ', at: ' ' },
  ms: { halves: ['PG', 'PTG'], at: ' pada ' },
  pt: { isPadded: true, at: (hour) => (hour === 1 ? ' à ' : ' às ') },
  ru: { isPadded: true, at: ' в ' },
  // Before a vowel: об одинадцятій.
  uk: { isPadded: true, at: (hour) => (hour === 11 ? ' об ' : ' о ') },
  'zh-CN': { isPadded: true, at: ' ' },
  'zh-TW': { halves: ['上午', '下午'], halfFirst: '', at: ' ' },
};

const HALF_HOURS = 12;

/** @param hour  0 to 23 */
export function clockText(locale: Locale, hour: number, minute: number): string {
  const { halves, halfFirst, isPadded = false, separator = ':' } = CLOCKS[locale];
  const shown = halves ? hour % HALF_HOURS || HALF_HOURS : hour;
  const time = `${isPadded ? String(shown).padStart(2, '0') : shown}${separator}${String(minute).padStart(2, '0')}`;
  if (!halves) return time;
  const half = halves[hour < HALF_HOURS ? 0 : 1];
  return halfFirst === undefined ? `${time} ${half}` : `${half}${halfFirst}${time}`;
}

/** A day and the time of it. @param day  as the language writes it */
export function momentText(locale: Locale, day: string, hour: number, minute: number): string {
  const { at } = CLOCKS[locale];
  return `${day}${typeof at === 'string' ? at : at(hour)}${clockText(locale, hour, minute)}`;
}
