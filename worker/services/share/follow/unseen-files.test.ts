import { expect, test } from 'vitest';
import { marksOf as marksOfMarked, newFiles as newFilesOfMarked, withMarks } from './unseen-files.ts';

type Nodes = Parameters<typeof withMarks>[0];
const marksOf = (nodes: Nodes) => marksOfMarked(withMarks(nodes));
const newFiles = (nodes: Nodes, seen: Uint8Array) => newFilesOfMarked(withMarks(nodes), seen);

const file = (id: string, parentId: string, contentKey = `content of ${id}`) => ({
  id,
  parentId,
  contentKey,
  sizeBytes: 1,
  name: '',
});
const folder = (id: string, parentId: string) => ({ id, parentId, contentKey: '', sizeBytes: 0, name: id });
const idsOf = (found: ReturnType<typeof newFiles>) => [found.ids, found.files.map(({ id }) => id)];

const BEFORE = [folder('top', ''), folder('a', 'top'), file('one', 'a'), file('two', 'top')];

test('nothing is new where nothing changed, also when it was renamed or moved inside', () => {
  const seen = marksOf(BEFORE);
  expect(idsOf(newFiles(BEFORE, seen))).toEqual([[], []]);
  expect(idsOf(newFiles([folder('top', ''), file('one', 'top'), file('two', 'top')], seen))).toEqual([[], []]);
});

test('a file that came in, and one whose content changed, are new', () => {
  const now = [...BEFORE.slice(0, 3), file('two', 'top', 'other'), file('three', 'a')];
  expect(idsOf(newFiles(now, marksOf(BEFORE)))).toEqual([
    ['three', 'two'],
    ['three', 'two'],
  ]);
});

test('a folder of which all is new is taken whole, with empty folders; one with an old file gives its new files', () => {
  const now = [
    ...BEFORE,
    folder('b', 'top'),
    folder('c', 'b'),
    folder('empty', 'b'),
    file('x', 'c'),
    file('y', 'b'),
    file('z', 'a'),
  ];
  const [ids, files] = idsOf(newFiles(now, marksOf(BEFORE)));
  expect(ids?.toSorted()).toEqual(['b', 'z']);
  expect(files?.toSorted()).toEqual(['x', 'y', 'z']);
});

test('all of a share is new for a person who saw nothing of it', () => {
  expect(idsOf(newFiles(BEFORE, new Uint8Array()))).toEqual([['top'], ['one', 'two']]);
});

test('what does not fit into one fetch is new at the next one, and then all was seen', () => {
  const many = [
    folder('top', ''),
    file('old', 'top'),
    ...Array.from({ length: 1_500 }, (_, at) => file(`n${at}`, 'top')),
  ];
  const first = newFiles(many, marksOf(many.slice(0, 2)));
  expect([first.ids.length, first.files.length]).toEqual([1_000, 1_000]);
  const second = newFiles(many, first.seen);
  expect([second.ids.length, second.files.length]).toEqual([500, 500]);
  expect(newFiles(many, second.seen).ids).toEqual([]);
  expect(second.ids.some((id) => first.ids.includes(id))).toBe(false);
});
