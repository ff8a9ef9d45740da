import { expect, test } from 'vitest';
import { allowedActions, allowedHere, canReceive } from './drive.can.ts';
import { thing } from './drive-fixture.ts';

const file = thing('a');
const folder = thing('f', false, { folder: true });

test('one file can be downloaded, shared, renamed, moved, copied, viewed and trashed', () => {
  expect(allowedActions('all', [file])).toEqual([
    'download',
    'link',
    'share',
    'star',
    'rename',
    'move',
    'copy',
    'details',
    'trash',
  ]);
});
test('one folder can be opened, or downloaded with its content', () => {
  expect(allowedActions('all', [folder])).toEqual([
    'open',
    'download',
    'zip',
    'pack',
    'link',
    'share',
    'star',
    'rename',
    'move',
    'copy',
    'details',
    'trash',
  ]);
});
test('in the drive: several files can be renamed together, but not while one is still being checked', () => {
  const together = ['download', 'zip', 'share', 'star', 'rename', 'move', 'copy', 'details', 'trash'];
  expect(allowedActions('all', [file, folder])).toEqual(together);
  expect(allowedActions('all', [folder, thing('r', false, { phase: 'PHASE_TYPE_RUNNING' })])).not.toContain('rename');
});
test('a file that is still being checked is not downloaded, shared or copied', () => {
  const running = thing('r', false, { phase: 'PHASE_TYPE_RUNNING' });
  expect(allowedActions('all', [running])).toEqual(['star', 'rename', 'move', 'details', 'trash']);
});
test('in the drive: more files than one link holds cannot be shared', () => {
  const many = Array.from({ length: 101 }, (_, index) => thing(`m${index}`));
  expect(allowedActions('all', many)).not.toContain('share');
});

test.each(['starred', 'search'] as const)('in the listing %s one thing can be shown in its folder', (place) => {
  expect(allowedActions(place, [file])).toContain('reveal');
  expect(allowedActions(place, [file, folder])).not.toContain('reveal');
  expect(allowedActions('all', [file])).not.toContain('reveal');
});

test('unstar is offered only where all rows are starred', () => {
  const starred = thing('s', false, { starred: true });
  expect(allowedActions('all', [starred])).toContain('unstar');
  expect(allowedActions('all', [starred, file])).toContain('star');
});

test('in the trash files can be restored, viewed or deleted, nothing else', () => {
  expect(allowedActions('trash', [file])).toEqual(['restore', 'details', 'delete']);
  expect(allowedActions('trash', [file, folder])).toEqual(['restore', 'details', 'delete']);
});

test('no action is allowed without rows, or while one of them is changing', () => {
  expect(allowedActions('all', [])).toEqual([]);
  expect(allowedActions('all', [file, folder], new Set(['f']))).toEqual([]);
});

test('the files of a torrent are offered only of one .torrent file, where the installation takes torrents', () => {
  const torrent = thing('t', false, { name: 'Music.TORRENT' });
  expect(allowedActions('all', [torrent], new Set(), true)).toContain('fetch');
  expect(allowedActions('all', [torrent])).not.toContain('fetch');
  expect(allowedActions('all', [torrent, file], new Set(), true)).not.toContain('fetch');
  expect(allowedActions('all', [thing('d', true, { name: 'a.torrent' })], new Set(), true)).not.toContain('fetch');
  expect(allowedActions('trash', [torrent], new Set(), true)).not.toContain('fetch');
});

test('a folder cannot receive itself', () => {
  expect(canReceive('f', ['f', 'a'])).toBe(false);
  expect(canReceive('', ['f'])).toBe(true);
});

test('a folder offers new folders, uploads and paste; other places only their own actions', () => {
  expect(allowedHere('all', { isSelectable: true, canPaste: true })).toEqual([
    'new-folder',
    'upload-files',
    'upload-folder',
    'add-link',
    'paste',
    'zip',
    'select-all',
    'sort',
    'view',
  ]);
  expect(allowedHere('search', { isSelectable: true, canPaste: true })).toEqual([
    'upload-files',
    'upload-folder',
    'add-link',
    'select-all',
    'view',
  ]);
  expect(allowedHere('trash', { canPaste: true })).toEqual(['empty-trash', 'sort', 'view']);
});
test('an empty place offers no selection, and no paste without copied rows', () => {
  expect(allowedHere('all')).toEqual(['new-folder', 'upload-files', 'upload-folder', 'add-link', 'sort', 'view']);
});
