/** The viewer's texts, in one chunk a language: no page carries them before the viewer opens. */
import { type Format, makeFormat } from '#shared/locale/format.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';

type Texts = { readonly default: Readonly<Record<string, string>> };

const LOADERS: Readonly<Record<Locale, () => Promise<Texts>>> = {
  'en-US': () => import('#locales/en-US/preview.json'),
  es: () => import('#locales/es/preview.json'),
  id: () => import('#locales/id/preview.json'),
  ja: () => import('#locales/ja/preview.json'),
  ko: () => import('#locales/ko/preview.json'),
  ms: () => import('#locales/ms/preview.json'),
  pt: () => import('#locales/pt/preview.json'),
  ru: () => import('#locales/ru/preview.json'),
  uk: () => import('#locales/uk/preview.json'),
  'zh-CN': () => import('#locales/zh-CN/preview.json'),
  'zh-TW': () => import('#locales/zh-TW/preview.json'),
};

export interface ViewerTexts {
  readonly translator: Translator;
  /** In the time zone of the browser. */
  readonly format: Format;
}

/** @param tag  language of the document */
export async function loadTexts(tag: string): Promise<ViewerTexts> {
  const locale = isLocale(tag) ? tag : DEFAULT_LOCALE;
  const { default: texts } = await LOADERS[locale]();
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [`preview.${key}`, text]));
  const zone = readTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { translator: makeTranslator(locale, messages), format: makeFormat(locale, zone) };
}
