import { expect, test, vi } from 'vitest';
import { makeDownloadWorld, makeMemory, type Tree } from './download-fixture.ts';

type World = ReturnType<typeof makeDownloadWorld>;

const MANY = 10_000;

const until = (it: World, phase: string) =>
  vi.waitFor(() => expect(it.items.value.map((one) => one.phase)).toEqual([phase]), { timeout: 25_000 });
const idOf = (it: World) => it.items.value[0]?.id ?? '';

async function saved(tree: Tree, prepare?: (it: World) => void): Promise<World> {
  const it = makeDownloadWorld(tree);
  prepare?.(it);
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  return it;
}

test('saving: folders are kept, empty ones too', async () => {
  const it = await saved({
    Trip: { 'a.txt': 'one', Day: { 'b.txt': 'two', 'c.txt': 'three', 'd.txt': 'four' }, Empty: {} },
  });
  expect(it.folder.all()).toEqual({
    'Trip/a.txt': 'one',
    'Trip/Day/b.txt': 'two',
    'Trip/Day/c.txt': 'three',
    'Trip/Day/d.txt': 'four',
    'Trip/Empty/': '',
  });
  expect(it.items.value[0]).toMatchObject({ doneFiles: 4, foundFiles: 0, doneBytes: 15, failedFiles: 0 });
  expect(it.memory.jobs.size).toBe(0);
});

test('saving: names become safe for the disk, and names that become equal stay separate files', async () => {
  const it = await saved({ 'a:b.txt': 'one', 'a?b.txt': 'two', 'A_B.TXT': 'three', 'what?': { 'x.txt': 'four' } });
  expect(it.folder.all()).toEqual({
    'a_b.txt': 'one',
    'a_b (1).txt': 'two',
    'A_B (2).TXT': 'three',
    'what_/x.txt': 'four',
  });
});

test('an existing file of the same content is not fetched, and one of other content keeps its name', async () => {
  const it = await saved(
    { 'same.txt': 'equal', 'other.txt': 'drive', 'long.txt': 'longer', folder: 'file' },
    ({ folder }) => {
      folder.put('same.txt', 'equal');
      folder.put('other.txt', 'local');
      folder.put('long.txt', 'x');
      void folder.getDirectoryHandle('folder', { create: true });
    },
  );
  expect(it.folder.all()).toEqual({
    'same.txt': 'equal',
    'other.txt': 'local',
    'other (1).txt': 'drive',
    'long.txt': 'x',
    'long (1).txt': 'longer',
    'folder/': '',
    'folder (1)': 'file',
  });
  expect(it.requests['same.txt']).toBeUndefined();
  expect(it.items.value[0]).toMatchObject({ doneFiles: 4, foundFiles: 1 });
});

test('saving: ten thousand files are one item of the panel, and a run after a crash fetches only the rest', async () => {
  const many = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`${at}.txt`, `${at}`]));
  const memory = makeMemory();
  let fetched = 0;
  const first: World = makeDownloadWorld(
    { Many: many },
    {
      memory,
      onBytes: () => {
        fetched += 1;
        return fetched > MANY / 2 ? 'lost' : undefined;
      },
    },
  );
  let writes = 0;
  first.items.subscribe(() => {
    writes += 1;
  });
  first.downloads.start(first.roots, first.handle);
  await until(first, 'offline');
  first.crash();
  expect(first.items.value).toHaveLength(1);
  // The panel is written by the clock and a few phases, not for each file.
  expect(writes - first.ticks()).toBeLessThan(20);
  const second = makeDownloadWorld({ Many: many }, { memory, folder: first.folder });
  await second.downloads.findUnfinished();
  expect(second.items.value[0]).toMatchObject({ phase: 'unfinished', doneFiles: MANY / 2 });
  await second.downloads.resume(idOf(second));
  await until(second, 'done');
  const wanted = Object.entries(many).map(([name, text]) => [`Many/${name}`, text]);
  expect(second.folder.all()).toEqual(Object.fromEntries(wanted));
  expect(Object.keys(second.requests)).toHaveLength(MANY / 2);
}, 60_000);

