import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { pickedFromField } from './picked.ts';
import type { WholeRequest } from './send-part.ts';
import { makeTransferState } from './upload.state.ts';
import { file, pick, refused, world } from './upload-fixture.ts';

test('a file is sent in parts, completed, waited for and told of', async () => {
  const it = world();
  it.setTasks(['PHASE_TYPE_RUNNING', 'PHASE_TYPE_COMPLETE']);
  it.uploads.add(pick(file('a.bin', 25)), 'Vfolder');
  await it.until(['done']);
  expect(it.begun[0]).toMatchObject({ parentId: 'Vfolder', name: 'a.bin', sizeBytes: 25, modifiedMs: 1_000 });
  expect(it.sent.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
  expect(it.state.items.value[0]?.sentBytes).toBe(25);
  expect(it.onLanded).toHaveBeenCalledTimes(1);
});

describe('a small file that the server takes whole', () => {
  test('goes in one request', async () => {
    const whole: WholeRequest[] = [];
    const it = world({ onWhole: (request) => void whole.push(request) });
    it.uploads.add(pick(file('a.txt', 25)), 'Vfolder');
    await it.until(['done']);
    expect(whole).toMatchObject([{ parentId: 'Vfolder', name: 'a.txt', modifiedMs: 1_000 }]);
    expect([it.begun, it.sent, it.state.items.value[0]?.sentBytes]).toEqual([[], [], 25]);
  });

  test('goes on with a session under the same key when that fails', async () => {
    const keys: string[] = [];
    const it = world({
      onWhole: ({ key }) => {
        keys.push(key);
        throw refused('unavailable');
      },
    });
    it.uploads.add(pick(file('a.txt', 25)), '');
    await it.until(['done']);
    expect(it.begun.map(({ key }) => key)).toEqual(keys);
    expect(it.sent).toHaveLength(3);
  });

  test('gives up what it may have begun when it is cancelled on the way', async () => {
    const it = world({ onWhole: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)) });
    it.uploads.add(pick(file('a.txt', 25)), '');
    await it.until(['sending']);
    await vi.waitFor(() => expect(it.wholes()).toBe(1));
    it.uploads.cancel(it.state.items.value[0]?.id ?? '');
    await vi.waitFor(() => expect(it.aborted).toEqual(['up-1']));
  });

  test('is no file of 1 MiB, which may be there already', async () => {
    const it = world({ onWhole: () => expect.unreachable(), partBytes: 1 << 20 });
    it.uploads.add(pick(file('b.bin', 1 << 20)), '');
    await it.until(['done']);
    expect(it.sent).toEqual([1]);
  });
});

test('an empty file is there at once', async () => {
  const it = world();
  it.uploads.add(pick(file('empty', 0)), '');
  await it.until(['done']);
  expect(it.sent).toEqual([]);
});

