/**
 * Derives which texts a page sends to its scripts: every key named in a module that the script imports, at once or later.
 * Used by scripts/locales/modules.ts, which makes shared/locale/island-texts.gen.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ScriptEntry {
  readonly entry: string;
  /** Modules that only other pages load with it. */
  readonly without?: readonly string[];
}

const PICTURE = 'client/auth/account/choose-picture.tsx';

/** By name in the generated module. */
export const SCRIPT_ENTRIES: Readonly<Record<string, ScriptEntry>> = {
  ISLAND_TEXTS: { entry: 'client/entry.ts' },
  // The files of the drive: other islands, and the picture of the account, are on pages of their own.
  BROWSER_TEXTS: { entry: 'client/entry.ts', without: ['client/late-islands.ts', PICTURE] },
  PICTURE_TEXTS: { entry: PICTURE },
};

/** Modules that load their own texts at first use (client/preview/texts.ts). */
const LATE_TEXTS = 'client/preview/';

const TYPE_IMPORT = /\b(?:import|export) type [^']*'[^']+'/g;
const IMPORT = /\b(?:from |import |import\()'([^']+)'/g;
const IMPORT_AT_ONCE = /\b(?:from |import )'([^']+)'/g;
const QUOTED = /['"`]([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)['"`]/g;
const PLURAL_ENDING = /\.(zero|one|two|few|many|other)$/;

/**
 * @param without  modules that are not followed
 * @param isAtOnce  those that are loaded later are not followed either
 * @returns path -> code of every module that `entry` reaches by imports that are not types alone; generated modules left out
 */
export function readReachable(
  root: string,
  entry: string,
  without: readonly string[] = [],
  isAtOnce = false,
): Map<string, string> {
  const read = new Map<string, string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (read.has(file) || !/\.tsx?$/.test(file) || file.endsWith('.gen.ts') || file.startsWith(LATE_TEXTS)) continue;
    if (without.includes(file)) continue;
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    read.set(file, text);
    for (const [, from = ''] of text.replace(TYPE_IMPORT, '').matchAll(isAtOnce ? IMPORT_AT_ONCE : IMPORT)) {
      if (from.startsWith('#')) open.push(from.slice(1));
      else if (from.startsWith('.')) open.push(join(dirname(file), from));
    }
  }
  return read;
}

/**
 * @param keys  every full key of the source language, plural forms included
 * @param dynamicPrefixes  prefixes of keys built at run time, with their dot: a module that builds one needs all of them
 * @returns the fewest starts of keys that cover the keys named in `modules` and no other
 */
export function textsNamedIn(
  modules: readonly string[],
  keys: readonly string[],
  dynamicPrefixes: readonly string[],
): string[] {
  const named = new Set(modules.flatMap((text) => [...text.matchAll(QUOTED)].map(([, key]) => key)));
  const built = dynamicPrefixes.filter((prefix) => modules.some((text) => text.includes(`\`${prefix}\${`)));
  const isNeeded = (key: string): boolean =>
    named.has(key) || named.has(key.replace(PLURAL_ENDING, '')) || built.some((prefix) => key.startsWith(prefix));
  const starts = new Set<string>();
  for (const key of keys.filter(isNeeded)) {
    const parts = key.split('.');
    const lengths = parts.map((_, index) => index + 1);
    const start = lengths
      .map((length) => parts.slice(0, length).join('.'))
      .find((each) => keys.every((other) => (other !== each && !other.startsWith(`${each}.`)) || isNeeded(other)));
    starts.add(start ?? key);
  }
  return [...starts].sort();
}