test('each file takes two database writes: its name before it exists, and its completion', async () => {
  const memory = makeMemory();
  const written: [string, string, boolean][] = [];
  const { putFile } = memory.store;
  memory.store.putFile = (id, fileId, file) => {
    written.push([file.name, file.etag, file.isDone]);
    return putFile(id, fileId, file);
  };
  const it = makeDownloadWorld({ 'a.txt': 'abcdefgh' }, { memory });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  expect(written).toEqual([
    ['a.txt', '', false],
    ['a.txt', '', true],
  ]);
});

test('two thousand files of one name get a number each', async () => {
  const it = makeDownloadWorld({ 'a.txt': 'one' });
  const [root] = it.roots;
  if (!root) throw new Error('nothing to save');
  const roots = Array.from({ length: 2_000 }, (_, at) => ({ ...root, id: `/${at}/a.txt` }));
  for (const { id } of roots) it.texts.set(id, 'one');
  it.downloads.start(roots, it.handle);
  await until(it, 'done');
  expect(Object.keys(it.folder.all())).toHaveLength(2_000);
  expect(it.items.value[0]).toMatchObject({ doneFiles: 2_000, failedFiles: 0 });
});

test('an interrupted file resumes where it stopped', async () => {
  const it = makeDownloadWorld(
    { 'a.txt': 'abcdefgh' },
    { onBytes: (_name, _start, nth) => (nth < 3 ? 'cut' : undefined) },
  );
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  expect(it.folder.all()).toEqual({ 'a.txt': 'abcdefgh' });
  expect(it.requests['a.txt']).toEqual([0, 3, 6]);
});

test('all files wait for the network and resume by themselves', async () => {
  let isDown = true;
  const it = makeDownloadWorld({ 'a.txt': 'one', 'b.txt': 'two' }, { onBytes: () => (isDown ? 'lost' : undefined) });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'offline');
  isDown = false;
  it.goOnline();
  await until(it, 'done');
  expect(it.folder.all()).toEqual({ 'a.txt': 'one', 'b.txt': 'two' });
});

test('a file that the plan refuses for now waits and is saved, with the link it has', async () => {
  const it = makeDownloadWorld({ 'a.txt': 'text' }, { onBytes: (_, __, nth) => (nth < 6 ? 429 : undefined) });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  expect([it.requests['a.txt']?.length, it.links()]).toEqual([6, 1]);
});

test('an expired link is requested again', async () => {
  const it = makeDownloadWorld({ 'a.txt': 'one' }, { onBytes: (_name, _start, nth) => (nth === 1 ? 403 : undefined) });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  expect(it.links()).toBe(2);
});

test('a file whose content changed is fetched from the beginning', async () => {
  const it: World = makeDownloadWorld(
    { 'a.txt': 'abcdefgh' },
    {
      onBytes: (_name, _start, nth) => {
        if (nth === 1) return 'cut';
        it.texts.set('/a.txt', 'other');
        return undefined;
      },
    },
  );
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  expect(it.folder.all()).toEqual({ 'a.txt': 'other' });
});

