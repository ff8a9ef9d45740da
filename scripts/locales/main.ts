/**
 * `npm run locales`: compares the messages of all languages with en-US, the source, and fails on any difference of keys or
 * placeholders. Adding a language file never needs a change here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingText } from '#scripts/check/finding.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { forcedSynonyms, renderComposed } from './composed.ts';
import { checkTexts, findTexts } from './findings.ts';
import { checkPageTexts, readPageTexts } from './page-texts.ts';
import { checkSameTexts } from './same-texts.ts';
import { checkTerms } from './terms.ts';
import { markTranslated } from './translated.ts';
import {
  DYNAMIC_PREFIXES,
  type FeatureTexts,
  type LocaleTree,
  placeholdersOf,
  readTree,
  type Shape,
  shapeOf,
} from './tree.ts';

const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const CODE_FOLDERS = ['client', 'worker', 'shared'] as const;

function checkFile(where: string, isSource: boolean, texts: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  for (const [key, text] of Object.entries(texts)) {
    if (key.startsWith('@')) {
      const noted = key.slice(1);
      const stands = Object.hasOwn(texts, noted) || Object.hasOwn(texts, `${noted}.other`);
      if (!isSource) problems.push(`${where}: note ${key} belongs in ${DEFAULT_LOCALE} only`);
      else if (!stands) problems.push(`${where}: note ${key} has no key`);
      continue;
    }
    if (!KEY.test(key)) problems.push(`${where}: key ${key} is not words joined by dots`);
    if (typeof text !== 'string' || text.trim() === '') problems.push(`${where}: ${key} has no text`);
    else if (text !== text.trim()) problems.push(`${where}: ${key} begins or ends with a space`);
  }
  return problems;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n');
}

function categoriesOf(locale: Locale): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories.slice().sort();
}

function checkPlurals(where: string, locale: Locale, source: Shape, own: Shape): string[] {
  const problems: string[] = [];
  const wanted = categoriesOf(locale);
  for (const [base, forms] of Object.entries(own.plural)) {
    const found = Object.keys(forms).sort();
    if (!same(found, wanted))
      problems.push(`${where}: plural ${base} has ${found.join(' ')}, the language needs ${wanted.join(' ')}`);
    const needed = placeholdersOf(source.plural[base]?.other ?? '').filter((name) => name !== 'count');
    for (const [category, text] of Object.entries(forms)) {
      const names = placeholdersOf(text).filter((name) => name !== 'count');
      if (!same(names, needed))
        problems.push(`${where}: ${base}.${category} has {{${names.join(' ')}}}, en-US has {{${needed.join(' ')}}}`);
    }
  }
  return problems;
}

function checkAgainstSource(where: string, source: Shape, own: Shape): string[] {
  const problems: string[] = [];
  const sourceKeys = [...Object.keys(source.plain), ...Object.keys(source.plural)];
  const ownKeys = [...Object.keys(own.plain), ...Object.keys(own.plural)];
  for (const key of sourceKeys.filter((key) => !ownKeys.includes(key))) problems.push(`${where}: ${key} is missing`);
  for (const key of ownKeys.filter((key) => !sourceKeys.includes(key)))
    problems.push(`${where}: ${key} is not in ${DEFAULT_LOCALE}`);
  for (const [key, text] of Object.entries(own.plain)) {
    const original = source.plain[key];
    if (original === undefined) continue;
    const names = placeholdersOf(text);
    const needed = placeholdersOf(original);
    if (!same(names, needed))
      problems.push(`${where}: ${key} has {{${names.join(' ')}}}, en-US has {{${needed.join(' ')}}}`);
  }
  return problems;
}

/** @param code  all source text that may name a key, joined */
function checkUse(source: FeatureTexts, code: string, dynamicPrefixes: readonly string[]): string[] {
  const problems: string[] = [];
  const named = new Set(
    [...code.matchAll(/['"`]([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)['"`]/g)].map((match) => match[1]),
  );
  const keys = Object.entries(source).flatMap(([feature, texts]) => {
    const shape = shapeOf(texts);
    return [...Object.keys(shape.plain), ...Object.keys(shape.plural)].map((key) => `${feature}.${key}`);
  });
  for (const key of keys) {
    if (!named.has(key) && !dynamicPrefixes.some((prefix) => key.startsWith(prefix)))
      problems.push(`${key} is used nowhere`);
  }
  for (const prefix of dynamicPrefixes) {
    if (!keys.some((key) => key.startsWith(prefix))) problems.push(`prefix ${prefix} has no key any more`);
  }
  return problems;
}

/** Everything wrong with the texts, one line each; empty when all is well. */
export function checkLocales(
  tree: LocaleTree,
  code: string,
  dynamicPrefixes: readonly string[] = Object.keys(DYNAMIC_PREFIXES),
  locales: readonly Locale[] = LOCALES,
): string[] {
  const source = tree[DEFAULT_LOCALE] ?? {};
  const problems = checkUse(source, code, dynamicPrefixes);
  for (const locale of locales) {
    const own = tree[locale] ?? {};
    for (const feature of new Set([...Object.keys(source), ...Object.keys(own)])) {
      const where = `${locale}/${feature}.json`;
      const texts = own[feature];
      const original = source[feature];
      if (original === undefined) problems.push(`${where}: no such file in ${DEFAULT_LOCALE}`);
      else if (texts === undefined) problems.push(`${where}: file is missing`);
      else {
        const [sourceShape, ownShape] = [shapeOf(original), shapeOf(texts)];
        problems.push(...checkFile(where, locale === DEFAULT_LOCALE, texts));
        if (locale !== DEFAULT_LOCALE) problems.push(...checkAgainstSource(where, sourceShape, ownShape));
        problems.push(...checkPlurals(where, locale, sourceShape, ownShape));
      }
    }
  }
  return problems;
}

function readCode(root: string): string {
  const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file);
  return CODE_FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
    )
    .filter(isCode)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** @param args  `--translated es help/faq …` notes that the pages say what their English says, `--read es` prints; without, all is checked */
function main(root: string, args: readonly string[]): number {
  const tree = readTree(join(root, 'locales'));
  const pages = readPageTexts(join(root, 'locales'));
  const [option, tag, ...names] = args;
  if (option !== undefined) {
    const locale = LOCALES.find((each) => each === tag);
    if (option === '--read' && locale !== undefined) {
      const found = findTexts(join(root, 'locales')).filter(({ rule }) => rule === locale.toLowerCase());
      for (const line of [...renderComposed(tree, locale), ...forcedSynonyms(tree), ...found.map(findingText)])
        console.log(line);
      return 0;
    }
    if (option === '--translated' && locale !== undefined && locale !== DEFAULT_LOCALE && names.length > 0) {
      markTranslated(join(root, 'locales'), pages, locale, names);
      return 0;
    }
    console.error('usage: npm run locales -- --translated <language> <page> … (as: --translated es help/faq)');
    console.error(
      '       npm run locales -- --read <language>   prints what is found in it, listed or not, and the sentences that texts are filled into',
    );
    return 2;
  }
  const problems = [
    ...checkLocales(tree, readCode(root)),
    ...checkSameTexts(tree),
    ...checkPageTexts(pages, tree),
    ...checkTerms(tree, pages),
    ...checkTexts(root).map(findingText),
  ];
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'locales: all well' : `locales: ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(join(import.meta.dirname, '../..'), process.argv.slice(2));
