import { expect, test } from 'vitest';
import type { DownloadItem } from '#client/transfer/download/download.state.ts';
import type { UploadItem, UploadPhase } from '#client/transfer/upload/upload-item.ts';
import type { TaskLine } from '#shared/drive/fetch/task-row.ts';
import { shownDownloads, shownPhases, withoutOwn } from './shown-transfers.ts';

const upload = (phase: UploadPhase, name: string = phase) => ({ id: name, name, sizeBytes: 10, phase }) as UploadItem;
const DOWNLOADS = (['running', 'done'] as const).map((phase) => ({ id: phase, phase }) as DownloadItem);
const shown = (state: 'all' | 'active' | 'done' | 'failed', type: 'all' | 'upload' | 'copy') => [
  shownPhases({ state, type }),
  shownDownloads(DOWNLOADS, { state, type }).map(({ id }) => id),
];

test('the filters of tasks apply to the transfers of this browser', () => {
  expect(shown('all', 'all').map(({ length }) => length)).toEqual([9, 2]);
  expect(shown('active', 'all')).toEqual([
    ['sending', 'checking', 'offline', 'paused', 'unfinished', 'waiting'],
    ['running'],
  ]);
  expect(shown('done', 'upload')).toEqual([['done'], []]);
  expect(shown('failed', 'all')).toEqual([['failed', 'cancelled'], []]);
  expect(shown('all', 'copy')).toEqual([[], []]);
});

test('an upload of this browser is listed once, its task of the server is left out while it runs', () => {
  const task = (change: Partial<TaskLine>) =>
    ({ id: '1', type: 'upload', phase: 'PHASE_TYPE_RUNNING', name: 'a.jpg', sizeBytes: 10, ...change }) as TaskLine;
  const tasks = [
    task({}),
    task({ id: '2', sizeBytes: 11 }),
    task({ id: '3', phase: 'PHASE_TYPE_COMPLETE' }),
    task({ id: '4', type: 'copy' }),
  ];
  expect(withoutOwn(tasks, { all: () => [upload('sending', 'holiday/a.jpg')] }).map(({ id }) => id)).toEqual([
    '2',
    '3',
    '4',
  ]);
  expect(withoutOwn(tasks, { all: () => [] })).toEqual(tasks);
});
