/** The messages of all languages as their files hold them: keys, texts and placeholders. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';

/** Feature (file name without .json) to its keys and texts, as written in the file: notes included. */
export type FeatureTexts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type LocaleTree = Readonly<Partial<Record<Locale, FeatureTexts>>>;

/** Keys built at run time, by prefix of the full key, and where they are built. Every other key is a literal in the code. */
export const DYNAMIC_PREFIXES: Readonly<Record<string, string>> = {
  'company.': 'shared/locale/messages.ts: in a company or a household, in place of the text named after it',
  'lan.': 'scripts/start/lan/page.ts: the page of LAN mode, made by the proxy',
  'errors.': 'shared/error-catalogue.ts: one text per row',
  'share.status.': 'one text per share status of shared/share',
};

const PLURAL_FORM = /^(.+)\.(zero|one|two|few|many|other)$/;

/** Names between double braces, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map((match) => (match[1] ?? '').trim()))].sort();
}

/** @returns the texts alone: keys with `@` hold notes to translators */
export function withoutNotes(texts: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(
      (row): row is [string, string] => !row[0].startsWith('@') && typeof row[1] === 'string',
    ),
  );
}

export interface Shape {
  /** Plain keys and their texts. */
  plain: Record<string, string>;
  /** Plural base keys and their forms by category. */
  plural: Record<string, Record<string, string>>;
}

/** Separates plain texts from plural forms: `x.one` is a form only when `x.other` exists. */
export function shapeOf(texts: Readonly<Record<string, unknown>>): Shape {
  const shape: Shape = { plain: {}, plural: {} };
  const rows = withoutNotes(texts);
  for (const [key, text] of Object.entries(rows)) {
    const [, base, category] = PLURAL_FORM.exec(key) ?? [];
    if (base === undefined || category === undefined || !Object.hasOwn(rows, `${base}.other`)) {
      shape.plain[key] = text;
    } else {
      shape.plural[base] = { ...shape.plural[base], [category]: text };
    }
  }
  return shape;
}

/** @param root  folder that holds the locale folders */
export function readTree(root: string): LocaleTree {
  const tree: Partial<Record<Locale, Record<string, Record<string, unknown>>>> = {};
  for (const locale of LOCALES.filter((tag) => existsSync(join(root, tag)))) {
    const files = readdirSync(join(root, locale)).filter((file) => file.endsWith('.json'));
    tree[locale] = Object.fromEntries(
      files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(root, locale, file), 'utf8'))]),
    );
  }
  return tree;
}
