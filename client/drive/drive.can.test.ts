import { describe, expect, test } from 'vitest';
import { allowedActions, allowedHere, canReceive } from './drive.can.ts';
import { thing } from './drive-fixture.ts';

const file = thing('a');
const folder = thing('f', false, { folder: true });

describe('in the drive', () => {
  test('one file can be downloaded, shared, renamed, moved, copied, looked at and thrown away', () => {
    expect(allowedActions('all', [file])).toEqual([
      'download',
      'share',
      'star',
      'rename',
      'move',
      'copy',
      'details',
      'trash',
    ]);
  });
  test('one folder is opened or downloaded with what is in it', () => {
    expect(allowedActions('all', [folder])).toEqual([
      'open',
      'download',
      'share',
      'star',
      'rename',
      'move',
      'copy',
      'details',
      'trash',
    ]);
  });
  test('several things are renamed together, but not while one is still being checked', () => {
    const together = ['download', 'share', 'star', 'rename', 'move', 'copy', 'details', 'trash'];
    expect(allowedActions('all', [file, folder])).toEqual(together);
    expect(allowedActions('all', [folder, thing('r', false, { phase: 'PHASE_TYPE_RUNNING' })])).not.toContain('rename');
  });
  test('a file that is still being checked is not downloaded, shared or copied', () => {
    const running = thing('r', false, { phase: 'PHASE_TYPE_RUNNING' });
    expect(allowedActions('all', [running])).toEqual(['star', 'rename', 'move', 'details', 'trash']);
  });
  test('more things than one link holds are not shared', () => {
    const many = Array.from({ length: 101 }, (_, index) => thing(`m${index}`));
    expect(allowedActions('all', many)).not.toContain('share');
  });
});

test.each(['recent', 'starred', 'search'] as const)(
  'in the listing %s one thing can be shown in its folder',
  (place) => {
    expect(allowedActions(place, [file])).toContain('reveal');
    expect(allowedActions(place, [file, folder])).not.toContain('reveal');
    expect(allowedActions('all', [file])).not.toContain('reveal');
  },
);

test('a star is taken away only where all have one', () => {
  const starred = thing('s', false, { starred: true });
  expect(allowedActions('all', [starred])).toContain('unstar');
  expect(allowedActions('all', [starred, file])).toContain('star');
});

test('in the trash things are restored, looked at or deleted, nothing else', () => {
  expect(allowedActions('trash', [file])).toEqual(['restore', 'details', 'delete']);
  expect(allowedActions('trash', [file, folder])).toEqual(['restore', 'details', 'delete']);
});

test('nothing can be done with nothing, nor while one of them is changing', () => {
  expect(allowedActions('all', [])).toEqual([]);
  expect(allowedActions('all', [file, folder], new Set(['f']))).toEqual([]);
});

test('a folder does not take itself', () => {
  expect(canReceive('f', ['f', 'a'])).toBe(false);
  expect(canReceive('', ['f'])).toBe(true);
});

describe('a place itself', () => {
  test('a folder takes folders, uploads and what was copied; other places only what belongs to them', () => {
    expect(allowedHere('all', { isSelectable: true, canPaste: true })).toEqual([
      'new-folder',
      'upload-files',
      'upload-folder',
      'paste',
      'select-all',
      'sort',
      'view',
    ]);
    expect(allowedHere('recent', { isSelectable: true, canPaste: true })).toEqual([
      'upload-files',
      'upload-folder',
      'select-all',
      'view',
    ]);
    expect(allowedHere('trash', { canPaste: true })).toEqual(['empty-trash', 'sort', 'view']);
  });
  test('what is empty offers nothing to select, and nothing is pasted that was not copied', () => {
    expect(allowedHere('all')).toEqual(['new-folder', 'upload-files', 'upload-folder', 'sort', 'view']);
  });
});
