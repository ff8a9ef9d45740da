import { expect, test } from 'vitest';
import type { UploadItem, UploadPhase } from './upload-item.ts';
import { makeUploadListState } from './upload-list.state.ts';

const item = (id: string, phase: UploadPhase = 'waiting', more: Partial<UploadItem> = {}): UploadItem => ({
  id,
  name: id,
  sizeBytes: 10,
  sentBytes: 0,
  checkedBytes: 0,
  phase,
  problem: null,
  isInstant: false,
  ...more,
});

test('a change makes a new item of its upload and of no other, and a change that changes nothing makes none', () => {
  const list = makeUploadListState();
  list.add([item('a'), item('b')]);
  const [before, version] = [list.all(), list.version.value];
  list.set('a', { phase: 'waiting', problem: null });
  expect([list.get('a') === before[0], list.version.value]).toEqual([true, version]);
  list.set('a', { phase: 'sending' });
  expect([list.get('a') === before[0], list.get('b') === before[1]]).toEqual([false, true]);
  expect(list.version.value).not.toBe(version);
});

test('uploads are grouped by phase, in the order in which they came to it, and earlier ones of other windows come first', () => {
  const list = makeUploadListState();
  list.add([item('a'), item('b'), item('c')]);
  list.addFirst([item('left', 'unfinished')]);
  list.set('c', { phase: 'sending' });
  list.set('a', { phase: 'sending' });
  expect(list.ids('sending', 'waiting', 'unfinished')).toEqual(['c', 'a', 'b', 'left']);
  expect(list.all().map(({ id }) => id)).toEqual(['left', 'a', 'b', 'c']);
  list.remove(['c']);
  expect([list.ids('sending'), list.get('c'), list.count]).toEqual([['a'], undefined, 3]);
});

test('a done upload with something to read about it is not among the settled ones, but among the done ones', () => {
  const list = makeUploadListState();
  list.add([item('a', 'done'), item('b', 'done', { isShortened: true })]);
  expect([list.ids('done'), list.ids('settled'), list.countIn('done')]).toEqual([['b'], ['a'], 2]);
  expect(list.in('done').map(({ id }) => id)).toEqual(['b', 'a']);
});

test('the sums are those of the listed uploads after any changes', () => {
  const list = makeUploadListState();
  list.add([item('a'), item('b'), item('c'), item('d/e', 'unfinished', { canReopen: true })]);
  list.set('a', { phase: 'sending', sentBytes: 4 });
  list.set('b', { phase: 'failed', problem: 'space' });
  list.set('c', { phase: 'done', sentBytes: 10 });
  expect(list.totals()).toMatchObject({
    settled: 1,
    reopenable: 1,
    foldered: 1,
    spaceless: 1,
    signedOut: 0,
    sizeBytes: 30,
    sentBytes: 14,
    activeBytes: 10,
    activeSentBytes: 4,
  });
  list.set('b', { phase: 'failed', problem: 'signed_out' });
  list.set('a', { phase: 'cancelled' });
  list.remove(['c', 'd/e']);
  const { phases, ...sums } = list.totals();
  expect(phases).toMatchObject({ failed: 1, cancelled: 1, done: 0, unfinished: 0 });
  expect(sums).toEqual({
    settled: 0,
    reopenable: 0,
    foldered: 0,
    spaceless: 0,
    signedOut: 1,
    sizeBytes: 10,
    sentBytes: 0,
    activeBytes: 0,
    activeSentBytes: 0,
  });
});
