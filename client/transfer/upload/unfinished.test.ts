/** Uploads that pauses, reloads, crashes and other devices leave unfinished, and how they resume. */
import { expect, test, vi } from 'vitest';
import { file, localHasher, makeMemoryStore, makeUploadWorld, pick, refused, untilAborted } from './upload-fixture.ts';
import type { UploadItem } from './upload-item.ts';
import { mayMatch, unnumbered } from './upload-record.ts';

const MIB = 1_048_576;

function item(it: ReturnType<typeof makeUploadWorld>, name: string): UploadItem {
  const found = it.state.list.all().find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** The second part never arrives. */
const holdSecond = ({ part, signal }: { part: number; signal: AbortSignal }) =>
  part === 2 ? untilAborted(signal) : undefined;

/** A window that crashed while the second of three parts of a file was under way. */
async function crashed() {
  const before = makeUploadWorld({ onPart: holdSecond });
  before.uploads.add(pick(file('a', 25)), 'Vhome');
  await vi.waitFor(() => expect(before.sent).toContain(3));
  return before;
}

/** That window, and the next one, which has found the upload. */
async function reopened(change: (before: ReturnType<typeof makeUploadWorld>) => void = () => undefined) {
  const before = await crashed();
  change(before);
  const it = makeUploadWorld({ after: before });
  it.uploads.findUnfinished();
  await it.until(['unfinished']);
  return { before, it };
}

test('a resumed upload sends only the missing parts, into the same session', async () => {
  let isHeld = true;
  const it = makeUploadWorld({
    onPart: ({ part, signal }) => (isHeld && part === 2 ? untilAborted(signal) : undefined),
  });
  it.uploads.add(pick(file('a', 25)), '');
  await vi.waitFor(() => expect(it.sent).toContain(3));
  it.uploads.pause('u1');
  await it.until(['paused']);
  expect(it.state.summary.value).toMatchObject({ active: 0, paused: 1 });
  isHeld = false;
  it.uploads.resume('u1');
  await it.until(['done']);
  expect(it.sent.slice(2)).toEqual([2]);
  expect(it.beginCalls).toHaveLength(1);
  expect(it.aborted).toEqual([]);
});

test('pause: cancelling a paused upload frees its space on the server and shows that', async () => {
  const it = await crashed();
  it.uploads.pause('u1');
  await it.until(['paused']);
  it.uploads.cancel('u1');
  await vi.waitFor(() => expect(item(it, 'a')).toMatchObject({ phase: 'cancelled', isFreed: true }));
  expect(it.aborted).toEqual(['up-1']);
});

test('pauseAll pauses waiting files too, and resumeAll resumes all', async () => {
  let isHeld = true;
  const it = makeUploadWorld({
    onPart: ({ signal }) => (isHeld ? untilAborted(signal) : undefined),
  });
  it.uploads.add(pick(...['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 15))), '');
  await vi.waitFor(() => expect(it.beginCalls).toHaveLength(4));
  it.uploads.pauseAll();
  await it.until(Array(5).fill('paused'));
  isHeld = false;
  it.uploads.resumeAll();
  await it.until(Array(5).fill('done'));
  expect(it.beginCalls).toHaveLength(5);
  expect(it.aborted).toEqual([]);
});

test('pause and resume in quick succession run a file only once', async () => {
  const it = makeUploadWorld();
  it.uploads.add(pick(file('a', 25)), '');
  for (let times = 0; times < 3; times += 1) {
    it.uploads.pause('u1');
    it.uploads.resume('u1');
  }
  await it.until(['done']);
  expect(it.most()).toBeLessThanOrEqual(3);
  expect(new Set(it.beginCalls.map(({ key }) => key)).size).toBe(1);
});

test('after a reload: small files that the server stores are not unfinished, though this browser has no record of their end', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const place = (name: string, modifiedMs = 1_000, sizeBytes = 5) => ({
    id: `F-${name}`,
    name,
    isFolder: name === 'Trip',
    sizeBytes,
    modifiedMs,
  });
  // No whole file has been answered before the reload.
  const before = makeUploadWorld({ onWhole: () => new Promise(() => undefined) });
  before.uploads.add(
    names.map((name) => ({ file: file(name, 5), folders: name === 'e' ? [] : ['Trip'] })),
    'Vhome',
  );
  await vi.waitFor(() => expect(before.wholes()).toBeGreaterThan(0));
  const it = makeUploadWorld({
    after: before,
    stored: {
      Vhome: [place('Trip'), place('e')],
      'F-Trip': [place('a'), place('b'), place('c', 900_000), place('d', 1_000, 6)],
    },
  });
  it.uploads.findUnfinished();
  // Another time, and another size, are other files.
  await it.until(['unfinished', 'unfinished']);
  expect(it.state.list.all().map(({ name }) => name)).toEqual(['Trip/c', 'Trip/d']);
});

test('after a reload the same file sends only the missing parts', async () => {
  const { before, it } = await reopened();
  expect(item(it, 'a')).toMatchObject({ sentBytes: 20, problem: null });
  it.uploads.chooseAgain(pick(file('a', 25)));
  await it.until(['done']);
  expect(it.sent).toEqual([2]);
  expect(it.beginCalls).toEqual([]);
  expect(memoryRows(before)).toBe(0);
});

test('after a reload: files picked during the search for unfinished uploads wait for it and resume', async () => {
  const before = await crashed();
  const it = makeUploadWorld({ after: before, isPatient: true });
  it.uploads.findUnfinished();
  it.uploads.add(pick(file('a', 25)), 'Vhome');
  await it.until(['done']);
  expect(it.sent).toEqual([2]);
  expect(it.beginCalls).toEqual([]);
});

test('another file of the same name and size is refused, and the right one is accepted afterwards', async () => {
  const { it } = await reopened();
  const newer = new File([new Uint8Array(25).fill(1)], 'a', { lastModified: 5_000 });
  it.uploads.chooseAgain(pick(newer), 'u1');
  await vi.waitFor(() => expect(item(it, 'a').problem).toBe('other'));
  it.uploads.chooseAgain(pick(file('b', 25)), 'u1');
  await vi.waitFor(() => expect(item(it, 'a').problem).toBe('other'));
  expect(it.sent).toEqual([]);
  it.uploads.chooseAgain(pick(file('a', 25)), 'u1');
  await it.until(['done']);
});

test('a large file is identified by the digest of its ends, not by its time', async () => {
  const large = (seed: number, time: number) =>
    new File([new Uint8Array(MIB + 5).fill(seed)], 'film', { lastModified: time });
  const before = makeUploadWorld({
    partBytes: MIB / 2,
    onPart: holdSecond,
  });
  before.uploads.add(pick(large(7, 1_000)), 'Vhome');
  await vi.waitFor(() => expect(before.sent).toHaveLength(2));
  await vi.waitFor(() => expect([...memoryOf(before).values()][0]?.ends).not.toBe(''));
  const it = makeUploadWorld({ after: before, partBytes: MIB / 2 });
  it.uploads.findUnfinished();
  await it.until(['unfinished']);
  it.uploads.chooseAgain(pick(large(8, 1_000)));
  await vi.waitFor(() => expect(item(it, 'film').problem).toBe('other'));
  it.uploads.chooseAgain(pick(large(7, 9_000)));
  await it.until(['done']);
  expect(it.sent).toEqual([2]);
});

test('after a reload: picking the folder again resumes started files, uploads new ones and skips done ones', async () => {
  const before = makeUploadWorld({
    onPart: ({ part, uploadId, signal }) => (part === 2 && uploadId !== 'up-1' ? untilAborted(signal) : undefined),
  });
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ file: file(name, 25), folders: ['trip'] }));
  before.uploads.add(all, 'Vhome');
  await vi.waitFor(() => expect(before.phases().filter((phase) => phase === 'done')).toHaveLength(1));
  await vi.waitFor(() => expect(before.beginCalls).toHaveLength(5));
  const it = makeUploadWorld({ after: before });
  it.uploads.findUnfinished();
  await it.until(Array(5).fill('unfinished'));
  it.uploads.add(all, 'Vhome');
  await it.until(Array(5).fill('done'));
  expect(it.beginCalls.map(({ name }) => name).toSorted()).toEqual(['f']);
  expect(it.sent.length + before.sent.length).toBe(18);
  // Created before the crash: the same key finds the folder.
  expect(new Set([...before.folderKeys, ...it.folderKeys]).size).toBe(1);
  expect(memoryRows(before)).toBe(0);
});

