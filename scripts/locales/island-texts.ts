/**
 * Derives which texts a page sends to its scripts: every key named in a module that the script imports, at once or later. Left out are the
 * texts of imports in `withTexts` (client/ui/later-texts.ts): they come with those, in a file for each language.
 * Used by scripts/locales/modules.ts, which makes shared/locale/island-texts.gen.ts and shared/locale/later-texts/.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface ScriptEntry {
  readonly entry: string;
  /** Modules that only other pages load with it. */
  readonly without?: readonly string[];
}

const PICTURE = 'client/auth/account/choose-picture.tsx';

/** By name in the generated module. */
export const SCRIPT_ENTRIES: Readonly<Record<'ISLAND_TEXTS' | 'BROWSER_TEXTS' | 'PICTURE_TEXTS', ScriptEntry>> = {
  ISLAND_TEXTS: { entry: 'client/entry.ts' },
  // The files of the drive: other islands, and the picture of the account, are on pages of their own.
  BROWSER_TEXTS: { entry: 'client/entry.ts', without: ['client/late-islands.ts', PICTURE] },
  PICTURE_TEXTS: { entry: PICTURE },
};

/** Modules that load their own texts at first use (client/preview/texts.ts). */
const OWN_TEXTS = 'client/preview/';

const TYPE_IMPORT = /\b(?:import|export) type [^']*'[^']+'/g;
/** Which imports are followed. */
export const IMPORTS = {
  all: /\b(?:from |import |import\()'([^']+)'/g,
  atOnce: /\b(?:from |import )'([^']+)'/g,
  withoutLaterTexts: /\b(?:from |import |(?<!withTexts\(\s*)import\()'([^']+)'/g,
};
const LATER_TEXTS = /\bwithTexts\(\s*import\('([^']+)'/g;
const QUOTED = /['"`]([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)['"`]/g;
const PLURAL_ENDING = /\.(zero|one|two|few|many|other)$/;

/** @returns path from the root of a module that `file` names; undefined for a package */
function pathOf(file: string, name: string): string | undefined {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? join(dirname(file), name) : undefined;
}

/**
 * @param without  modules that are not followed
 * @returns path -> code of every module that the entries reach by imports that are not types alone; generated modules left out
 */
export function readReachable(
  root: string,
  entries: readonly string[],
  without: readonly string[] = [],
  imports: RegExp = IMPORTS.all,
): Map<string, string> {
  const read = new Map<string, string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (read.has(file) || !/\.tsx?$/.test(file) || file.endsWith('.gen.ts') || file.startsWith(OWN_TEXTS)) continue;
    if (without.includes(file)) continue;
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    read.set(file, text);
    for (const [, name = ''] of text.replace(TYPE_IMPORT, '').matchAll(imports)) {
      const next = pathOf(file, name);
      if (next) open.push(next);
    }
  }
  return read;
}

/** @param modules  path -> code. @returns paths of the modules that they import with later texts */
export function importedWithTexts(modules: ReadonlyMap<string, string>): string[] {
  return [...modules].flatMap(([file, text]) =>
    [...text.matchAll(LATER_TEXTS)].flatMap(([, name = '']) => pathOf(file, name) ?? []),
  );
}

/**
 * @param keys  every full key of the source language, plural forms included
 * @param dynamicPrefixes  prefixes of keys built at run time, with their dot: a module that builds one needs all of them
 * @returns the keys that `modules` name
 */
export function keysNamedIn(
  modules: Iterable<string>,
  keys: readonly string[],
  dynamicPrefixes: readonly string[],
): Set<string> {
  const texts = [...modules];
  const named = new Set(texts.flatMap((text) => [...text.matchAll(QUOTED)].map(([, key]) => key)));
  const built = dynamicPrefixes.filter((prefix) => texts.some((text) => text.includes(`\`${prefix}\${`)));
  const isNamed = (key: string): boolean =>
    named.has(key) || named.has(key.replace(PLURAL_ENDING, '')) || built.some((prefix) => key.startsWith(prefix));
  return new Set(keys.filter(isNamed));
}

/** @returns the fewest starts of keys that cover the wanted ones and no other */
export function startsOf(wanted: ReadonlySet<string>, keys: readonly string[]): string[] {
  const starts = new Set<string>();
  for (const key of keys.filter((each) => wanted.has(each))) {
    const parts = key.split('.');
    const lengths = parts.map((_, index) => index + 1);
    const start = lengths
      .map((length) => parts.slice(0, length).join('.'))
      .find((each) => keys.every((other) => (other !== each && !other.startsWith(`${each}.`)) || wanted.has(other)));
    starts.add(start ?? key);
  }
  return [...starts].sort();
}
