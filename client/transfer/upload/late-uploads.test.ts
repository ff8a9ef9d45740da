import { expect, test, vi } from 'vitest';
import { makeLateUploads } from './late-uploads.ts';
import type { Uploads } from './uploads.ts';

/** Records its calls. */
function recorder(): { uploads: Uploads; calls: string[] } {
  const calls: string[] = [];
  const uploads: Uploads = {
    add: (_picked, folderId) => calls.push(`add ${folderId}`),
    chooseAgain: (_picked, id) => calls.push(`chooseAgain ${id}`),
    reopen: (id) => calls.push(`reopen ${id}`),
    findUnfinished: () => calls.push('findUnfinished'),
    pause: (id) => calls.push(`pause ${id}`),
    pauseAll: () => calls.push('pauseAll'),
    resume: (id) => calls.push(`resume ${id}`),
    resumeAll: () => calls.push('resumeAll'),
    cancel: (id) => calls.push(`cancel ${id}`),
    cancelAll: () => calls.push('cancelAll'),
    retry: (id) => calls.push(`retry ${id}`),
    retryAll: () => calls.push('retryAll'),
    clear: () => calls.push('clear'),
  };
  return { uploads, calls };
}

test('the engine loads with the first call and runs all calls in order', async () => {
  const { uploads, calls } = recorder();
  const load = vi.fn(async () => uploads);
  const late = makeLateUploads(load, () => calls.push('failed'));
  expect(load).not.toHaveBeenCalled();
  late.add([], 'first');
  late.cancel('u1');
  late.retry('u1');
  late.cancelAll();
  late.retryAll();
  late.clear();
  late.add([], 'second');
  await vi.waitFor(() => expect(calls.at(-1)).toBe('add second'));
  // Each add searches for unfinished uploads first; the engine searches once.
  const search = 'findUnfinished';
  expect(calls).toEqual([
    search,
    'add first',
    'cancel u1',
    'retry u1',
    'cancelAll',
    'retryAll',
    'clear',
    search,
    'add second',
  ]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed load calls onFailure, and the next call loads again', async () => {
  const { uploads, calls } = recorder();
  const load = vi.fn(async () => uploads).mockRejectedValueOnce(new TypeError('no network'));
  const failures: unknown[] = [];
  const late = makeLateUploads(load, (error) => failures.push(error));
  late.add([], 'lost');
  await vi.waitFor(() => expect(failures).toEqual([new TypeError('no network')]));
  late.add([], 'kept');
  await vi.waitFor(() => expect(calls).toEqual(['findUnfinished', 'add kept']));
});

test('warm loads ahead, and its failure does not call onFailure', async () => {
  const { uploads, calls } = recorder();
  const load = vi.fn(async () => uploads).mockRejectedValueOnce(new TypeError('no network'));
  const onFailure = vi.fn();
  const late = makeLateUploads(load, onFailure);
  late.warm();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await load.mock.results[0]?.value.catch(() => undefined);
  late.add([], 'kept');
  await vi.waitFor(() => expect(calls).toEqual(['findUnfinished', 'add kept']));
  expect([load.mock.calls.length, onFailure.mock.calls.length]).toEqual([2, 0]);
});
