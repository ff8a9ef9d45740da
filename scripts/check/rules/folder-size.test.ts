import { expect, test } from 'vitest';
import { checkFolderSize, MAX_FILES } from './folder-size.ts';

function folderOf(count: number): Map<string, string> {
  return new Map(Array.from({ length: count }, (_, at) => [`client/drive/file-${at}.ts`, '']));
}

test('a folder of 26 source files is reported with its size', () => {
  expect(checkFolderSize(folderOf(MAX_FILES + 1))).toMatchObject([{ path: 'client/drive', count: MAX_FILES + 1 }]);
});

test('a folder of 25 source files passes, with tests, texts and subfolders beside them', () => {
  const tree = folderOf(MAX_FILES);
  for (const path of ['client/drive/a.test.ts', 'client/drive/README.md', 'client/drive/list/row.ts'])
    tree.set(path, '');
  expect(checkFolderSize(tree)).toEqual([]);
});
