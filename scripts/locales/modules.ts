/** Makes the modules that code imports: the types of all message keys, all messages, and the keys that scripts show. */
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { readReachable, SCRIPT_ENTRIES, type ScriptEntry, textsNamedIn } from './island-texts.ts';
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

/** Text of shared/locale/island-texts.gen.ts. @param modulesOf  gives the code that a script loads, from its entry module */
export function makeIslandTextsModule(
  source: FeatureTexts,
  modulesOf: (script: ScriptEntry) => readonly string[],
): string {
  const keys = Object.entries(source).flatMap(([feature, texts]) =>
    Object.keys(withoutNotes(texts)).map((key) => `${feature}.${key}`),
  );
  const lists = Object.entries(SCRIPT_ENTRIES).map(([name, script]) => {
    const starts = textsNamedIn(modulesOf(script), keys, Object.keys(DYNAMIC_PREFIXES));
    return `
/** Starts of the keys that ${script.entry} and its imports show${script.without ? `, without ${script.without.join(' and ')}` : ''}. */
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

/** @returns path from the root to text */
export function makeLocaleModules(root: string): Readonly<Record<string, string>> {
  const tree = readTree(join(root, 'locales'));
  return {
    'shared/locale/keys.gen.ts': makeKeysModule(tree[DEFAULT_LOCALE] ?? {}),
    'shared/locale/all.gen.ts': makeAllModule(tree),
    'shared/locale/island-texts.gen.ts': makeIslandTextsModule(tree[DEFAULT_LOCALE] ?? {}, ({ entry, without }) => [
      ...readReachable(root, entry, without).values(),
    ]),
  };
}
