/** The table of objects in docs/architecture.md has the classes that wrangler.toml binds, each once. */
import type { Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

const DOCUMENT = 'docs/architecture.md';
const BOUND = 'wrangler.toml';
const RULE = 'object-table';

export function checkObjectTable(tree: Tree): Finding[] {
  const bound = Array.from((tree.get(BOUND) ?? '').matchAll(/^class_name = "(\w+)"$/gm), ([, name = '']) => name);
  const [, rows = ''] = /^\| object \|.*\n((?:\|.*\n)*)/m.exec(tree.get(DOCUMENT) ?? '') ?? [];
  const shown = rows.split('\n').flatMap((row) => row.split('|')[1]?.match(/\w+Object\b/g) ?? []);
  const missing = bound.filter((name) => !shown.includes(name)).map((name) => `${name} has no row`);
  const unknown = shown
    .filter((name, at) => !bound.includes(name) || shown.indexOf(name) < at)
    .map((name) => `${name} is not in ${BOUND}, or has two rows`);
  return [...missing, ...unknown].map((message) => ({ path: DOCUMENT, rule: RULE, message }));
}
