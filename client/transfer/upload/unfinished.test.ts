/** What pauses, reloads, crashes and other devices leave behind, and how it goes on. */
import { describe, expect, test, vi } from 'vitest';
import type { UploadItem } from './upload.state.ts';
import { file, localHasher, memoryKeep, pick, refused, world } from './upload-fixture.ts';
import { mayBe, unnumbered } from './upload-record.ts';

const MIB = 1_048_576;

function item(it: ReturnType<typeof world>, name: string): UploadItem {
  const found = it.state.items.value.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** A window whose second part never leaves; then it is gone. */
async function crashed(files: File[], folders: string[] = []) {
  const before = world({
    onPart: ({ part, signal }) =>
      part === 2
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : undefined,
  });
  before.uploads.add(
    files.map((one) => ({ file: one, folders })),
    'Vhome',
  );
  return before;
}

describe('pause', () => {
  test('keeps what was sent; going on sends the rest alone, into the same session', async () => {
    let isHeld = true;
    const it = world({
      onPart: ({ part, signal }) =>
        isHeld && part === 2
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : undefined,
    });
    it.uploads.add(pick(file('a', 25)), '');
    await vi.waitFor(() => expect(it.sent).toContain(3));
    it.uploads.pause('u1');
    await it.until(['paused']);
    expect(it.state.summary.value).toMatchObject({ active: 0, paused: 1 });
    isHeld = false;
    it.uploads.goOn('u1');
    await it.until(['done']);
    expect(it.sent.slice(2)).toEqual([2]);
    expect(it.begun).toHaveLength(1);
    expect(it.aborted).toEqual([]);
  });

  test('cancelling a paused one frees what the server holds, and says so', async () => {
    const it = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(it.sent).toContain(3));
    it.uploads.pause('u1');
    await it.until(['paused']);
    it.uploads.cancel('u1');
    await vi.waitFor(() => expect(item(it, 'a')).toMatchObject({ phase: 'cancelled', isFreed: true }));
    expect(it.aborted).toEqual(['up-1']);
  });

  test('of all holds those that wait too; all go on together', async () => {
    let isHeld = true;
    const it = world({
      onPart: ({ signal }) =>
        isHeld ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) : undefined,
    });
    it.uploads.add(pick(...['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 15))), '');
    await vi.waitFor(() => expect(it.begun).toHaveLength(3));
    it.uploads.pauseAll();
    await it.until(Array(5).fill('paused'));
    isHeld = false;
    it.uploads.goOnAll();
    await it.until(Array(5).fill('done'));
    expect(it.begun).toHaveLength(5);
    expect(it.aborted).toEqual([]);
  });

  test('pressed twice in a hurry, a file runs once', async () => {
    const it = world();
    it.uploads.add(pick(file('a', 25)), '');
    for (let times = 0; times < 3; times += 1) {
      it.uploads.pause('u1');
      it.uploads.goOn('u1');
    }
    await it.until(['done']);
    expect(it.most()).toBeLessThanOrEqual(3);
    expect(new Set(it.begun.map(({ key }) => key)).size).toBe(1);
  });
});

describe('after a reload', () => {
  test('the same file goes on with only the missing parts', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    expect(item(it, 'a')).toMatchObject({ sentBytes: 20, problem: null });
    it.uploads.chooseAgain(pick(file('a', 25)));
    await it.until(['done']);
    expect(it.sent).toEqual([2]);
    expect(it.begun).toEqual([]);
    expect(memoryRows(before)).toBe(0);
  });

  test('files chosen before that is known wait for it and go on as well', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const it = world({ after: before, isPatient: true });
    it.uploads.findUnfinished();
    it.uploads.add(pick(file('a', 25)), 'Vhome');
    await it.until(['done']);
    expect(it.sent).toEqual([2]);
    expect(it.begun).toEqual([]);
  });

  test('another file of that name and size is refused, and the right one is still taken', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    const newer = new File([new Uint8Array(25).fill(1)], 'a', { lastModified: 5_000 });
    it.uploads.chooseAgain(pick(newer), 'u1');
    await vi.waitFor(() => expect(item(it, 'a').problem).toBe('other'));
    it.uploads.chooseAgain(pick(file('b', 25)), 'u1');
    await vi.waitFor(() => expect(item(it, 'a').problem).toBe('other'));
    expect(it.sent).toEqual([]);
    it.uploads.chooseAgain(pick(file('a', 25)), 'u1');
    await it.until(['done']);
  });

  test('a large file is told by both its ends, whatever its time says', async () => {
    const large = (seed: number, time: number) =>
      new File([new Uint8Array(MIB + 5).fill(seed)], 'film', { lastModified: time });
    const before = world({
      partBytes: MIB / 2,
      onPart: ({ part, signal }) =>
        part === 2
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : undefined,
    });
    before.uploads.add(pick(large(7, 1_000)), 'Vhome');
    await vi.waitFor(() => expect(before.sent).toHaveLength(2));
    await vi.waitFor(() => expect([...memoryOf(before).values()][0]?.ends).not.toBe(''));
    const it = world({ after: before, partBytes: MIB / 2 });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    it.uploads.chooseAgain(pick(large(8, 1_000)));
    await vi.waitFor(() => expect(item(it, 'film').problem).toBe('other'));
    it.uploads.chooseAgain(pick(large(7, 9_000)));
    await it.until(['done']);
    expect(it.sent).toEqual([2]);
  });

  test('choosing the folder again goes on, begins what had not begun, and sends nothing that is done', async () => {
    const before = world({
      onPart: ({ part, uploadId, signal }) =>
        part === 2 && uploadId !== 'up-1'
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : undefined,
    });
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ file: file(name, 25), folders: ['trip'] }));
    before.uploads.add(all, 'Vhome');
    await vi.waitFor(() => expect(before.phases().filter((phase) => phase === 'done')).toHaveLength(1));
    await vi.waitFor(() => expect(before.begun).toHaveLength(4));
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(Array(5).fill('unfinished'));
    it.uploads.add(all, 'Vhome');
    await it.until(Array(5).fill('done'));
    expect(it.begun.map(({ name }) => name).toSorted()).toEqual(['e', 'f']);
    expect(it.sent.length + before.sent.length).toBe(18);
    // Made before the crash: the same key finds it, and those that had begun know it.
    expect(new Set([...before.folderKeys, ...it.folderKeys]).size).toBe(1);
    expect(memoryRows(before)).toBe(0);
  });

  test('what was begun and never answered is begun under the same key', async () => {
    const keep = memoryKeep();
    const before = world({
      onPart: () => Promise.reject(refused('internal')),
      after: { sessions: new Map(), names: new Map(), keep },
    });
    before.uploads.add(pick(file('a', 5)), 'Vhome');
    await vi.waitFor(() => expect(before.begun).toHaveLength(1));
    for (const row of keep.rows.values()) keep.change(row.id, { uploadId: '', parentId: null });
    before.sessions.clear();
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    it.uploads.add(pick(file('a', 5)), 'Vhome');
    await it.until(['done']);
    expect(it.begun[0]?.key).toBe(before.begun[0]?.key);
  });

  test('an upload that the server has given up says so and begins anew', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    before.sessions.clear();
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    expect(item(it, 'a').problem).toBe('over');
    it.uploads.chooseAgain(pick(file('a', 25)));
    await it.until(['done']);
    expect(it.sent).toHaveLength(3);
  });

  test('what a living window does is not offered', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const it = world({ after: before, living: ['this window'] });
    it.uploads.findUnfinished();
    await vi.waitFor(() => expect(it.state.items.value).toEqual([]));
  });

  test('giving an unfinished one up frees its space and is remembered no more', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    it.uploads.cancel('u1');
    await vi.waitFor(() => expect(item(it, 'a').isFreed).toBe(true));
    expect(it.aborted).toEqual(['up-1']);
    expect(memoryRows(before)).toBe(0);
  });

  test('files of something else are counted, not uploaded', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    it.uploads.chooseAgain(pick(file('x', 1), file('y', 2)));
    await vi.waitFor(() => expect(it.state.strangers.value).toBe(2));
    expect(it.phases()).toEqual(['unfinished']);
  });

  test('a file that the browser can open by itself goes on after one press', async () => {
    const before = await crashed([file('a', 25)]);
    await vi.waitFor(() => expect(before.sent).toContain(3));
    const handle = { getFile: async () => file('a', 25), requestPermission: async () => 'granted' } as never;
    for (const { id } of memoryOf(before).values()) before.keep.change(id, { handle });
    const it = world({ after: before });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    expect(it.state.summary.value.reopenable).toBe(1);
    it.uploads.reopen();
    await it.until(['done']);
    expect(it.sent).toEqual([2]);
  });
});

