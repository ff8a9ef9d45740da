/**
 * Paths that READMEs and decisions name in backticks exist; one may begin at any folder (`tree/star.ts`). Placeholders
 * (`<noun>/part.ts`) and words with a slash that is no path (`quantity/list`) are not looked at.
 */
import type { Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

const RULE = 'named-path';
const DOCUMENT = /^(docs\/decisions\/.*|(client|shared|worker|scripts|test)\/.*README)\.md$/;
const TOP = /^(client|shared|worker|scripts|test|locales|docs)\//;
const FILE = /\.(tsx?|md|css|toml|sh)$/;
/** Written by the build. */
const BUILT = /^dist\//;

/** Only where a folder without a path is one of a feature: elsewhere it may be one of stored data. */
const OF_FEATURE = /^(client|shared|worker)\//;

/** Paths of the repository that a document names, with the line of each. */
export function namedPaths(document: string, text: string): { path: string; line: number }[] {
  const isPath = (word: string): boolean => {
    if (!word.includes('/') || BUILT.test(word)) return false;
    if (/\.\w+$/.test(word)) return FILE.test(word);
    return TOP.test(word) || (word.endsWith('/') && OF_FEATURE.test(document));
  };
  return text.split('\n').flatMap((content, at) =>
    Array.from(content.matchAll(/`(?:#|(?:\.\.\/)+)?(\w[\w@.-]*(?:\/[\w@.-]+)*\/?)`/g), ([, word = '']) => word)
      .filter(isPath)
      .map((word) => ({ path: word.replace(/\/$/, ''), line: at + 1 })),
  );
}

/** Files and folders of the tree, by every end of their paths. */
function placesOf(tree: Tree): Set<string> {
  const places = new Set<string>();
  for (const file of tree.keys())
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1))
      for (let start = 0; start < end; start = file.indexOf('/', start) + 1 || end) places.add(file.slice(start, end));
  return places;
}

export function checkNamedPaths(tree: Tree): Finding[] {
  const places = placesOf(tree);
  return Array.from(tree).flatMap(([document, text]) => {
    if (!DOCUMENT.test(document)) return [];
    return namedPaths(document, text)
      .filter(({ path }) => !places.has(path))
      .map(({ path, line }): Finding => ({ path: document, line, rule: RULE, message: `${path} does not exist` }));
  });
}
