/** Days and months as people say them. Times are clock times of cameras: as if clocks showed UTC. */
import { type Format, makeFormat } from '#shared/locale/format.ts';
import { DAY_MS } from '#shared/units.ts';

/** Months in short, as in `Aug`, and of one scrubber's label in full. */
export interface DayLabels {
  day(ms: number): string;
  month(ms: number): string;
  /** With the time of day. */
  moment(ms: number): string;
}

/** @param nowMs  epoch ms; today is that of the reader, whose zone `format` has */
export function makeDayLabels(format: Format, nowMs: number): DayLabels {
  const { locale } = format;
  const clock = makeFormat(locale, 'UTC');
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const [thisYear, otherYear] = [
    written({ weekday: 'long', day: 'numeric', month: 'long' }),
    written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  ];
  const month = written({ month: 'long', year: 'numeric' });
  const [today, yesterday] = [format.shortDate(nowMs), format.shortDate(nowMs - DAY_MS)];
  const year = new Date(nowMs).getUTCFullYear();
  const capital = (text: string) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
  return {
    day(ms) {
      const short = clock.shortDate(ms);
      if (short === today || short === yesterday)
        return capital(format.relativeDays(short === today ? nowMs : nowMs - DAY_MS, nowMs));
      return capital((new Date(ms).getUTCFullYear() === year ? thisYear : otherYear).format(ms));
    },
    month: (ms) => capital(month.format(ms)),
    moment: clock.dateAndTime,
  };
}
