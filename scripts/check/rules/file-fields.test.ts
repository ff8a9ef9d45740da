import { expect, test } from 'vitest';
import { checkFileFields } from './file-fields.ts';

function findings(...shown: string[]): string[] {
  const fields =
    'export const FILE_FIELDS = {\n  id: { schema: text },\n  tags: {\n    schema: list,\n  },\n} as const;\n';
  const table = [
    '### 3.2 File object',
    '',
    '| fields | notes |',
    ...shown.map((row) => `| ${row} | \`audit\` |`),
    '',
    '### 3.3',
    '',
  ];
  const tree = new Map([
    ['shared/drive/model.ts', fields],
    ['docs/wire-contract.md', table.join('\n')],
  ]);
  return checkFileFields(tree).map(({ message }) => message);
}

test('a field that the wire contract does not name is a finding', () => {
  expect(findings('`id`, `tags[]`')).toEqual([]);
  expect(findings('`tags[]`')).toEqual(['the file object lacks id']);
});

test('a name in the wire contract that is no field is a finding', () => {
  expect(findings('`id`', '`tags`, `colour`')).toEqual([expect.stringContaining('colour is not in')]);
});
