import { describe, expect, test, vi } from 'vitest';
import { makeMemory, type Tree, world } from './download-fixture.ts';

type World = ReturnType<typeof world>;

const MANY = 10_000;

const until = (it: World, phase: string) =>
  vi.waitFor(() => expect(it.items.value.map((one) => one.phase)).toEqual([phase]), { timeout: 25_000 });
const idOf = (it: World) => it.items.value[0]?.id ?? '';

async function saved(tree: Tree, prepare?: (it: World) => void): Promise<World> {
  const it = world(tree);
  prepare?.(it);
  it.downloads.start(it.roots, it.handle);
  await until(it, 'done');
  return it;
}

describe('what is saved', () => {
  test('keeps its folders, empty ones too', async () => {
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

  test('gets names that the disk takes, and those that would be one on it stay two', async () => {
    const it = await saved({ 'a:b.txt': 'one', 'a?b.txt': 'two', 'A_B.TXT': 'three', 'what?': { 'x.txt': 'four' } });
    expect(it.folder.all()).toEqual({
      'a_b.txt': 'one',
      'a_b (1).txt': 'two',
      'A_B (2).TXT': 'three',
      'what_/x.txt': 'four',
    });
  });

  test('leaves what lies there: the same is not fetched, another keeps its name', async () => {
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
    expect(it.asked['same.txt']).toBeUndefined();
    expect(it.items.value[0]).toMatchObject({ doneFiles: 4, foundFiles: 1 });
  });

  test('may be ten thousand files: the panel keeps one line, and after a crash the rest alone is fetched', async () => {
    const many = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`${at}.txt`, `${at}`]));
    const kept = makeMemory();
    let fetched = 0;
    const first: World = world(
      { Many: many },
      {
        kept,
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
    // The panel follows the clock and a few turns of the run, not the files.
    expect(writes - first.ticks()).toBeLessThan(20);
    const second = world({ Many: many }, { kept, folder: first.folder });
    await second.downloads.findUnfinished();
    expect(second.items.value[0]).toMatchObject({ phase: 'unfinished', doneFiles: MANY / 2 });
    await second.downloads.goOn(idOf(second));
    await until(second, 'done');
    const wanted = Object.entries(many).map(([name, text]) => [`Many/${name}`, text]);
    expect(second.folder.all()).toEqual(Object.fromEntries(wanted));
    expect(Object.keys(second.asked)).toHaveLength(MANY / 2);
  }, 60_000);

  test('costs two rows of the browser database for each file: its name before it is there, and that it is whole', async () => {
    const kept = makeMemory();
    const written: [string, string, boolean][] = [];
    const { putFile } = kept.keep;
    kept.keep.putFile = (id, fileId, file) => {
      written.push([file.name, file.etag, file.isDone]);
      return putFile(id, fileId, file);
    };
    const it = world({ 'a.txt': 'abcdefgh' }, { kept });
    it.downloads.start(it.roots, it.handle);
    await until(it, 'done');
    expect(written).toEqual([
      ['a.txt', '', false],
      ['a.txt', '', true],
    ]);
  });

  test('may be two thousand files of one name, each under a number of its own', async () => {
    const it = world({ 'a.txt': 'one' });
    const [root] = it.roots;
    if (!root) throw new Error('nothing to save');
    const roots = Array.from({ length: 2_000 }, (_, at) => ({ ...root, id: `/${at}/a.txt` }));
    for (const { id } of roots) it.texts.set(id, 'one');
    it.downloads.start(roots, it.handle);
    await until(it, 'done');
    expect(Object.keys(it.folder.all())).toHaveLength(2_000);
    expect(it.items.value[0]).toMatchObject({ doneFiles: 2_000, failedFiles: 0 });
  });
});

describe('when the line breaks', () => {
  test('a file goes on where it stopped', async () => {
    const it = world({ 'a.txt': 'abcdefgh' }, { onBytes: (_name, _start, nth) => (nth < 3 ? 'cut' : undefined) });
    it.downloads.start(it.roots, it.handle);
    await until(it, 'done');
    expect(it.folder.all()).toEqual({ 'a.txt': 'abcdefgh' });
    expect(it.asked['a.txt']).toEqual([0, 3, 6]);
  });

  test('all wait for the network and go on by themselves', async () => {
    let isDown = true;
    const it = world({ 'a.txt': 'one', 'b.txt': 'two' }, { onBytes: () => (isDown ? 'lost' : undefined) });
    it.downloads.start(it.roots, it.handle);
    await until(it, 'offline');
    isDown = false;
    it.comeOnline();
    await until(it, 'done');
    expect(it.folder.all()).toEqual({ 'a.txt': 'one', 'b.txt': 'two' });
  });

  test('an address that ran out is asked for again', async () => {
    const it = world({ 'a.txt': 'one' }, { onBytes: (_name, _start, nth) => (nth === 1 ? 403 : undefined) });
    it.downloads.start(it.roots, it.handle);
    await until(it, 'done');
    expect(it.links()).toBe(2);
  });

  test('content that changed meanwhile begins anew', async () => {
    const it: World = world(
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
});

describe('when something is wrong', () => {
  test('one file fails with its reason, the others are saved, and it can be tried again', async () => {
    let isShut = true;
    const it = world(
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
    await it.downloads.goOn(idOf(it));
    await until(it, 'done');
    expect(it.folder.all()).toEqual({ 'Box/a.txt': 'one', 'Box/c.txt': 'three', 'Box/b.txt': 'two' });
    expect(it.asked['a.txt']).toHaveLength(1);
  });

  test.each([
    ['QuotaExceededError', 'full'],
    ['NotAllowedError', 'permission'],
    ['NotFoundError', 'folder'],
  ])('%s stops all of it and says so', async (name, problem) => {
    const it = world({ 'a.txt': 'one', 'b.txt': 'two' }, { disk: { onWrite: () => name } });
    it.downloads.start(it.roots, it.handle);
    await until(it, 'paused');
    expect(it.items.value[0]?.problem).toBe(problem);
    delete it.disk.onWrite;
    await it.downloads.goOn(idOf(it));
    await until(it, 'done');
    expect(it.folder.all()).toEqual({ 'a.txt': 'one', 'b.txt': 'two' });
  });

  test('what is gone from the drive is told, the rest is saved', async () => {
    const it = world({ 'a.txt': 'one', Gone: { 'b.txt': 'two' } });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    it.downloads.start([...it.roots, { id: '/no', name: 'no', isFolder: true, sizeBytes: 0, gcid: '' }], it.handle);
    await until(it, 'failed');
    expect(it.items.value[0]?.failures.map(({ name, problem }) => [name, problem])).toEqual([['no', 'gone']]);
    expect(it.folder.all()).toEqual({ 'a.txt': 'one', 'Gone/b.txt': 'two', 'no/': '' });
  });
});

describe('stopping and going on', () => {
  /** Two files, one of them stops after three bytes until it is let go. */
  function stopping(options: Parameters<typeof world>[1] = {}) {
    const it: World = world(
      { 'a.txt': 'whole', 'b.txt': 'abcdefgh' },
      {
        ...options,
        onBytes: (name, start) => (name === 'b.txt' && start === 0 ? 'cut' : options?.onBytes?.(name, start, 0)),
      },
    );
    return it;
  }

  test('a pause keeps what came, and it goes on from there', async () => {
    const it: World = stopping({
      onBytes: (name) => {
        if (name !== 'b.txt' || it.items.value[0]?.phase !== 'running' || it.asked['b.txt']?.length !== 2)
          return undefined;
        it.downloads.pause(idOf(it));
        return undefined;
      },
    });
    it.downloads.start(it.roots, it.handle);
    await until(it, 'paused');
    await it.downloads.goOn(idOf(it));
    await until(it, 'done');
    expect(it.folder.all()).toEqual({ 'a.txt': 'whole', 'b.txt': 'abcdefgh' });
    expect(it.asked['b.txt']).toEqual([0, 3, 3]);
  });

  test('after a reload the rest is fetched, into the same files', async () => {
    const kept = makeMemory();
    const first: World = stopping({ kept, onBytes: (name) => (name === 'b.txt' ? 'lost' : undefined) });
    first.downloads.start(first.roots, first.handle);
    await until(first, 'offline');
    first.crash();
    const second = world({ 'a.txt': 'whole', 'b.txt': 'abcdefgh' }, { kept, folder: first.folder });
    await second.downloads.findUnfinished();
    expect(second.items.value[0]).toMatchObject({ phase: 'unfinished', doneFiles: 1, folder: 'Desktop' });
    second.folder.permission = 'denied';
    await second.downloads.goOn(idOf(second));
    expect(second.items.value[0]).toMatchObject({ phase: 'unfinished', problem: 'permission' });
    second.folder.permission = 'granted';
    await second.downloads.goOn(idOf(second));
    await until(second, 'done');
    expect(second.folder.all()).toEqual({ 'a.txt': 'whole', 'b.txt': 'abcdefgh' });
    expect(second.asked).toEqual({ 'b.txt': [3] });
  });

  test('cancelling leaves whole files and takes halves away', async () => {
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
});