test('a begin call without an answer is repeated under the same key', async () => {
  const store = makeMemoryStore();
  const before = makeUploadWorld({
    onPart: () => Promise.reject(refused('internal')),
    after: { sessions: new Map(), names: new Map(), store },
  });
  before.uploads.add(pick(file('a', 5)), 'Vhome');
  await vi.waitFor(() => expect(before.beginCalls).toHaveLength(1));
  for (const row of store.rows.values()) store.change(row.id, { uploadId: '', parentId: null });
  before.sessions.clear();
  const it = makeUploadWorld({ after: before });
  it.uploads.findUnfinished();
  await it.until(['unfinished']);
  it.uploads.add(pick(file('a', 5)), 'Vhome');
  await it.until(['done']);
  expect(it.beginCalls[0]?.key).toBe(before.beginCalls[0]?.key);
});

test('an upload whose session has expired shows that and starts again', async () => {
  const { it } = await reopened(({ sessions }) => sessions.clear());
  expect(item(it, 'a').problem).toBe('over');
  it.uploads.chooseAgain(pick(file('a', 25)));
  await it.until(['done']);
  expect(it.sent).toHaveLength(3);
});

test('an upload of an open window is not listed', async () => {
  const before = await crashed();
  const it = makeUploadWorld({ after: before, openWindows: ['this window'] });
  it.uploads.findUnfinished();
  await vi.waitFor(() => expect(it.state.list.all()).toEqual([]));
});

