/**
 * Texts that a page shows once it is used, in one file a language: its document does not carry them. They follow from the imports in
 * `withTexts` (scripts/locales/island-texts.ts).
 */
import { loadOnce } from '#client/api/late-part.ts';
import type { Locale } from '#shared/locale/tags.ts';

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly TEXTS: Readonly<Record<string, string>> }>>> = {
  'en-US': () => import('#shared/locale/later-texts/en-us.gen.ts'),
  es: () => import('#shared/locale/later-texts/es.gen.ts'),
  id: () => import('#shared/locale/later-texts/id.gen.ts'),
  ja: () => import('#shared/locale/later-texts/ja.gen.ts'),
  ko: () => import('#shared/locale/later-texts/ko.gen.ts'),
  ms: () => import('#shared/locale/later-texts/ms.gen.ts'),
  pt: () => import('#shared/locale/later-texts/pt.gen.ts'),
  ru: () => import('#shared/locale/later-texts/ru.gen.ts'),
  uk: () => import('#shared/locale/later-texts/uk.gen.ts'),
  'zh-CN': () => import('#shared/locale/later-texts/zh-cn.gen.ts'),
  'zh-TW': () => import('#shared/locale/later-texts/zh-tw.gen.ts'),
};

/** Null outside a document that entry.ts has started, such as in tests. */
let loadTexts: (() => Promise<unknown>) | null = null;

/** @param messages  those of the document's translators, which get the later ones */
export function expectLaterTexts(locale: Locale, messages: Record<string, string>): void {
  loadTexts = loadOnce(async () => Object.assign(messages, (await LOADERS[locale]()).TEXTS));
}

/** @returns the module, after its texts are loaded */
export async function withTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadTexts?.()]);
  return loaded;
}
