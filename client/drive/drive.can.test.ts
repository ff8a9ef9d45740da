import { describe, expect, test } from 'vitest';
import type { DriveRow } from '#shared/drive/rows.ts';
import { allowedActions, canReceive } from './drive.can.ts';

function thing(id: string, change: Partial<DriveRow> = {}): DriveRow {
  return {
    id,
    parentId: '',
    name: id,
    folder: false,
    sizeBytes: 1,
    modifiedMs: 0,
    trashedMs: null,
    mime: '',
    category: '',
    phase: 'PHASE_TYPE_COMPLETE',
    ...change,
  };
}

const file = thing('a');
const folder = thing('f', { folder: true });

describe('in the drive', () => {
  test('one file can be downloaded, shared, renamed, moved, copied, looked at and thrown away', () => {
    expect(allowedActions('all', [file])).toEqual(['download', 'share', 'rename', 'move', 'copy', 'details', 'trash']);
  });
  test('one folder is opened and never downloaded', () => {
    expect(allowedActions('all', [folder])).toEqual(['open', 'share', 'rename', 'move', 'copy', 'details', 'trash']);
  });
  test('several things are not renamed', () => {
    expect(allowedActions('all', [file, folder])).toEqual(['share', 'move', 'copy', 'trash']);
  });
  test('a file that is still being checked is not downloaded, shared or copied', () => {
    const running = thing('r', { phase: 'PHASE_TYPE_RUNNING' });
    expect(allowedActions('all', [running])).toEqual(['rename', 'move', 'details', 'trash']);
  });
  test('more files than a browser downloads at one press are not offered for it', () => {
    const many = Array.from({ length: 11 }, (_, index) => thing(`m${index}`));
    expect(allowedActions('all', many)).not.toContain('download');
    expect(allowedActions('all', many.slice(1))).toContain('download');
  });
  test('more things than one link holds are not shared', () => {
    const many = Array.from({ length: 101 }, (_, index) => thing(`m${index}`));
    expect(allowedActions('all', many)).not.toContain('share');
  });
});

test('in the trash things are restored, looked at or deleted, nothing else', () => {
  expect(allowedActions('trash', [file])).toEqual(['restore', 'details', 'delete']);
  expect(allowedActions('trash', [file, folder])).toEqual(['restore', 'delete']);
});

test('nothing can be done with nothing, nor while one of them is changing', () => {
  expect(allowedActions('all', [])).toEqual([]);
  expect(allowedActions('all', [file, folder], new Set(['f']))).toEqual([]);
});

test('a folder does not take itself', () => {
  expect(canReceive('f', ['f', 'a'])).toBe(false);
  expect(canReceive('', ['f'])).toBe(true);
});