describe('from another device', () => {
  const large = (seed: number) => new File([new Uint8Array(MIB + 5).fill(seed)], 'film(1).mp4'.replace('(1)', ''));
  const begin = async () => {
    const before = world({
      partBytes: MIB / 2,
      onPart: ({ part, signal }) =>
        part === 2
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : undefined,
    });
    before.uploads.add(pick(large(3)), '');
    await vi.waitFor(() => expect(before.sent).toHaveLength(2));
    before.names.set('up-1', 'film(1).mp4');
    const { gcid } = await localHasher().fingerprint(large(3), () => undefined, new AbortController().signal);
    return { before, gcid };
  };

  test('a file with the content that was named there goes on', async () => {
    const { before, gcid } = await begin();
    const it = world({ after: { ...before, keep: memoryKeep() }, gcid, partBytes: MIB / 2 });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    it.uploads.chooseAgain(pick(large(4)));
    await vi.waitFor(() => expect(it.state.items.value[0]?.problem).toBe('other'));
    it.uploads.chooseAgain(pick(large(3)));
    await it.until(['done']);
    expect(it.sent).toEqual([2]);
  });

  test('without a named content nothing that is stored is trusted', async () => {
    const { before } = await begin();
    const it = world({ after: { ...before, keep: memoryKeep() }, partBytes: MIB / 2 });
    it.uploads.findUnfinished();
    await it.until(['unfinished']);
    it.uploads.chooseAgain(pick(large(3)));
    await it.until(['done']);
    expect(it.aborted).toEqual(['up-1']);
    expect(it.sent).toHaveLength(3);
  });
});

