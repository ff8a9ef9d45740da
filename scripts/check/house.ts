/**
 * Every rule of the house that no ready-made tool knows, over one reading of the tree.
 */
import type { Finding } from './finding.ts';
import { checkImports } from './imports.ts';
import { checkNames } from './names.ts';
import { checkSize } from './size.ts';
import { isCode, readSource, type Source } from './source.ts';
import { checkTexts } from './texts.ts';
import type { Tree } from './tree.ts';
import { checkWords } from './words.ts';

export function checkHouse(tree: Tree): Finding[] {
  const unreadable: Finding[] = [];
  const sources = Array.from(tree)
    .filter(([path]) => isCode(path))
    .flatMap(([path, text]): Source[] => {
      try {
        return [readSource(path, text)];
      } catch (error) {
        unreadable.push({ path, rule: 'syntax', says: String(error) });
        return [];
      }
    });
  return [
    ...unreadable,
    ...checkImports(sources),
    ...checkWords(sources),
    ...checkNames(tree.keys()),
    ...checkSize(tree),
    ...checkTexts(tree),
  ];
}
