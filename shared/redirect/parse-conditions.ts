/** The words behind the target: status, and `name=value,value`. */
import { type CountryCode, isCountryCode } from '#shared/country/model.ts';
import { isLocale, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { PLATFORMS, type Platform } from '#shared/site/platform.ts';
import { ALWAYS } from './conditions.ts';
import { LineError, type Word } from './line.ts';
import { type Conditions, REDIRECT_STATUSES, type RedirectStatus } from './rule.ts';

const DEFAULT_STATUS: RedirectStatus = 302;
/** RFC 3339 section 5.6, with seconds and an offset. */
const TIME =
  /^\d{4}-(0[1-9]|1[0-2])-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

function readList<T>(word: Word, value: string, read: (text: string) => T | undefined, what: string): T[] {
  let at = word.column + word.text.length - value.length;
  return value.split(',').map((text) => {
    const column = at;
    at += text.length + 1;
    const found = read(text);
    if (found === undefined) throw new LineError(column, `"${text}" is ${what}`);
    return found;
  });
}

function readLocale(text: string): Locale | undefined {
  return isLocale(text) ? text : undefined;
}

function readCountry(text: string): CountryCode | undefined {
  return isCountryCode(text) ? text : undefined;
}

/** `"Mac OS"`, `MacOS` and `mac os` are one. */
function readPlatform(text: string): Platform | undefined {
  const plain = (name: string) => name.replaceAll(' ', '').toLowerCase();
  return PLATFORMS.find((platform) => plain(platform) === plain(text));
}

/** @returns epoch ms; undefined for what RFC 3339 does not write so, and for days that are none */
export function readTime(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const ms = Date.parse(text);
  // 30 February would be read as a day of March.
  const day = Number(text.slice(8, 10));
  const daysInMonth = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return Number.isNaN(ms) || day < 1 || day > daysInMonth ? undefined : ms;
}

export const NO_TIME = 'no time as RFC 3339 writes it, such as 2026-12-01T00:00:00Z';

function readCondition(word: Word, conditions: Conditions): Conditions {
  const [, name = '', value = ''] = /^([a-z]+)=(.*)$/is.exec(word.text) ?? [];
  switch (name) {
    case 'locale':
      return {
        ...conditions,
        locales: readList(word, value, readLocale, `none of the languages ${LOCALES.join(' ')}`),
      };
    case 'country':
      return {
        ...conditions,
        countries: readList(word, value, readCountry, 'no country code of two capitals (ISO 3166-1)'),
      };
    case 'platform':
      return {
        ...conditions,
        platforms: readList(word, value, readPlatform, `none of the platforms ${PLATFORMS.join(', ')}`),
      };
    case 'start':
      return { ...conditions, startMs: readList(word, value, readTime, NO_TIME)[0] ?? null };
    case 'end':
      return { ...conditions, endMs: readList(word, value, readTime, NO_TIME)[0] ?? null };
    default:
      throw new LineError(
        word.column,
        `"${word.text}" is neither a status (${REDIRECT_STATUSES.join(' ')}) nor locale=, country=, platform=, start= or end=`,
      );
  }
}

/** @throws LineError */
export function parseTail(tail: readonly Word[]): { status: RedirectStatus; conditions: Conditions } {
  let status: RedirectStatus | undefined;
  let conditions = ALWAYS;
  const seen = new Set<string>();
  for (const word of tail) {
    const found = REDIRECT_STATUSES.find((known) => String(known) === word.text);
    const name = found ? 'status' : word.text.split('=', 1).join('');
    if (!found) conditions = readCondition(word, conditions);
    if (seen.has(name)) throw new LineError(word.column, `${name} stands there twice`);
    seen.add(name);
    status = found ?? status;
  }
  const { startMs, endMs } = conditions;
  const end = tail.find(({ text }) => text.startsWith('end='));
  if (end && startMs !== null && endMs !== null && endMs <= startMs)
    throw new LineError(end.column, 'the end is not after the start');
  return { status: status ?? DEFAULT_STATUS, conditions };
}
