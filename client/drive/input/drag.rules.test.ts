import { expect, test } from 'vitest';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveAction } from '../drive.can.ts';
import { type DropTarget, dropOf } from './drag.rules.ts';

const row = (id: string, parentId = 'here') => ({ id, parentId }) as DriveRow;
const ALL: readonly DriveAction[] = ['move', 'trash', 'star'];
const folder = (id: string): DropTarget => ({ kind: 'folder', id, name: 'Name' });
const place = (of: string): DropTarget => ({ kind: 'place', place: of, name: 'Name' });

test.each([
  ['a folder takes what lies elsewhere', folder('f'), [row('a')], ALL, { kind: 'move', id: 'f', name: 'Name' }],
  ['the first place of the sidebar is the root', place('all'), [row('a')], ALL, { kind: 'move', id: '', name: 'Name' }],
  ['a folder does not take itself', folder('f'), [row('a'), row('f')], ALL, null],
  ['nothing moves to where it is', folder('here'), [row('a'), row('b')], ALL, null],
  [
    'one from elsewhere is enough to move',
    folder('here'),
    [row('a'), row('b', 'x')],
    ALL,
    { kind: 'move', id: 'here', name: 'Name' },
  ],
  ['the trash takes what may be thrown away', place('trash'), [row('a')], ALL, { kind: 'trash' }],
  ['and nothing else', place('trash'), [row('a')], ['restore'] as const, null],
  ['the stars give one', place('starred'), [row('a')], ALL, { kind: 'star' }],
  ['but not to what has one', place('starred'), [row('a')], ['unstar', 'move'] as const, null],
  ['nor does the empty page', null, [row('a')], ALL, null],
])('%s', (_, target, rows, allowed, wanted) => {
  expect(dropOf(target, rows, allowed)).toEqual(wanted);
});
