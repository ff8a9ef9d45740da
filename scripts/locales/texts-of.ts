/** Every text of a language in one list, for checks that read texts one by one. */
import type { Locale } from '#shared/locale/tags.ts';
import { type PageTextTree, SYNONYMS } from './page-texts.ts';
import { type LocaleTree, withoutNotes } from './tree.ts';

const PLURALS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

export interface PlacedText {
  /** Full key (`share.link.title`) or page (`pages/help/faq`). */
  readonly place: string;
  readonly text: string;
  /** Plural category, such as `many`; none for a text that is no form of a plural. */
  readonly form?: string;
}

/** The short texts of a language. */
export function shortTexts(tree: LocaleTree, locale: Locale): PlacedText[] {
  return Object.entries(tree[locale] ?? {}).flatMap(([feature, texts]) =>
    Object.entries(withoutNotes(texts)).map(([key, text]) => {
      const [, base = '', form = ''] = /^(.+)\.(\w+)$/.exec(key) ?? [];
      const isForm = PLURALS.has(form) && Object.hasOwn(texts, `${base}.other`);
      return { place: `${feature}.${key}`, text, ...(isForm ? { form } : {}) };
    }),
  );
}

/** The lines of its pages, without targets of links and anchors; the search’s own words are left out. */
export function pageLines(pages: PageTextTree, locale: Locale): PlacedText[] {
  return Object.entries(pages[locale] ?? {})
    .filter(([name]) => name !== SYNONYMS)
    .flatMap(([name, page]) =>
      page
        .replace(/\]\([^)]*\)|\{#[^}]*\}/g, ']')
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => ({ place: `pages/${name}`, text })),
    );
}
