import { expect, test } from 'vitest';
import type { DownloadItem } from '#client/transfer/download/download.state.ts';
import type { UploadItem, UploadPhase } from '#client/transfer/upload/upload.state.ts';
import type { TaskLine } from '#shared/drive/fetch/task-row.ts';
import { shownTransfers, withoutOwn } from './shown-transfers.ts';

const upload = (phase: UploadPhase, name: string = phase) => ({ id: name, name, sizeBytes: 10, phase }) as UploadItem;
const ALL = {
  uploads: (['sending', 'paused', 'unfinished', 'done', 'failed', 'cancelled'] as const).map((phase) => upload(phase)),
  downloads: (['running', 'done'] as const).map((phase) => ({ id: phase, phase }) as DownloadItem),
};
const idsOf = (state: 'all' | 'active' | 'done' | 'failed', type: 'all' | 'upload' | 'copy') => {
  const { uploads, downloads } = shownTransfers(ALL, { state, type });
  return [uploads, downloads].map((list) => list.map(({ id }) => id));
};

test('the filters of tasks apply to the transfers of this browser', () => {
  expect(idsOf('all', 'all')).toEqual([ALL.uploads.map(({ id }) => id), ['running', 'done']]);
  expect(idsOf('active', 'all')).toEqual([['sending', 'paused', 'unfinished'], ['running']]);
  expect(idsOf('done', 'upload')).toEqual([['done'], []]);
  expect(idsOf('failed', 'all')).toEqual([['failed', 'cancelled'], []]);
  expect(idsOf('all', 'copy')).toEqual([[], []]);
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
  expect(withoutOwn(tasks, [upload('sending', 'holiday/a.jpg')]).map(({ id }) => id)).toEqual(['2', '3', '4']);
  expect(withoutOwn(tasks, [])).toEqual(tasks);
});