test('one file fails with its problem, the others are saved, and resume retries it', async () => {
  let isShut = true;
  const it = makeDownloadWorld(
    { Box: { 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' } },
    { onBytes: (name) => (isShut && name === 'b.txt' ? 403 : undefined) },
  );
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  it.downloads.start(it.roots, it.handle);
  await until(it, 'failed');
  expect(it.items.value[0]).toMatchObject({ doneFiles: 2, failedFiles: 1 });
  expect(it.items.value[0]?.failures).toEqual([{ id: '/Box/b.txt', name: 'Box/b.txt', problem: 'refused' }]);
  expect(Object.keys(it.folder.all())).toEqual(['Box/a.txt', 'Box/c.txt']);
  isShut = false;
  await it.downloads.resume(idOf(it));
  await until(it, 'done');
  expect(it.folder.all()).toEqual({ 'Box/a.txt': 'one', 'Box/c.txt': 'three', 'Box/b.txt': 'two' });
  expect(it.requests['a.txt']).toHaveLength(1);
});

test.each([
  ['QuotaExceededError', 'full'],
  ['NotAllowedError', 'permission'],
  ['NotFoundError', 'folder'],
])('failures: %s pauses the download with its problem', async (name, problem) => {
  const it = makeDownloadWorld({ 'a.txt': 'one', 'b.txt': 'two' }, { disk: { onWrite: () => name } });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'paused');
  expect(it.items.value[0]?.problem).toBe(problem);
  delete it.disk.onWrite;
  await it.downloads.resume(idOf(it));
  await until(it, 'done');
  expect(it.folder.all()).toEqual({ 'a.txt': 'one', 'b.txt': 'two' });
});

test('a deleted node is reported, and the rest is saved', async () => {
  const it = makeDownloadWorld({ 'a.txt': 'one', Gone: { 'b.txt': 'two' } });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  it.downloads.start([...it.roots, { id: '/no', name: 'no', isFolder: true, sizeBytes: 0, gcid: '' }], it.handle);
  await until(it, 'failed');
  expect(it.items.value[0]?.failures.map(({ name, problem }) => [name, problem])).toEqual([['no', 'gone']]);
  expect(it.folder.all()).toEqual({ 'a.txt': 'one', 'Gone/b.txt': 'two', 'no/': '' });
});

/** Two files; the first response of one of them ends after three bytes. */
function stopping(options: Parameters<typeof makeDownloadWorld>[1] = {}) {
  const it: World = makeDownloadWorld(
    { 'a.txt': 'whole', 'b.txt': 'abcdefgh' },
    {
      ...options,
      onBytes: (name, start) => (name === 'b.txt' && start === 0 ? 'cut' : options?.onBytes?.(name, start, 0)),
    },
  );
  return it;
}

test('a paused download resumes from the committed bytes', async () => {
  const it: World = stopping({
    onBytes: (name) => {
      if (name !== 'b.txt' || it.items.value[0]?.phase !== 'running' || it.requests['b.txt']?.length !== 2)
        return undefined;
      it.downloads.pause(idOf(it));
      return undefined;
    },
  });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'paused');
  await it.downloads.resume(idOf(it));
  await until(it, 'done');
  expect(it.folder.all()).toEqual({ 'a.txt': 'whole', 'b.txt': 'abcdefgh' });
  expect(it.requests['b.txt']).toEqual([0, 3, 3]);
});

test('stopping and resuming: after a reload the rest is fetched into the same files', async () => {
  const memory = makeMemory();
  const first: World = stopping({ memory, onBytes: (name) => (name === 'b.txt' ? 'lost' : undefined) });
  first.downloads.start(first.roots, first.handle);
  await until(first, 'offline');
  first.crash();
  const second = makeDownloadWorld({ 'a.txt': 'whole', 'b.txt': 'abcdefgh' }, { memory, folder: first.folder });
  await second.downloads.findUnfinished();
  expect(second.items.value[0]).toMatchObject({ phase: 'unfinished', doneFiles: 1, folder: 'Desktop' });
  second.folder.permission = 'denied';
  await second.downloads.resume(idOf(second));
  expect(second.items.value[0]).toMatchObject({ phase: 'unfinished', problem: 'permission' });
  second.folder.permission = 'granted';
  await second.downloads.resume(idOf(second));
  await until(second, 'done');
  expect(second.folder.all()).toEqual({ 'a.txt': 'whole', 'b.txt': 'abcdefgh' });
  expect(second.requests).toEqual({ 'b.txt': [3] });
});

test('cancelling keeps complete files and deletes partial ones', async () => {
  const it: World = stopping({ onBytes: (name) => (name === 'b.txt' ? 'lost' : undefined) });
  it.downloads.start(it.roots, it.handle);
  await until(it, 'offline');
  await it.downloads.cancel(idOf(it));
  expect(it.items.value[0]?.phase).toBe('cancelled');
  expect(it.folder.all()).toEqual({ 'a.txt': 'whole' });
  expect(it.memory.jobs.size).toBe(0);
  it.downloads.clear();
  expect(it.items.value).toEqual([]);
});
