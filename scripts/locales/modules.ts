/** Makes the modules that code imports: the types of all message keys, all messages, the keys that scripts show, and the texts that come later. */
import { join } from 'node:path';
import { REPLACING, SOURCE_NAME } from '#shared/locale/own-texts.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { IMPORTS, importedWithTexts, keysNamedIn, readReachable, SCRIPT_ENTRIES, startsOf } from './island-texts.ts';
import {
  DYNAMIC_PREFIXES,
  type FeatureTexts,
  type LocaleTree,
  placeholdersOf,
  readTree,
  shapeOf,
  withoutNotes,
} from './tree.ts';

const HEADER = '/** Made by scripts/locales/modules.ts from locales/; do not edit. */\n';

function memberOf(key: string, names: readonly string[]): string {
  if (names.length === 0) return `  '${key}': NoParams;`;
  const fields = names.map((name) => `${name}: TextParam`);
  const line = `  '${key}': { ${fields.join('; ')} };`;
  return line.length <= 120 ? line : `  '${key}': {\n${fields.map((field) => `    ${field};`).join('\n')}\n  };`;
}

interface ScriptTexts {
  /** By name in SCRIPT_ENTRIES: keys that a document carries for its scripts. */
  readonly inDocument: Readonly<Record<string, ReadonlySet<string>>>;
  /** Keys that come with later imports of the drive, and are not in its document. */
  readonly later: ReadonlySet<string>;
}

function readScriptTexts(
  root: string,
  keys: readonly string[],
  isByInstallation: (key: string) => boolean,
): ScriptTexts {
  const named = (modules: ReadonlyMap<string, string>) =>
    keysNamedIn(modules.values(), keys, Object.keys(DYNAMIC_PREFIXES));
  const all = readReachable(
    root,
    Object.values(SCRIPT_ENTRIES).map(({ entry }) => entry),
  );
  const { without } = SCRIPT_ENTRIES.BROWSER_TEXTS;
  const imported = named(readReachable(root, importedWithTexts(all), without));
  // The file is the same on every installation.
  const retained = [...imported].filter(isByInstallation);
  const inDocument = Object.fromEntries(
    Object.entries(SCRIPT_ENTRIES).map(([name, script]) => {
      const atOnce = named(readReachable(root, [script.entry], script.without, IMPORTS.withoutLaterTexts));
      return [name, name === 'PICTURE_TEXTS' ? atOnce : new Set([...atOnce, ...retained])];
    }),
  );
  return { inDocument, later: new Set([...imported].filter((key) => !inDocument['BROWSER_TEXTS']?.has(key))) };
}

/** Text of shared/locale/island-texts.gen.ts. */
function makeIslandTextsModule({ inDocument }: ScriptTexts, keys: readonly string[]): string {
  const lists = Object.entries(SCRIPT_ENTRIES).map(([name, { entry, without }]) => {
    const starts = startsOf(inDocument[name] ?? new Set(), keys);
    return `
/** Starts of the keys that ${entry} and its imports show${without ? `, without ${without.join(' and ')}` : ''}. */
export const ${name}: readonly string[] = [
${starts.map((start) => `  '${start}',`).join('\n')}
];
`;
  });
  return `${HEADER}${lists.join('')}`;
}

/** Texts of the modules in shared/locale/later-texts, by language. */
function makeLaterModules(tree: LocaleTree, later: ReadonlySet<string>): Record<string, string> {
  const source = flatTexts(tree[DEFAULT_LOCALE]);
  return Object.fromEntries(
    LOCALES.map((locale) => {
      const texts = { ...source, ...flatTexts(tree[locale]) };
      const rows = Object.entries(texts).filter(([key]) => later.has(key));
      return [
        `shared/locale/later-texts/${locale.toLowerCase()}.gen.ts`,
        `${HEADER}export const TEXTS: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(rows), null, 2)};\n`,
      ];
    }),
  );
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

/** Every text by its full key. */
function flatTexts(features: FeatureTexts = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(features).flatMap(([feature, texts]) =>
      Object.entries(withoutNotes(texts)).map(([key, text]) => [`${feature}.${key}`, text]),
    ),
  );
}

/** @returns path from the root to text */
export function makeLocaleModules(root: string): Readonly<Record<string, string>> {
  const tree = readTree(join(root, 'locales'));
  const source = flatTexts(tree[DEFAULT_LOCALE]);
  const keys = Object.keys(source);
  const languages = LOCALES.map((locale) => flatTexts(tree[locale]));
  const scriptTexts = readScriptTexts(
    root,
    keys,
    (key) => `${REPLACING}${key}` in source || languages.some((texts) => texts[key]?.includes(SOURCE_NAME)),
  );
  return {
    'shared/locale/keys.gen.ts': makeKeysModule(tree[DEFAULT_LOCALE] ?? {}),
    'shared/locale/all.gen.ts': makeAllModule(tree),
    'shared/locale/island-texts.gen.ts': makeIslandTextsModule(scriptTexts, keys),
    ...makeLaterModules(tree, scriptTexts.later),
  };
}
