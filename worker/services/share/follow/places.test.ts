import { expect, test } from 'vitest';
import { byFolder } from './places.ts';

const node = (id: string, parentId: string, name = '') => ({ id, parentId, contentKey: 'x', sizeBytes: 1, name });

test('new files are grouped by their folder, whose path begins at the top of the share', () => {
  const nodes = [node('top', 'elsewhere', 'Trip'), node('a', 'top', 'Day 1'), node('one', 'a'), node('two', 'a')];
  expect(byFolder([...nodes, node('three', 'top')], ['one', 'three', 'two'])).toEqual([
    { path: ['Trip', 'Day 1'], ids: ['one', 'two'] },
    { path: ['Trip'], ids: ['three'] },
  ]);
});

test('what is at the top of the share is in no group', () => {
  expect(byFolder([node('top', 'elsewhere', 'Trip'), node('file', 'elsewhere')], ['top', 'file'])).toEqual([]);
});
