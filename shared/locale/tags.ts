/**
 * The eleven languages of the product. A tag is also the first segment of a localized address and a folder under locales/.
 * @source spec section 1 and 2.1
 */

export const LOCALES = ['en-US', 'es', 'id', 'ja', 'ko', 'ms', 'pt', 'ru', 'uk', 'zh-CN', 'zh-TW'] as const;

export type Locale = (typeof LOCALES)[number];

/** The language of a visitor whose languages are unknown, and the source language of every text. */
export const DEFAULT_LOCALE: Locale = 'en-US';

/** Each language in its own words, for the language menu. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'en-US': 'English',
  es: 'Español',
  id: 'Bahasa Indonesia',
  ja: '日本語',
  ko: '한국어',
  ms: 'Bahasa Melayu',
  pt: 'Português',
  ru: 'Русский',
  uk: 'Українська',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
};

/** Whether a value is exactly one of the eleven tags (case matters, as in addresses). */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (LOCALES as readonly string[]).includes(value);
}
