/** Small files that the queue sends together: full groups, files that end by themselves, and what follows when a request fails. */
import { expect, test, vi } from 'vitest';
import { GROUPED_AT_ONCE } from './group-sender.ts';
import { file, makeUploadWorld, pick, refused } from './upload-fixture.ts';

const KIB = 1_024;
const files = (count: number, sizeBytes = 5) => Array.from({ length: count }, (_, at) => file(`${at}`, sizeBytes));

test('many small files go in requests of 64 at most, in their order, and none alone', async () => {
  const groups: string[][] = [];
  const it = makeUploadWorld({
    onGroup: (_request, names) => void groups.push([...names]),
    onWhole: () => expect.unreachable(),
  });
  it.uploads.add(pick(...files(200)), '');
  await it.until(Array(200).fill('done'));
  expect(groups.flat()).toEqual(Array.from({ length: 200 }, (_, at) => `${at}`));
  expect(groups.map(({ length }) => length)).toEqual([64, 64, 64, 8]);
  expect([it.beginCalls, it.wholes()]).toEqual([[], 0]);
  expect(it.state.list.totals().sentBytes).toBe(1_000);
});

test('a group holds 1 MiB at most; a larger file, and one without company, is sent alone', async () => {
  const groups: number[] = [];
  const alone: string[] = [];
  const it = makeUploadWorld({
    onGroup: (_request, names) => void groups.push(names.length),
    onWhole: ({ name }) => void alone.push(name),
  });
  it.uploads.add(pick(...files(9, 128 * KIB), file('large', 128 * KIB + 1)), '');
  await it.until(Array(10).fill('done'));
  expect(groups).toEqual([8]);
  expect(alone.toSorted()).toEqual(['8', 'large']);
});

test('no more files wait for a request than four groups', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const it = makeUploadWorld({ onGroup: () => held });
  it.uploads.add(pick(...files(450)), '');
  await vi.waitFor(() => expect(it.state.list.count).toBe(450));
  expect(it.state.list.countIn('sending')).toBe(GROUPED_AT_ONCE);
  go();
  await vi.waitFor(() => expect(it.state.list.countIn('done')).toBe(450), { timeout: 10_000 });
});

test('a refused file of a group fails by itself, without another request', async () => {
  const it = makeUploadWorld({ onGroup: () => ({ 1: refused('file_name_invalid') }) });
  it.uploads.add(pick(...files(3)), '');
  await it.until(['done', 'failed', 'done']);
  expect([it.state.list.all()[1]?.problem, it.beginCalls]).toEqual(['name', []]);
});

test('a file that a group could not store for a reason that passes is sent alone', async () => {
  const it = makeUploadWorld({ onGroup: () => ({ 0: refused('unavailable') }), onWhole: () => undefined });
  it.uploads.add(pick(...files(3)), '');
  await it.until(Array(3).fill('done'));
  expect(it.wholes()).toBe(1);
});

test('a server that has no such call gets each file alone, and is not asked again', async () => {
  let asked = 0;
  const onGroup = () => {
    asked += 1;
    throw refused('not_found');
  };
  const it = makeUploadWorld({ onGroup, onWhole: () => undefined });
  it.uploads.add(pick(...files(70)), '');
  await it.until(Array(70).fill('done'));
  it.uploads.add(pick(...files(70)), '');
  await it.until(Array(140).fill('done'));
  expect([it.wholes(), asked <= 3]).toEqual([140, true]);
});

test('without network the files wait, and go together under the same keys when it is back', async () => {
  const keys: string[][] = [];
  let isOnline = false;
  const it = makeUploadWorld({
    isPatient: true,
    async onGroup({ bytes }) {
      const [line = ''] = (await bytes.text()).split('\n', 1);
      keys.push((JSON.parse(line) as { key: string }[]).map(({ key }) => key));
      if (!isOnline) throw refused('unreachable');
    },
  });
  it.uploads.add(pick(...files(5)), '');
  await it.until(Array(5).fill('offline'));
  isOnline = true;
  it.goOnline();
  await it.until(Array(5).fill('done'));
  expect(keys[1]?.toSorted()).toEqual(keys[0]?.toSorted());
  expect(it.beginCalls).toEqual([]);
});

test('a file that cannot be read fails alone, although it breaks the request of all', async () => {
  const broken = file('broken', 5);
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) };
  Object.defineProperty(broken, 'slice', { value: () => unreadable });
  const it = makeUploadWorld({
    onGroup: () => {
      throw refused('unreachable');
    },
    onWhole: () => undefined,
  });
  it.uploads.add(pick(file('a', 5), broken, file('b', 5)), '');
  await it.until(['done', 'failed', 'done']);
  expect(it.state.list.all()[1]?.problem).toBe('changed');
});

test('pausing a file of a group leaves the others, and it goes on under its key; pausing all ends the request', async () => {
  const signals: AbortSignal[] = [];
  let go = () => {};
  const it = makeUploadWorld({
    onGroup: ({ signal }) =>
      new Promise<void>((resolve, reject) => {
        signals.push(signal);
        go = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    onWhole: () => undefined,
  });
  it.uploads.add(pick(...files(3)), '');
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  it.uploads.pause('u2');
  go();
  await it.until(['done', 'paused', 'done']);
  it.uploads.resume('u2');
  await it.until(Array(3).fill('done'));
  expect(it.beginCalls).toEqual([]);
  it.uploads.add(pick(...files(2)), '');
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  it.uploads.pauseAll();
  await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true));
  await it.until(['done', 'done', 'done', 'paused', 'paused']);
});

test('a cancelled file of a group is ended on the server under its key', async () => {
  let isSent = false;
  const it = makeUploadWorld({
    onGroup: ({ signal }) =>
      new Promise((_, reject) => {
        isSent = true;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  it.uploads.add(pick(...files(2)), '');
  await vi.waitFor(() => expect(isSent).toBe(true));
  it.uploads.cancel('u1');
  await vi.waitFor(() => expect(it.aborted).toEqual(['up-1']));
  expect(it.phases()).toEqual(['cancelled', 'sending']);
});
