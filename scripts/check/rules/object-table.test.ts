import { expect, test } from 'vitest';
import { checkObjectTable } from './object-table.ts';

function messages(first: string, second: string): string[] {
  const rows = [first, second].map((names) => `| ${names} | person | no \`OtherObject\` of it |\n`).join('');
  const tree = new Map([
    [
      'wrangler.toml',
      '[[durable_objects.bindings]]\nname = "A"\nclass_name = "AObject"\nname = "B"\nclass_name = "BObject"\n',
    ],
    [
      'docs/architecture.md',
      `Text about \`CObject\`.\n\n| object | one per | holds |\n|---|---|---|\n${rows}\nMore.\n`,
    ],
  ]);
  return checkObjectTable(tree).map(({ message }) => message);
}

test('a table of objects that names each bound class once is right', () => {
  expect(messages('`AObject`', '`BObject`')).toEqual([]);
});

test('a bound class without a row, an unknown class and a second row are found', () => {
  expect(messages('`AObject`, `CObject`', '`AObject`')).toEqual([
    'BObject has no row',
    'CObject is not in wrangler.toml, or has two rows',
    'AObject is not in wrangler.toml, or has two rows',
  ]);
});