test('a folder that is gone: trying again puts the file where the person is now', async () => {
  const it = world({
    onPart: ({ uploadId }) => {
      if (uploadId === 'up-1') throw refused('file_not_found');
    },
  });
  it.uploads.add(pick(file('a', 5)), 'Vgone');
  await it.until(['failed']);
  it.uploads.retry('u1', 'Vhere');
  await it.until(['done']);
  expect(it.begun.map(({ parentId }) => parentId)).toEqual(['Vgone', 'Vhere']);
});

test('a session that ended is asked for again, and the part goes on', async () => {
  const it = world({
    onPart: ({ token }) => {
      if (token === 'first') throw refused('unauthenticated');
    },
  });
  it.uploads.add(pick(file('a', 5)), '');
  await it.until(['done']);
  expect(it.tokens).toEqual(['first', 'fresh']);
});

const KEPT = { name: 'a(1).txt', sizeBytes: 5, folderId: 'V', folders: ['in'], modifiedMs: 1 as number | null };

test.each([
  ['the same place', KEPT, 'a(1).txt', 5, ['in'], 'V', true],
  ['another folder', KEPT, 'a(1).txt', 5, ['in'], 'W', false],
  ['chosen by itself to go on', KEPT, 'a(1).txt', 5, [], null, true],
  ['another folder inside', KEPT, 'a(1).txt', 5, ['out'], null, false],
  ['another size', KEPT, 'a(1).txt', 6, ['in'], 'V', false],
  ['another name', KEPT, 'a.txt', 5, ['in'], 'V', false],
  ['another device, where the name was taken', { ...KEPT, modifiedMs: null }, 'a.txt', 5, ['any'], null, true],
])('a chosen file and an unfinished upload: %s', (_, kept, name, size, folders, place, expected) => {
  expect(mayBe(kept, { name, size }, folders, place)).toBe(expected);
});

test.each([
  ['a(1).txt', 'a.txt'],
  ['a(12)', 'a'],
  ['a(1)b.txt', 'a(1)b.txt'],
  ['(1).txt', '.txt'],
])('%s was %s before it was numbered', (name, before) => {
  expect(unnumbered(name)).toBe(before);
});

function memoryOf(it: ReturnType<typeof world>) {
  return (it.keep as ReturnType<typeof memoryKeep>).rows;
}

function memoryRows(it: ReturnType<typeof world>): number {
  return memoryOf(it).size;
}
