/**
 * Which English text each page was translated from: `locales/<tag>/pages/translated.json` has the hash of it by page. A page whose
 * English has changed since is stale until a translator reads it against the English and runs `npm run locales -- --translated`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '#scripts/check/finding.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { type PageTextTree, SYNONYMS } from './page-texts.ts';

/** Page to the hash of the English text that its translation was made from. */
export type Origins = Readonly<Record<string, string>>;

/** Digits of a hash: enough to tell versions of one text apart. */
const DIGITS = 16;

const fileOf = (root: string, locale: Locale): string => join(root, locale, 'pages/translated.json');

export function hashOfPage(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}

/** The pages that are translated: the words of the search are each language's own. */
function sourcesOf(pages: PageTextTree): Map<string, string> {
  const texts = Object.entries(pages[DEFAULT_LOCALE] ?? {}).filter(([name]) => name !== SYNONYMS);
  return new Map(texts.map(([name, text]) => [name, hashOfPage(text)]));
}

/** @param root  folder that holds the locale folders */
export function readOrigins(root: string): Readonly<Partial<Record<Locale, Origins>>> {
  const tags = LOCALES.filter((tag) => existsSync(fileOf(root, tag)));
  return Object.fromEntries(tags.map((tag) => [tag, JSON.parse(readFileSync(fileOf(root, tag), 'utf8')) as Origins]));
}

/** A finding for each page whose English is not the one that it was translated from, and for each entry without a page. */
export function checkTranslated(
  pages: PageTextTree,
  origins: Readonly<Partial<Record<Locale, Origins>>>,
  locales: readonly Locale[] = LOCALES,
): Finding[] {
  const sources = sourcesOf(pages);
  return locales
    .filter((tag) => tag !== DEFAULT_LOCALE)
    .flatMap((tag): Finding[] => {
      const own = origins[tag] ?? {};
      const stale = [...sources].filter(([name, hash]) => own[name] !== hash);
      const gone = Object.keys(own).filter((name) => !sources.has(name));
      return [
        ...stale.map(([name]) => ({
          path: `stale:${name}`,
          rule: tag,
          message: `the English page has changed: read the translation against it, then npm run locales -- --translated ${tag} ${name}`,
        })),
        ...gone.map((name) => ({ path: `gone:${name}`, rule: tag, message: 'pages/translated.json names no page' })),
      ];
    });
}

/** Notes that pages of a language say what their English says now. @throws Error for a name that is no page */
export function markTranslated(root: string, pages: PageTextTree, locale: Locale, names: readonly string[]): void {
  const sources = sourcesOf(pages);
  const own = new Map(Object.entries(readOrigins(root)[locale] ?? {}).filter(([name]) => sources.has(name)));
  for (const name of names) {
    const hash = sources.get(name);
    if (hash === undefined) throw new Error(`no page ${name} in ${DEFAULT_LOCALE}; write it as help/faq`);
    own.set(name, hash);
  }
  const sorted = Object.fromEntries([...own].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(fileOf(root, locale), `${JSON.stringify(sorted, null, 2)}\n`);
}
