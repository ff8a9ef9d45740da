/** The markdown of pages by language, area and name, as in the files. The build replaces this module (scripts/build/packed-texts-plugin.ts). */
import { LOCALES, type Locale } from '#shared/locale/tags.ts';

const FILES = import.meta.glob('/locales/*/pages/**/*.md', { query: '?raw', import: 'default', eager: true });

type Sources = Readonly<Record<string, string | undefined>>;

function sourcesOf(locale: Locale): Sources {
  const folder = `/locales/${locale}/pages/`;
  return Object.fromEntries(
    Object.entries(FILES)
      .filter(([file]) => file.startsWith(folder))
      .map(([file, text]) => [file.slice(folder.length, -'.md'.length), text]),
  );
}

export const PAGE_SOURCES = Object.fromEntries(LOCALES.map((locale) => [locale, sourcesOf(locale)])) as Readonly<
  Record<Locale, Sources>
>;