test('three files and four parts travel at once, no more', async () => {
  const it = world();
  it.uploads.add(pick(...['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 60))), '');
  expect(it.phases()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
  await it.until(Array(5).fill('done'));
  expect(it.most()).toBe(4);
});

describe('folders', () => {
  test('are made once for all files inside, in order', async () => {
    const it = world();
    const inside = (name: string, ...folders: string[]) => ({ file: file(name, 5), folders });
    it.uploads.add([inside('1', 'trip'), inside('2', 'trip', 'day 1'), inside('3', 'trip', 'day 1')], 'V');
    await it.until(['done', 'done', 'done']);
    expect(it.folders).toEqual([
      ['V', 'trip'],
      ['V/trip', 'day 1'],
    ]);
    expect(it.begun.map((request) => request.parentId)).toEqual(['V/trip', 'V/trip/day 1', 'V/trip/day 1']);
    expect(it.state.items.value[1]?.name).toBe('trip/day 1/2');
  });

  test('that hold nothing are made too', async () => {
    const it = world();
    it.uploads.add([{ file: null, folders: ['empty'] }], '');
    await vi.waitFor(() => expect(it.onLanded).toHaveBeenCalled());
    expect(it.folders).toEqual([['', 'empty']]);
    expect(it.phases()).toEqual([]);
  });

  test('chosen by a folder field keep their names', () => {
    const chosen = Object.defineProperty(file('b.txt', 1), 'webkitRelativePath', { value: 'top/in/b.txt' });
    expect(pickedFromField([chosen])).toEqual([{ file: chosen, folders: ['top', 'in'] }]);
  });
});

describe('when something breaks', () => {
  test('a part is tried three times', async () => {
    const it = world({
      onPart: (_, nth) => {
        if (nth < 3) throw refused('unreachable');
      },
    });
    it.uploads.add(pick(file('a', 5)), '');
    await it.until(['done']);
    expect(it.tokens).toHaveLength(3);
  });

  test('after the third the file waits for the network and goes on by itself: what was stored is not sent again', async () => {
    let isDown = true;
    const it = world({
      isPatient: true,
      onPart: (part) => {
        if (isDown && part.part === 2) throw refused('unreachable');
      },
    });
    it.uploads.add(pick(file('a', 25)), '');
    await it.until(['offline']);
    expect(it.state.items.value[0]?.problem).toBe('network');
    expect(it.state.summary.value.active).toBe(1);
    const before = it.sent.toSorted((one, other) => one - other);
    expect(before).toEqual([1, 3]);
    isDown = false;
    it.comeBack();
    await it.until(['done']);
    expect(it.sent.slice(before.length)).toEqual([2]);
    expect(it.begun).toHaveLength(1);
  });

  test('an upload that was swept meanwhile begins again', async () => {
    let isDown = true;
    const it = world({
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
    expect(it.begun).toHaveLength(2);
  });

  test('a token that ran out is replaced', async () => {
    const it = world({
      onPart: (part) => {
        if (part.token === 'first') throw refused('permission_denied');
      },
    });
    it.uploads.add(pick(file('a', 5)), '');
    await it.until(['done']);
    expect(it.tokens).toEqual(['first', 'fresh']);
  });

  test.each([
    ['file_space_not_enough', 'space'],
    ['unauthenticated', 'signed_out'],
    ['file_not_found', 'folder'],
    ['internal', 'server'],
  ])('%s becomes a sentence about %s', async (name, problem) => {
    const it = world();
    it.uploads.add(pick(file('a', 5)), '');
    const broken = world({
      onPart: () => {
        throw refused(name);
      },
    });
    broken.uploads.add(pick(file('a', 5)), '');
    await broken.until(['failed']);
    expect(broken.state.items.value[0]?.problem).toBe(problem);
    await it.until(['done']);
  });

  test('a full drive stops what would not fit either, lets the smaller go on, and all go on once there is room', async () => {
    let isFull = true;
    const facts = [{ metadata: { used: '90', limit: '100', needed: '25' } }];
    const it = world({
      onBegin: ({ sizeBytes }) => {
        if (isFull && sizeBytes > 10) throw new ApiError({ error: 'file_space_not_enough', details: facts }, '/begin');
      },
    });
    it.uploads.add(pick(...[25, 5, 5, 25, 30, 8].map((size, at) => file(`${at}`, size))), '');
    await it.until(['failed', 'done', 'done', 'failed', 'failed', 'done']);
    expect(it.state.items.value.map(({ problem }) => problem)).toEqual(['space', null, null, 'space', 'space', null]);
    expect(it.begun.filter(({ sizeBytes }) => sizeBytes > 10)).toHaveLength(1);
    isFull = false;
    it.uploads.retryAll('space');
    await it.until(Array(6).fill('done'));
  });

  test('a session that is over stops the queue, and all of it goes on when somebody signs in again', async () => {
    let isOver = true;
    const it = world({
      onBegin: () => {
        if (isOver) throw refused('unauthenticated');
      },
    });
    it.uploads.add(pick(...Array.from({ length: 50 }, (_, at) => file(`${at}`, 5))), '');
    await it.until(Array(50).fill('failed'));
    expect(it.begun).toHaveLength(3);
    isOver = false;
    it.uploads.retryAll('space');
    expect(it.phases()).toEqual(Array(50).fill('failed'));
    it.uploads.retryAll('signed_out');
    await it.until(Array(50).fill('done'));
  });

  test('a failed check ends in a failure, not in silence', async () => {
    const it = world();
    it.setTasks(['PHASE_TYPE_ERROR']);
    it.uploads.add(pick(file('a', 5)), '');
    await it.until(['failed']);
  });
});

describe('cancel', () => {
  test('stops the parts, frees the session, and the queue goes on', async () => {
    const it = world({
      onPart: (part) =>
        new Promise((resolve, reject) =>
          part.bytes.size === 10 ? part.signal.addEventListener('abort', () => reject(part.signal.reason)) : resolve(),
        ),
    });
    it.uploads.add(pick(file('big', 10), file('b', 10), file('c', 10), file('small', 5)), '');
    await vi.waitFor(() => expect(it.tokens).toHaveLength(3));
    it.uploads.cancel('u1');
    await it.until(['cancelled', 'sending', 'sending', 'done']);
    await vi.waitFor(() => expect(it.aborted).toEqual(['up-1']));
    it.uploads.cancelAll();
    await it.until(['cancelled', 'cancelled', 'cancelled', 'done']);
    it.uploads.clear();
    expect(it.phases()).toEqual([]);
  });

  test('a cancelled file can be tried again from the beginning, under another key', async () => {
    let isHeld = true;
    const it = world({
      onPart: (part) => {
        if (!isHeld) return undefined;
        return new Promise((_, reject) => part.signal.addEventListener('abort', () => reject(part.signal.reason)));
      },
    });
    it.uploads.add(pick(file('a', 5)), '');
    await vi.waitFor(() => expect(it.tokens).toHaveLength(1));
    it.uploads.cancel('u1');
    await vi.waitFor(() => expect(it.aborted).toHaveLength(1));
    isHeld = false;
    it.uploads.retry('u1');
    await it.until(['done']);
    expect(new Set(it.begun.map((request) => request.key)).size).toBe(2);
  });
});

test('the summary tells what is left and how long it takes', () => {
  const state = makeTransferState();
  const item = { name: 'a', sizeBytes: 100, sentBytes: 40, checkedBytes: 0, problem: null, isInstant: false };
  state.items.value = [
    { ...item, id: '1', phase: 'sending' },
    { ...item, id: '2', phase: 'cancelled' },
    { ...item, id: '3', phase: 'done', sentBytes: 100 },
  ];
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
    leftSeconds: 3,
  });
});
