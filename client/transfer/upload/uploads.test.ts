import { expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { pickedFromField } from './picked.ts';
import type { WholeRequest } from './send-part.ts';
import { makeTransferState } from './upload.state.ts';
import { file, makeUploadWorld, pick, refused, untilAborted } from './upload-fixture.ts';

test('an upload sends its parts, completes, waits for the check and reports the file', async () => {
  const it = makeUploadWorld();
  it.setTasks(['PHASE_TYPE_RUNNING', 'PHASE_TYPE_COMPLETE']);
  it.uploads.add(pick(file('a.bin', 25)), 'Vfolder');
  await it.until(['done']);
  expect(it.beginCalls[0]).toMatchObject({ parentId: 'Vfolder', name: 'a.bin', sizeBytes: 25, modifiedMs: 1_000 });
  expect(it.sent.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
  expect(it.state.list.all()[0]?.sentBytes).toBe(25);
  expect(it.onLanded).toHaveBeenCalledTimes(1);
});

test('a small file is sent in one request', async () => {
  const whole: WholeRequest[] = [];
  const it = makeUploadWorld({ onWhole: (request) => void whole.push(request) });
  it.uploads.add(pick(file('a.txt', 25)), 'Vfolder');
  await it.until(['done']);
  expect(whole).toMatchObject([{ parentId: 'Vfolder', name: 'a.txt', modifiedMs: 1_000 }]);
  expect([it.beginCalls, it.sent, it.state.list.all()[0]?.sentBytes]).toEqual([[], [], 25]);
});

test('a small file falls back to a session under the same key when the single request fails', async () => {
  const keys: string[] = [];
  const it = makeUploadWorld({
    onWhole: ({ key }) => {
      keys.push(key);
      throw refused('unavailable');
    },
  });
  it.uploads.add(pick(file('a.txt', 25)), '');
  await it.until(['done']);
  expect(it.beginCalls.map(({ key }) => key)).toEqual(keys);
  expect(it.sent).toHaveLength(3);
});

test('cancelling a small file aborts the session that its request may have created', async () => {
  const it = makeUploadWorld({
    onWhole: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
  });
  it.uploads.add(pick(file('a.txt', 25)), '');
  await it.until(['sending']);
  await vi.waitFor(() => expect(it.wholes()).toBe(1));
  it.uploads.cancel(it.state.list.all()[0]?.id ?? '');
  await vi.waitFor(() => expect(it.aborted).toEqual(['up-1']));
});

test('a file of 1 MiB is not sent whole, because the drive may hold it already', async () => {
  const it = makeUploadWorld({ onWhole: () => expect.unreachable(), partBytes: 1 << 20 });
  it.uploads.add(pick(file('b.bin', 1 << 20)), '');
  await it.until(['done']);
  expect(it.sent).toEqual([1]);
});

test('an empty file is done without a part', async () => {
  const it = makeUploadWorld();
  it.uploads.add(pick(file('empty', 0)), '');
  await it.until(['done']);
  expect(it.sent).toEqual([]);
});

test('at most four small files and four parts are sent at once', async () => {
  const it = makeUploadWorld();
  it.uploads.add(pick(...['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 60))), '');
  expect(it.phases()).toEqual(['sending', 'sending', 'sending', 'sending', 'waiting']);
  await it.until(Array(5).fill('done'));
  expect(it.most()).toBe(4);
});

test('large files leave a lane to the parts of each other: three are sent at once', async () => {
  const it = makeUploadWorld({ partBytes: 2 ** 20 });
  it.uploads.add(pick(...['a', 'b', 'c', 'd'].map((name) => file(name, 2 ** 20))), '');
  expect(it.state.list.countIn('waiting')).toBe(1);
  await it.until(Array(4).fill('done'));
});

test('folders are created once for all their files, parents first', async () => {
  const it = makeUploadWorld();
  const inside = (name: string, ...folders: string[]) => ({ file: file(name, 5), folders });
  it.uploads.add([inside('1', 'trip'), inside('2', 'trip', 'day 1'), inside('3', 'trip', 'day 1')], 'V');
  await it.until(['done', 'done', 'done']);
  expect(it.folders).toEqual([
    ['V', 'trip'],
    ['V/trip', 'day 1'],
  ]);
  expect(it.beginCalls.map((request) => request.parentId)).toEqual(['V/trip', 'V/trip/day 1', 'V/trip/day 1']);
  expect(it.state.list.all()[1]?.name).toBe('trip/day 1/2');
});

test('empty folders are created too', async () => {
  const it = makeUploadWorld();
  it.uploads.add([{ file: null, folders: ['empty'] }], '');
  await vi.waitFor(() => expect(it.onLanded).toHaveBeenCalled());
  expect(it.folders).toEqual([['', 'empty']]);
  expect(it.phases()).toEqual([]);
});

test('a folder field keeps the folder names of its files', () => {
  const chosen = Object.defineProperty(file('b.txt', 1), 'webkitRelativePath', { value: 'top/in/b.txt' });
  expect(pickedFromField([chosen])).toEqual([{ file: chosen, folders: ['top', 'in'] }]);
});

test('a failed part is sent up to three times', async () => {
  const it = makeUploadWorld({
    onPart: (_, nth) => {
      if (nth < 3) throw refused('unreachable');
    },
  });
  it.uploads.add(pick(file('a', 5)), '');
  await it.until(['done']);
  expect(it.tokens).toHaveLength(3);
});

test('after three failures a file waits for the network, resumes by itself and does not resend stored parts', async () => {
  let isDown = true;
  const it = makeUploadWorld({
    isPatient: true,
    onPart: (part) => {
      if (isDown && part.part === 2) throw refused('unreachable');
    },
  });
  it.uploads.add(pick(file('a', 25)), '');
  await it.until(['offline']);
  expect(it.state.list.all()[0]?.problem).toBe('network');
  expect(it.state.summary.value.active).toBe(1);
  const before = it.sent.toSorted((one, other) => one - other);
  expect(before).toEqual([1, 3]);
  isDown = false;
  it.goOnline();
  await it.until(['done']);
  expect(it.sent.slice(before.length)).toEqual([2]);
  expect(it.beginCalls).toHaveLength(1);
});

// A server that starts again refuses everything for some seconds.
test.each(['unavailable', 'deadline_exceeded'] as const)(
  'failures: while the server answers %s a file waits, and none is lost',
  async (name) => {
    let isDown = true;
    const it = makeUploadWorld({
      isPatient: true,
      onPart: () => {
        if (isDown) throw refused(name);
      },
    });
    it.uploads.add(pick(file('a', 5), file('b', 5)), '');
    await it.until(['offline', 'offline']);
    isDown = false;
    it.goOnline();
    await it.until(['done', 'done']);
  },
);

test('an upload that succeeds ends the waits of those that the network failed', async () => {
  let isDown = true;
  const it = makeUploadWorld({
    isPatient: true,
    onPart: () => {
      if (isDown) throw refused('unreachable');
    },
  });
  it.uploads.add(pick(file('a', 5), file('b', 5)), '');
  await it.until(['offline', 'offline']);
  isDown = false;
  it.uploads.add(pick(file('c', 5)), '');
  await it.until(['done', 'done', 'done']);
});

test('failures: however long the network was away, one file tries often, and what it lands wakes the others', async () => {
  const it = makeUploadWorld({
    longestWaitMs: 10_000,
    onPart: (_, nth) => {
      if (nth <= 30) throw refused('unreachable');
    },
  });
  it.uploads.add(pick(file('a', 5), file('b', 5)), '');
  await it.until(['done', 'done']);
});

test('failures: files beyond those that the plan allows at a time wait for their turn, and none fails', async () => {
  const sending = new Map<string, number>();
  let most = 0;
  const it = makeUploadWorld({
    onPart: async ({ uploadId }) => {
      if (!sending.has(uploadId) && sending.size >= 1)
        throw new ApiError(
          { error: 'transfer_limit', error_details: [{ metadata: { limit: '1', used: '1' } }] },
          '/part',
        );
      sending.set(uploadId, (sending.get(uploadId) ?? 0) + 1);
      most = Math.max(most, sending.size);
      await new Promise((resolve) => setTimeout(resolve, 1));
      const left = (sending.get(uploadId) ?? 0) - 1;
      if (left > 0) sending.set(uploadId, left);
      else sending.delete(uploadId);
    },
  });
  it.uploads.add(pick(file('a', 25), file('b', 25), file('c', 25)), '');
  await it.until(['done', 'done', 'done']);
  expect(most).toBe(1);
  expect([...it.seen]).not.toContain('failed');
  expect(it.sent.filter((part) => part === 1)).toHaveLength(3);
});

test('an upload whose session was deleted starts again', async () => {
  let isDown = true;
  const it = makeUploadWorld({
    onPart: () => {
      if (isDown) throw refused('internal');
    },
  });
  it.uploads.add(pick(file('a', 5)), '');
  await it.until(['failed']);
  isDown = false;
  it.sessions.clear();
  it.uploads.retry('u1');
  await it.until(['done']);
  expect(it.beginCalls).toHaveLength(2);
});

test.each(['permission_denied', 'unauthenticated'] as const)(
  'an upload token that is refused with %s is replaced',
  async (name) => {
    const it = makeUploadWorld({
      onPart: ({ token }) => {
        if (token === 'first') throw refused(name);
      },
    });
    it.uploads.add(pick(file('a', 5)), '');
    await it.until(['done']);
    expect(it.tokens).toEqual(['first', 'fresh']);
  },
);

test.each([
  ['file_space_not_enough', 'space'],
  ['unauthenticated', 'signed_out'],
  ['file_not_found', 'folder'],
  ['internal', 'server'],
])('failures: %s becomes the problem %s', async (name, problem) => {
  const broken = makeUploadWorld({
    onPart: () => {
      throw refused(name);
    },
  });
  broken.uploads.add(pick(file('a', 5)), '');
  await broken.until(['failed']);
  expect(broken.state.list.all()[0]?.problem).toBe(problem);
});

test('a full server unfolds the list, which gives the reason', async () => {
  const it = makeUploadWorld({
    onBegin: () => {
      it.state.isOpen.value = false;
      throw refused('storage_full');
    },
  });
  it.uploads.add(pick(file('a', 5)), '');
  await it.until(['failed']);
  expect([it.state.list.all()[0]?.problem, it.state.isOpen.value]).toEqual(['server_full', true]);
});

test('a full drive fails the files that do not fit, uploads smaller ones, and retryAll uploads the rest once there is space', async () => {
  let isFull = true;
  const facts = [{ metadata: { used: '90', limit: '100', needed: '25' } }];
  const it = makeUploadWorld({
    onBegin: ({ sizeBytes }) => {
      if (isFull && sizeBytes > 10) throw new ApiError({ error: 'file_space_not_enough', details: facts }, '/begin');
    },
  });
  it.uploads.add(pick(...[25, 5, 5, 8, 25, 30].map((size, at) => file(`${at}`, size))), '');
  await it.until(['failed', 'done', 'done', 'done', 'failed', 'failed']);
  expect(it.state.list.all().map(({ problem }) => problem)).toEqual(['space', null, null, null, 'space', 'space']);
  expect(it.beginCalls.filter(({ sizeBytes }) => sizeBytes > 10)).toHaveLength(1);
  isFull = false;
  it.uploads.retryAll('space');
  await it.until(Array(6).fill('done'));
});

test('a signed-out session fails the whole queue, and retryAll uploads it after signing in', async () => {
  let isSignedOut = true;
  const it = makeUploadWorld({
    onBegin: () => {
      if (isSignedOut) throw refused('unauthenticated');
    },
  });
  it.uploads.add(pick(...Array.from({ length: 50 }, (_, at) => file(`${at}`, 5))), '');
  await it.until(Array(50).fill('failed'));
  expect(it.beginCalls).toHaveLength(4);
  isSignedOut = false;
  it.uploads.retryAll('space');
  expect(it.phases()).toEqual(Array(50).fill('failed'));
  it.uploads.retryAll('signed_out');
  await it.until(Array(50).fill('done'));
});

test('a failed content check fails the upload', async () => {
  const it = makeUploadWorld();
  it.setTasks(['PHASE_TYPE_ERROR']);
  it.uploads.add(pick(file('a', 5)), '');
  await it.until(['failed']);
});

test('cancel stops the parts, aborts the session, and the queue continues', async () => {
  const it = makeUploadWorld({
    onPart: ({ bytes, signal }) => (bytes.size === 10 ? untilAborted(signal) : undefined),
  });
  it.uploads.add(pick(file('big', 10), file('b', 10), file('c', 10), file('d', 10), file('small', 5)), '');
  await vi.waitFor(() => expect(it.tokens).toHaveLength(4));
  it.uploads.cancel('u1');
  await it.until(['cancelled', 'sending', 'sending', 'sending', 'done']);
  await vi.waitFor(() => expect(it.aborted).toEqual(['up-1']));
  it.uploads.cancelAll();
  await it.until(['cancelled', 'cancelled', 'cancelled', 'cancelled', 'done']);
  it.uploads.clear();
  expect(it.phases()).toEqual([]);
});

test('a cancelled file can be retried from the beginning under another key', async () => {
  let isHeld = true;
  const it = makeUploadWorld({
    onPart: ({ signal }) => (isHeld ? untilAborted(signal) : undefined),
  });
  it.uploads.add(pick(file('a', 5)), '');
  await vi.waitFor(() => expect(it.tokens).toHaveLength(1));
  it.uploads.cancel('u1');
  await vi.waitFor(() => expect(it.aborted).toHaveLength(1));
  isHeld = false;
  it.uploads.retry('u1');
  await it.until(['done']);
  expect(new Set(it.beginCalls.map((request) => request.key)).size).toBe(2);
});

test('the summary counts the remaining bytes and estimates the remaining time', () => {
  const state = makeTransferState();
  const item = { name: 'a', sizeBytes: 100, sentBytes: 40, checkedBytes: 0, problem: null, isInstant: false };
  state.list.add([
    { ...item, id: '1', phase: 'sending' },
    { ...item, id: '2', phase: 'cancelled' },
    { ...item, id: '3', phase: 'done', sentBytes: 100 },
  ]);
  state.steadySpeed.value = 20;
  expect(state.summary.value).toEqual({
    active: 1,
    paused: 0,
    unfinished: 0,
    reopenable: 0,
    done: 1,
    failed: 0,
    sentBytes: 140,
    sizeBytes: 200,
    files: 2,
    isByFiles: false,
    leftSeconds: 3,
  });
});

test('many small files are counted by files, and their speed estimates the remaining time', () => {
  const state = makeTransferState();
  const item = { name: 'a', sizeBytes: 60, sentBytes: 0, checkedBytes: 0, problem: null, isInstant: false };
  state.list.add(
    Array.from({ length: 461 }, (_, at) => ({
      ...item,
      id: `${at}`,
      phase: at < 288 ? ('done' as const) : ('waiting' as const),
    })),
  );
  state.fileSpeed.value = 6;
  expect(state.summary.value).toMatchObject({ isByFiles: true, files: 461, done: 288, leftSeconds: 29 });
  for (const { id } of state.list.all()) state.list.set(id, { sizeBytes: 1_000_000 });
  expect(state.summary.value.isByFiles).toBe(false);
});

test('of very many files the first are under way before the last are listed, and all are uploaded', async () => {
  const it = makeUploadWorld({ onWhole: () => undefined });
  it.uploads.add(pick(...Array.from({ length: 450 }, (_, at) => file(`${at}`, 5))), '');
  expect([it.state.list.count, it.state.list.countIn('sending')]).toEqual([64, 4]);
  await vi.waitFor(() => expect(it.state.list.countIn('done')).toBe(450), { timeout: 10_000 });
});
