/**
 * Chooses one of the eleven languages for a visitor, from the request. Pure; path.ts reads the address prefix.
 * @source spec section 2.1
 */
import { isLocale, LOCALES, type Locale } from './tags.ts';

export interface LocaleHints {
  /** Value of the query parameter; counts only if exactly one of the eleven. */
  readonly query?: string | null | undefined;
  /** Value of the locale cookie; product cookies are JSON-encoded, bare values are read too. */
  readonly cookie?: string | null | undefined;
  /** The Accept-Language header. */
  readonly acceptLanguage?: string | null | undefined;
}

/** Longest header that is read, in characters; real ones stay below 200. */
const MAX_HEADER_LENGTH = 1_000;

const TRADITIONAL_CHINESE = new Set(['hant', 'tw', 'hk', 'mo']);
/** Languages that are written in Chinese and name no script: Cantonese is read in traditional letters. */
const TRADITIONAL_LANGUAGES = new Set(['yue', 'hak', 'nan']);
const CHINESE = new Set(['zh', 'cmn', 'yue', 'wuu', 'hak', 'nan', 'gan', 'hsn']);

/** Codes that old systems send for a language of ours, and those of Malay proper. */
const CODES: Readonly<Record<string, string>> = { in: 'id', zsm: 'ms', zlm: 'ms' };

/** The language that serves a tag: the same tag in any case, else one of the same language under any of its codes, else null. */
export function matchLocale(tag: string): Locale | null {
  const lower = tag.trim().toLowerCase().replaceAll('_', '-');
  const exact = LOCALES.find((locale) => locale.toLowerCase() === lower);
  if (exact !== undefined) return exact;
  const [language = '', ...subtags] = lower.split('-');
  if (CHINESE.has(language)) {
    // Extensions (`-u-`, `-x-`) are no part of the language.
    const end = subtags.findIndex((subtag) => subtag.length === 1);
    const parts = end === -1 ? subtags : subtags.slice(0, end);
    // A script outweighs a region, and both a language: zh-Hans-HK reads simplified, yue-CN too.
    if (parts.includes('hans')) return 'zh-CN';
    if (parts.some((subtag) => TRADITIONAL_CHINESE.has(subtag) || TRADITIONAL_LANGUAGES.has(subtag))) return 'zh-TW';
    return TRADITIONAL_LANGUAGES.has(language) && !parts.includes('cn') ? 'zh-TW' : 'zh-CN';
  }
  const code = Object.hasOwn(CODES, language) ? CODES[language] : language;
  return LOCALES.find((locale) => locale.split('-', 1)[0] === code) ?? null;
}

/** Tags of an Accept-Language header, most wanted first; refused (`q=0`) and malformed entries are left out. */
export function parseAcceptLanguage(header: string): string[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .flatMap((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const q = parameters.find((parameter) => /^q\s*=/i.test(parameter));
      const weight = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1).trim() || Number.NaN);
      const isWanted = /^[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*$/.test(tag) && weight > 0 && weight <= 1;
      return isWanted ? [{ tag, weight }] : [];
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function readCookie(value: string): Locale | null {
  const bare = value.trim().replace(/^"(.*)"$/, '$1');
  return isLocale(bare) ? bare : null;
}

/** The first of these tags that one of the eleven serves; null for none. */
export function firstLocale(tags: readonly string[]): Locale | null {
  for (const tag of tags) {
    const locale = matchLocale(tag);
    if (locale !== null) return locale;
  }
  return null;
}

/** Query, then cookie, then request header; null when none of them names a language of ours. */
export function hintedLocale(hints: LocaleHints): Locale | null {
  if (isLocale(hints.query)) return hints.query;
  return readCookie(hints.cookie ?? '') ?? firstLocale(parseAcceptLanguage(hints.acceptLanguage ?? ''));
}
