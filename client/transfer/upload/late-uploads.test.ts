import { expect, test, vi } from 'vitest';
import { makeLateUploads } from './late-uploads.ts';
import type { Uploads } from './uploads.ts';

/** Writes down what it is asked. */
function recorder(): { uploads: Uploads; asked: string[] } {
  const asked: string[] = [];
  const uploads: Uploads = {
    add: (_picked, folderId) => asked.push(`add ${folderId}`),
    chooseAgain: (_picked, id) => asked.push(`chooseAgain ${id}`),
    reopen: (id) => asked.push(`reopen ${id}`),
    findUnfinished: () => asked.push('findUnfinished'),
    pause: (id) => asked.push(`pause ${id}`),
    pauseAll: () => asked.push('pauseAll'),
    goOn: (id) => asked.push(`goOn ${id}`),
    goOnAll: () => asked.push('goOnAll'),
    cancel: (id) => asked.push(`cancel ${id}`),
    cancelAll: () => asked.push('cancelAll'),
    retry: (id) => asked.push(`retry ${id}`),
    retryAll: () => asked.push('retryAll'),
    clear: () => asked.push('clear'),
  };
  return { uploads, asked };
}

test('the engine is loaded once, when it is wanted, and does all in the order it was asked', async () => {
  const { uploads, asked } = recorder();
  const load = vi.fn(async () => uploads);
  const late = makeLateUploads(load, () => asked.push('failed'));
  expect(load).not.toHaveBeenCalled();
  late.add([], 'first');
  late.cancel('u1');
  late.retry('u1');
  late.cancelAll();
  late.retryAll();
  late.clear();
  late.add([], 'second');
  await vi.waitFor(() => expect(asked.at(-1)).toBe('add second'));
  // What is left from before is looked for ahead of each choice, however early that comes; the engine does it once.
  const look = 'findUnfinished';
  expect(asked).toEqual([
    look,
    'add first',
    'cancel u1',
    'retry u1',
    'cancelAll',
    'retryAll',
    'clear',
    look,
    'add second',
  ]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a load that fails is told to whoever asked, and made again for the next', async () => {
  const { uploads, asked } = recorder();
  const load = vi.fn(async () => uploads).mockRejectedValueOnce(new TypeError('no network'));
  const failures: unknown[] = [];
  const late = makeLateUploads(load, (error) => failures.push(error));
  late.add([], 'lost');
  await vi.waitFor(() => expect(failures).toEqual([new TypeError('no network')]));
  late.add([], 'kept');
  await vi.waitFor(() => expect(asked).toEqual(['findUnfinished', 'add kept']));
});

test('loaded ahead it is there, and a failure ahead is nobody’s trouble', async () => {
  const { uploads, asked } = recorder();
  const load = vi.fn(async () => uploads).mockRejectedValueOnce(new TypeError('no network'));
  const onFailure = vi.fn();
  const late = makeLateUploads(load, onFailure);
  late.warm();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await load.mock.results[0]?.value.catch(() => undefined);
  late.add([], 'kept');
  await vi.waitFor(() => expect(asked).toEqual(['findUnfinished', 'add kept']));
  expect([load.mock.calls.length, onFailure.mock.calls.length]).toEqual([2, 0]);
});