test('after a reload: cancelling an unfinished upload frees its space and deletes its record', async () => {
  const { before, it } = await reopened();
  it.uploads.cancel('u1');
  await vi.waitFor(() => expect(item(it, 'a').isFreed).toBe(true));
  expect(it.aborted).toEqual(['up-1']);
  expect(memoryRows(before)).toBe(0);
});

test('after a reload: files that match no unfinished upload are counted, not uploaded', async () => {
  const { it } = await reopened();
  it.uploads.chooseAgain(pick(file('x', 1), file('y', 2)));
  await vi.waitFor(() => expect(it.state.unmatchedFiles.value).toBe(2));
  expect(it.phases()).toEqual(['unfinished']);
});

test('after a reload: reopen resumes a file that the browser can open itself', async () => {
  const handle = { getFile: async () => file('a', 25), requestPermission: async () => 'granted' } as never;
  const { it } = await reopened((before) => {
    for (const { id } of memoryOf(before).values()) before.store.change(id, { handle });
  });
  expect(it.state.summary.value.reopenable).toBe(1);
  it.uploads.reopen();
  await it.until(['done']);
  expect(it.sent).toEqual([2]);
});

const large = (seed: number) => new File([new Uint8Array(MIB + 5).fill(seed)], 'film(1).mp4'.replace('(1)', ''));
const begin = async () => {
  const before = makeUploadWorld({
    partBytes: MIB / 2,
    onPart: holdSecond,
  });
  before.uploads.add(pick(large(3)), '');
  await vi.waitFor(() => expect(before.sent).toHaveLength(2));
  before.names.set('up-1', 'film(1).mp4');
  const { gcid } = await localHasher().fingerprint(large(3), () => undefined, new AbortController().signal);
  return { before, gcid };
};

test('a file with the content label of the other device resumes its upload', async () => {
  const { before, gcid } = await begin();
  const it = makeUploadWorld({ after: { ...before, store: makeMemoryStore() }, gcid, partBytes: MIB / 2 });
  it.uploads.findUnfinished();
  await it.until(['unfinished']);
  it.uploads.chooseAgain(pick(large(4)));
  await vi.waitFor(() => expect(it.state.list.all()[0]?.problem).toBe('other'));
  it.uploads.chooseAgain(pick(large(3)));
  await it.until(['done']);
  expect(it.sent).toEqual([2]);
});

test('an upload of another device without a content label starts again', async () => {
  const { before } = await begin();
  const it = makeUploadWorld({ after: { ...before, store: makeMemoryStore() }, partBytes: MIB / 2 });
  it.uploads.findUnfinished();
  await it.until(['unfinished']);
  it.uploads.chooseAgain(pick(large(3)));
  await it.until(['done']);
  expect(it.aborted).toEqual(['up-1']);
  expect(it.sent).toHaveLength(3);
});

test('retry uploads into the given folder when the target folder is deleted', async () => {
  const it = makeUploadWorld({
    onPart: ({ uploadId }) => {
      if (uploadId === 'up-1') throw refused('file_not_found');
    },
  });
  it.uploads.add(pick(file('a', 5)), 'Vgone');
  await it.until(['failed']);
  it.uploads.retry('u1', 'Vhere');
  await it.until(['done']);
  expect(it.beginCalls.map(({ parentId }) => parentId)).toEqual(['Vgone', 'Vhere']);
});

const RECORD = { name: 'a(1).txt', sizeBytes: 5, folderId: 'V', folders: ['in'], modifiedMs: 1 as number | null };

test.each([
  ['the same folder', RECORD, 'a(1).txt', 5, ['in'], 'V', true],
  ['another folder', RECORD, 'a(1).txt', 5, ['in'], 'W', false],
  ['a single file for any upload', RECORD, 'a(1).txt', 5, [], null, true],
  ['another folder inside', RECORD, 'a(1).txt', 5, ['out'], null, false],
  ['another size', RECORD, 'a(1).txt', 6, ['in'], 'V', false],
  ['another name', RECORD, 'a.txt', 5, ['in'], 'V', false],
  ['another device, where the name was taken', { ...RECORD, modifiedMs: null }, 'a.txt', 5, ['any'], null, true],
])(
  'whether a picked file may belong to an unfinished upload: %s',
  (_, record, name, size, folders, targetId, expected) => {
    expect(mayMatch(record, { name, size }, folders, targetId)).toBe(expected);
  },
);

test.each([
  ['a(1).txt', 'a.txt'],
  ['a(12)', 'a'],
  ['a(1)b.txt', 'a(1)b.txt'],
  ['(1).txt', '.txt'],
])('unnumbered turns %s into %s', (name, before) => {
  expect(unnumbered(name)).toBe(before);
});

function memoryOf(it: ReturnType<typeof makeUploadWorld>) {
  return (it.store as ReturnType<typeof makeMemoryStore>).rows;
}

function memoryRows(it: ReturnType<typeof makeUploadWorld>): number {
  return memoryOf(it).size;
}
