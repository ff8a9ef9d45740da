/**
 * `npm run locales`: makes keys.gen.ts, all.gen.ts and island-texts.gen.ts of shared/locale from locales/; `--check` writes nothing and fails on anything wrong.
 * en-US is the source: other languages are measured against it. Adding a language file never needs a change here.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { readReachable, SCRIPT_ENTRIES, textsNamedIn } from './island-texts.ts';
import { checkPageTexts, readPageTexts } from './page-texts.ts';
import { checkSameTexts } from './same-texts.ts';

/** Feature (file name without .json) to its keys and texts, as written in the file: notes included. */
export type FeatureTexts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type LocaleTree = Readonly<Partial<Record<Locale, FeatureTexts>>>;

/** Keys built at run time, by prefix of the full key, and where they are built. Everything else must stand in the code letter by letter. */
export const DYNAMIC_PREFIXES: Readonly<Record<string, string>> = {
  'errors.': 'shared/error-catalogue.ts: one text per row',
  'share.status.': 'one text per share status of shared/share',
};

const PLURAL_FORM = /^(.+)\.(zero|one|two|few|many|other)$/;
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const CODE_FOLDERS = ['client', 'worker', 'shared'] as const;

/** Names between double braces, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map((match) => (match[1] ?? '').trim()))].sort();
}

function withoutNotes(texts: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(
      (row): row is [string, string] => !row[0].startsWith('@') && typeof row[1] === 'string',
    ),
  );
}

interface Shape {
  /** Plain keys and their texts. */
  plain: Record<string, string>;
  /** Plural base keys and their forms by category. */
  plural: Record<string, Record<string, string>>;
}

/** Tells plain texts from plural forms: `x.one` is a form only where `x.other` stands beside it. */
function shapeOf(texts: Readonly<Record<string, unknown>>): Shape {
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

const HEADER = '/** Made by scripts/locales/main.ts from locales/. Run `npm run locales`; an edit here is lost. */\n';

function memberOf(key: string, names: readonly string[]): string {
  if (names.length === 0) return `  '${key}': NoParams;`;
  const fields = names.map((name) => `${name}: TextParam`);
  const line = `  '${key}': { ${fields.join('; ')} };`;
  return line.length <= 120 ? line : `  '${key}': {\n${fields.map((field) => `    ${field};`).join('\n')}\n  };`;
}

/** Text of shared/locale/island-texts.gen.ts. @param modulesOf  gives the code that a script loads, from its entry module */
export function makeIslandTextsModule(source: FeatureTexts, modulesOf: (entry: string) => readonly string[]): string {
  const keys = Object.entries(source).flatMap(([feature, texts]) =>
    Object.keys(withoutNotes(texts)).map((key) => `${feature}.${key}`),
  );
  const lists = Object.entries(SCRIPT_ENTRIES).map(([name, entry]) => {
    const starts = textsNamedIn(modulesOf(entry), keys, Object.keys(DYNAMIC_PREFIXES));
    return `
/** Starts of the keys that ${entry} and its imports show. */
export const ${name}: readonly string[] = [
${starts.map((start) => `  '${start}',`).join('\n')}
];
`;
  });
  return `${HEADER}${lists.join('')}`;
}

function interfaceOf(name: string, members: readonly string[]): string {
  return members.length === 0
    ? `export type ${name} = NoParams;`
    : `export interface ${name} {\n${members.join('\n')}\n}`;
}

/** Text of shared/locale/keys.gen.ts. */
export function makeKeysModule(source: FeatureTexts): string {
  const plain: string[] = [];
  const plural: string[] = [];
  for (const feature of Object.keys(source).sort()) {
    const shape = shapeOf(source[feature] ?? {});
    for (const key of Object.keys(shape.plain).sort())
      plain.push(memberOf(`${feature}.${key}`, placeholdersOf(shape.plain[key] ?? '')));
    for (const base of Object.keys(shape.plural).sort()) {
      const names = placeholdersOf(Object.values(shape.plural[base] ?? {}).join(' ')).filter(
        (name) => name !== 'count',
      );
      plural.push(memberOf(`${feature}.${base}`, names));
    }
  }
  return `${HEADER}
export type TextParam = string | number;
export type NoParams = Record<never, never>;

/** Every text by its full key, with the placeholders it needs. */
${interfaceOf('MessageParams', plain)}
export type MessageKey = keyof MessageParams;

/** Every plural by its base key, with the placeholders it needs besides \`count\`. */
${interfaceOf('PluralParams', plural)}
export type PluralKey = keyof PluralParams;
`;
}

function importName(locale: Locale, feature: string): string {
  return `${locale}-${feature}`.toLowerCase().replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Text of shared/locale/all.gen.ts. */
export function makeAllModule(tree: LocaleTree): string {
  const imports: string[] = [];
  const rows: string[] = [];
  for (const locale of LOCALES) {
    const features = Object.keys(tree[locale] ?? {}).sort();
    for (const feature of features) {
      imports.push(
        `import ${importName(locale, feature)} from '#locales/${locale}/${feature}.json' with { type: 'json' };`,
      );
    }
    const name = locale.includes('-') ? `'${locale}'` : locale;
    const fields = features.map(
      (feature) => `${/^[a-z]+$/.test(feature) ? feature : `'${feature}'`}: ${importName(locale, feature)}`,
    );
    rows.push(`  ${name}: {${fields.map((field) => `\n    ${field},`).join('')}${fields.length === 0 ? '' : '\n  '}},`);
  }
  return `${HEADER}${imports.join('\n')}
import type { Locale } from './tags.ts';

type Texts = Readonly<Record<string, string>>;

/** Every text of every language, by feature. For the server alone: it is far too much for a page. */
export const ALL_TEXTS: Readonly<Record<Locale, Readonly<Record<string, Texts>>>> = {
${rows.join('\n')}
};
`;
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

function main(root: string, isCheck: boolean): number {
  const tree = readTree(join(root, 'locales'));
  const outputs = [
    [join(root, 'shared/locale/keys.gen.ts'), makeKeysModule(tree[DEFAULT_LOCALE] ?? {})],
    [join(root, 'shared/locale/all.gen.ts'), makeAllModule(tree)],
    [
      join(root, 'shared/locale/island-texts.gen.ts'),
      makeIslandTextsModule(tree[DEFAULT_LOCALE] ?? {}, (entry) => readReachable(root, entry)),
    ],
  ] as const;
  const problems = isCheck
    ? [
        ...checkLocales(tree, readCode(root)),
        ...checkSameTexts(tree),
        ...checkPageTexts(readPageTexts(join(root, 'locales')), tree),
      ]
    : [];
  for (const [path, text] of outputs) {
    const isSame = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (isCheck && !isSame) problems.push(`${path} is out of date: run npm run locales`);
    if (!isCheck && !isSame) writeFileSync(path, text);
  }
  for (const problem of problems) console.error(problem);
  if (isCheck) console.log(problems.length === 0 ? 'locales: all well' : `locales: ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  process.exitCode = main(join(import.meta.dirname, '../..'), process.argv.includes('--check'));
}
