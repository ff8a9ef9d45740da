/** Checks the markdown texts of pages (locales/<tag>/pages): each exists in every language with the headings, links and placeholders of en-US. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { withOffers } from '#shared/site/text-offers.ts';
import { fillPlaceholders, placeholdersIn } from '#shared/site/text-placeholders.ts';
import { textLinkPath } from '#shared/text-link.ts';
import { readMarkdown } from '#worker/platform/markdown.ts';

/** The page of words that readers type and we do not: the search of the help reads it, each language has its own. */
export const SYNONYMS = 'help/search-words';

/** Language to name (`help/faq`) to the file's text. */
export type PageTextTree = Readonly<Partial<Record<Locale, Readonly<Record<string, string>>>>>;

/** Language to feature to key to text: what `{{...}}` may name. */
type TextsByFeature = Readonly<Partial<Record<Locale, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>>;

/** Letters of a description that a search result shows whole. */
const MAX_DESCRIPTION = 200;

function wordIn(messages: TextsByFeature, locale: Locale, key: string): string | null {
  const [feature = '', ...rest] = key.split('.');
  const text = messages[locale]?.[feature]?.[rest.join('.')];
  return typeof text === 'string' && !text.includes('{{') ? text : null;
}

interface Shape {
  readonly problems: readonly string[];
  /** The parts of a text that must be the same in each language, by name. */
  readonly same: Readonly<Record<string, string>>;
}

function shapeOf(source: string, wordOf: (key: string) => string | null): Shape {
  const { keys, facts } = placeholdersIn(source);
  const unknown = keys.filter((key) => wordOf(key) === null).map((key) => `{{${key}}} is no text without parameters`);
  const { blocks, links, problems, title, description } = readMarkdown(
    fillPlaceholders(withOffers(source, true), (name) => (name.includes('.') ? (wordOf(name) ?? name) : 'fact')),
    textLinkPath,
  );
  const long =
    [...description].length > MAX_DESCRIPTION ? [`description is longer than ${MAX_DESCRIPTION} letters`] : [];
  return {
    problems: [...problems, ...unknown, ...long, ...(title.includes('{{') ? ['title holds a fact'] : [])],
    same: {
      headings: blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])).join(' '),
      lists: blocks.flatMap((block) => (block.kind === 'list' ? [block.items.length] : [])).join(' '),
      links: [...links].sort().join(' '),
      placeholders: [...keys, ...facts].join(' '),
    },
  };
}

/** Everything wrong, one line each; empty when all is well. @param messages  texts that `{{...}}` may name */
export function checkPageTexts(
  tree: PageTextTree,
  messages: TextsByFeature,
  locales: readonly Locale[] = LOCALES,
): string[] {
  const source = tree[DEFAULT_LOCALE] ?? {};
  const names = [...new Set(locales.flatMap((locale) => Object.keys(tree[locale] ?? {})))].sort();
  return names.flatMap((name) => {
    const original = source[name];
    if (original === undefined) return [`pages/${name}.md: not in ${DEFAULT_LOCALE}`];
    const wanted = shapeOf(original, (key) => wordIn(messages, DEFAULT_LOCALE, key));
    return locales.flatMap((locale) => {
      const where = `${locale}/pages/${name}.md`;
      const text = tree[locale]?.[name];
      if (text === undefined) return [`${where}: file is missing`];
      const own = shapeOf(text, (key) => wordIn(messages, locale, key));
      const different = Object.entries(wanted.same).filter(([what, value]) => own.same[what] !== value);
      return [
        ...own.problems.map((problem) => `${where}: ${problem}`),
        ...different.map(
          ([what, value]) =>
            `${where}: ${what} are ${own.same[what] || 'none'}, in ${DEFAULT_LOCALE} ${value || 'none'}`,
        ),
      ];
    });
  });
}

/** @param root  folder that holds the locale folders */
export function readPageTexts(root: string): PageTextTree {
  const folders = LOCALES.filter((tag) => existsSync(join(root, tag, 'pages')));
  return Object.fromEntries(
    folders.map((locale) => {
      const folder = join(root, locale, 'pages');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
      return [
        locale,
        Object.fromEntries(files.map((file) => [file.slice(0, -3), readFileSync(join(folder, file), 'utf8')])),
      ];
    }),
  );
}
