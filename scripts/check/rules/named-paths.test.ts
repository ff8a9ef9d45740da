import { expect, test } from 'vitest';
import { checkNamedPaths } from './named-paths.ts';

const TREE = new Map([
  ['worker/services/drive/tree/star.ts', ''],
  ['shared/drive/model.ts', ''],
]);

function faults(text: string, document = 'worker/services/drive/README.md'): string[] {
  return checkNamedPaths(new Map([...TREE, [document, text]])).map(({ message }) => message);
}

test('a path from the top or from any folder, an alias and a folder are found in the tree', () => {
  expect(
    faults('`worker/services/drive/tree/star.ts` `tree/star.ts` `#shared/drive/model.ts` `worker/services/` `tree/`'),
  ).toEqual([]);
});

test('placeholders, addresses, words with a slash and files of the build are not looked at', () => {
  expect(faults('`<noun>/part.ts` `/drive/v1/files` `quantity/list` `dist/client/index.ts` `star.ts`')).toEqual([]);
});

test.each(['worker/services/drive/README.md', 'docs/decisions/0001-x.md'])(
  'a path that is gone is found in %s',
  (document) => {
    expect(faults('`tree/gone.ts`, `worker/gone`', document)).toEqual([
      'tree/gone.ts does not exist',
      'worker/gone does not exist',
    ]);
  },
);

test('a folder that is gone is found in the README of a feature, elsewhere it may be one of stored data', () => {
  expect(faults('`gone/`')).toEqual(['gone does not exist']);
  expect(faults('`gone/`', 'scripts/backup/README.md')).toEqual([]);
});
