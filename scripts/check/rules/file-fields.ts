/** The table of the file object in docs/wire-contract.md has every field of `FILE_FIELDS`, and no other. */
import type { Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

const DOCUMENT = 'docs/wire-contract.md';
const FIELDS = 'shared/drive/model.ts';
const RULE = 'file-fields';

export function checkFileFields(tree: Tree): Finding[] {
  const [, table = ''] = /^export const FILE_FIELDS = \{\n(.*?)^\}/ms.exec(tree.get(FIELDS) ?? '') ?? [];
  const fields = Array.from(table.matchAll(/^ {2}(\w+):/gm), ([, name = '']) => name);
  const [, section = ''] = /^### \S+ File object$(.*?)^#/ms.exec(tree.get(DOCUMENT) ?? '') ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const shown = rows.flatMap((row) =>
    Array.from((row.split('|')[1] ?? '').matchAll(/`(\w+)(?:\[\])?`/g), ([, name = '']) => name),
  );
  const missing = fields.filter((name) => !shown.includes(name)).map((name) => `the file object lacks ${name}`);
  const unknown = shown.filter((name) => !fields.includes(name)).map((name) => `${name} is not in ${FIELDS}`);
  return [...missing, ...unknown].map((message) => ({ path: DOCUMENT, rule: RULE, message }));
}
