/** docs/decisions.md lists each decision once, under a module that exists; each has a number of its own; each decision names a path, which named-paths.ts looks up. */
import type { Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';
import { namedPaths } from './named-paths.ts';

const INDEX = 'docs/decisions.md';
const RULE = 'decision-index';

export function checkDecisionIndex(tree: Tree): Finding[] {
  const text = tree.get(INDEX) ?? '';
  const decisions = Array.from(tree.keys()).flatMap((path) => /^docs\/decisions\/(\d.*\.md)$/.exec(path)?.[1] ?? []);
  const listed = Array.from(text.matchAll(/^- \[\d+\]\(decisions\/([^)]+)\)/gm), ([, file = '']) => file);
  const modules = Array.from(text.matchAll(/^## `(.+)`$/gm), ([, module = '']) => module);
  const files = Array.from(tree.keys());
  const numbers = decisions.map((file) => file.slice(0, 4));
  return [
    ...decisions.filter((file) => !listed.includes(file)).map((file) => `${file} is under no module`),
    ...listed.filter((file, at) => listed.indexOf(file) < at).map((file) => `${file} is listed twice`),
    ...listed.filter((file) => !decisions.includes(file)).map((file) => `${file} does not exist`),
    ...decisions
      .filter((_, at) => numbers.indexOf(numbers[at] ?? '') < at)
      .map((file) => `${file} has the number of another decision`),
    ...modules
      .filter((module) => !files.some((path) => path.startsWith(`${module}/`)))
      .map((module) => `the module ${module} does not exist`),
  ]
    .map((message): Finding => ({ path: INDEX, rule: RULE, message }))
    .concat(decisions.flatMap((file) => withoutCode(tree, `docs/decisions/${file}`)));
}

function withoutCode(tree: Tree, path: string): Finding[] {
  if (namedPaths(path, tree.get(path) ?? '').length > 0) return [];
  return [{ path, rule: RULE, message: 'name the code that it decides about, as a path in backticks' }];
}
