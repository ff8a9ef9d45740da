import { expect, test } from 'vitest';
import { ADVISED_FILES, checkFolderSize, MAX_FILES } from './folder-size.ts';

function folderOf(count: number): Map<string, string> {
  return new Map(Array.from({ length: count }, (_, at) => [`client/drive/file-${at}.ts`, '']));
}

test.each([
  [ADVISED_FILES + 1, true],
  [MAX_FILES, true],
  [MAX_FILES + 1, false],
])('a folder of %d source files is reported with its size, as advice: %s', (count, isAdvice) => {
  expect(checkFolderSize(folderOf(count))).toMatchObject([{ path: 'client/drive', count, isAdvice }]);
});

test('a folder of 25 source files passes, with tests, texts and subfolders beside them', () => {
  const tree = folderOf(ADVISED_FILES);
  for (const path of ['client/drive/a.test.ts', 'client/drive/README.md', 'client/drive/list/row.ts'])
    tree.set(path, '');
  expect(checkFolderSize(tree)).toEqual([]);
});
