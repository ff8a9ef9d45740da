import { expect, test } from 'vitest';
import { copyIdOf } from '#worker/services/drive/service.ts';
import { byFolder, copiedFolders } from './places.ts';

const node = (id: string, parentId: string, name = '') => ({ id, parentId, contentKey: 'x', sizeBytes: 1, name });

test('new files are grouped by their folder, whose path begins at the top of the share', () => {
  const nodes = [node('top', 'elsewhere', 'Trip'), node('a', 'top', 'Day 1'), node('one', 'a'), node('two', 'a')];
  expect(byFolder([...nodes, node('three', 'top')], ['one', 'three', 'two'])).toEqual([
    { folderId: 'a', path: ['Trip', 'Day 1'], ids: ['one', 'two'] },
    { folderId: 'top', path: ['Trip'], ids: ['three'] },
  ]);
});

test('what is at the top of the share is in no group', () => {
  expect(byFolder([node('top', 'elsewhere', 'Trip'), node('file', 'elsewhere')], ['top', 'file'])).toEqual([]);
});

test('a fetch copies the folders that it names and those below them, each by its own save', () => {
  const inFolder = (id: string, parentId: string) => ({ ...node(id, parentId), contentKey: '' });
  const nodes = [
    inFolder('top', 'elsewhere'),
    inFolder('a', 'top'),
    inFolder('b', 'a'),
    inFolder('c', 'top'),
    node('x', 'b'),
  ];
  const saves = [
    { taskId: 'first', ids: ['a', 'y'] },
    { taskId: 'second', ids: ['x'] },
  ];
  expect(copiedFolders(nodes, saves)).toEqual([
    ['a', copyIdOf('first', 'a')],
    ['b', copyIdOf('first', 'b')],
  ]);
});
