/**
 * Sizes, numbers and dates the way a language writes them. Pure: the time zone is handed in, so that server and browser
 * write the same text into the same page. Formatters are made on first use, per format.
 */
import { clockText, momentText } from './clock-text.ts';
import type { Locale } from './tags.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const CYRILLIC_UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ', 'ПБ'] as const;
/** Languages that write the units of size in a script of their own. */
const UNITS_BY_LOCALE: Partial<Record<Locale, readonly string[]>> = { ru: CYRILLIC_UNITS, uk: CYRILLIC_UNITS };
const UNIT_STEP = 1024;
const DAY_MS = 86_400_000;

export interface Format {
  readonly locale: Locale;
  /** 1024-based, B to PB, at most two decimals: `1.5 GB`, in Russian and Ukrainian `1,5 ГБ`. Below zero or no number at all counts as zero. */
  bytes(sizeBytes: number): string;
  number(value: number): string;
  /** @param share  0 to 1 */
  percent(share: number): string;
  /** Long form: `March 9, 2026` in en-US. Like the next five, empty for a time no calendar holds. */
  date(timeMs: number): string;
  /** Short form for narrow places: `Mar 9, 2026` in en-US. */
  shortDate(timeMs: number): string;
  /**
   * As people say it: `2:05 PM` today, `Yesterday`, `Mar 9` this year, else the short form, in en-US. @param nowMs  by which both sides
   * of a hydrated page decide
   */
  recentDate(timeMs: number, nowMs: number): string;
  /** Long form with the time of day: `March 9, 2026 at 2:05 PM` in en-US. */
  dateAndTime(timeMs: number): string;
  /** `2:05 PM` in en-US. */
  time(timeMs: number): string;
  /** `2:05 PM UTC` in en-US: for readers whose own zone is not known. */
  timeInZone(timeMs: number): string;
  /** `March 9, 2026 at 2:05 PM UTC` in en-US, for the same readers. */
  dateAndTimeInZone(timeMs: number): string;
  /** `26-03-09 14:05` in every language: the exact moment, beside the form that people read. */
  dateTime(timeMs: number): string;
  /** `tomorrow`, `in 3 days`, `yesterday`: by calendar days of the time zone. */
  relativeDays(timeMs: number, nowMs: number): string;
  list(items: readonly string[]): string;
  /** `$7.99` in en-US. @param amountMinor  smallest unit of the currency @param currency  ISO 4217 */
  money(amountMinor: number, currency: string): string;
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function isTime(timeMs: number): boolean {
  return Math.abs(timeMs) <= 8.64e15;
}

/** @param timeZone  IANA name; UTC unless the visitor's own is known on both sides */
export function makeFormat(locale: Locale, timeZone = 'UTC'): Format {
  const number = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
  const percent = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const longDate = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }));
  const mediumDate = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }));
  const monthAndDay = lazy(() => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }));
  const relative = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const list = lazy(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const zone = lazy(() => new Intl.DateTimeFormat('en-US', { timeZoneName: 'short', timeZone }));
  const digits = lazy(
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        calendar: 'gregory',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      }),
  );

  const units = UNITS_BY_LOCALE[locale] ?? UNITS;
  const parts = (timeMs: number): Record<string, string> =>
    Object.fromEntries(
      digits()
        .formatToParts(timeMs)
        .map(({ type, value }) => [type, value]),
    );

  const clockOf = (timeMs: number): [hour: number, minute: number] => {
    const { hour, minute } = parts(timeMs);
    return [Number(hour), Number(minute)];
  };
  const dateAndTime = (timeMs: number): string =>
    isTime(timeMs) ? momentText(locale, longDate().format(timeMs), ...clockOf(timeMs)) : '';
  const zoneName = (timeMs: number): string =>
    zone()
      .formatToParts(timeMs)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  const timeText = (timeMs: number): string => (isTime(timeMs) ? clockText(locale, ...clockOf(timeMs)) : '');

  const dayNumber = (timeMs: number): number => {
    const { year, month, day } = parts(timeMs);
    return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  };

  const shortDate = (timeMs: number): string => (isTime(timeMs) ? mediumDate().format(timeMs) : '');
  const recentDate = (timeMs: number, nowMs: number): string => {
    if (!isTime(timeMs) || !isTime(nowMs)) return shortDate(timeMs);
    const days = dayNumber(nowMs) - dayNumber(timeMs);
    if (days === 0) return timeText(timeMs);
    if (days === 1) {
      const [first = '', ...rest] = relative().format(-1, 'day');
      return first.toLocaleUpperCase(locale) + rest.join('');
    }
    return parts(timeMs)['year'] === parts(nowMs)['year'] ? monthAndDay().format(timeMs) : shortDate(timeMs);
  };

  return {
    locale,
    bytes: (sizeBytes) => {
      let size = sizeBytes > 0 && Number.isFinite(sizeBytes) ? sizeBytes : 0;
      let unit = 0;
      // Rounded before it is compared: 1023.999 KB is shown as 1 MB, not as 1,024 KB.
      while (unit < units.length - 1 && Math.round(size * 100) / 100 >= UNIT_STEP) {
        size /= UNIT_STEP;
        unit += 1;
      }
      return `${number().format(size)} ${units[unit]}`;
    },
    number: (value) => number().format(value),
    percent: (share) => percent().format(share),
    date: (timeMs) => (isTime(timeMs) ? longDate().format(timeMs) : ''),
    shortDate,
    recentDate,
    dateAndTime,
    time: timeText,
    timeInZone: (timeMs) => (isTime(timeMs) ? `${timeText(timeMs)} ${zoneName(timeMs)}` : ''),
    dateAndTimeInZone: (timeMs) => (isTime(timeMs) ? `${dateAndTime(timeMs)} ${zoneName(timeMs)}` : ''),
    dateTime: (timeMs) => {
      if (!isTime(timeMs)) return '';
      const { year = '', month, day, hour, minute } = parts(timeMs);
      return `${year.slice(-2)}-${month}-${day} ${hour}:${minute}`;
    },
    relativeDays: (timeMs, nowMs) =>
      isTime(timeMs) && isTime(nowMs) ? relative().format(dayNumber(timeMs) - dayNumber(nowMs), 'day') : '',
    list: (items) => list().format(items),
    money: (amountMinor, currency) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}
