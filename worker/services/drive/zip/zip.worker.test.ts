import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { ShareId } from '#shared/ids.ts';
import { drivesWithLooks, makeLooks } from '../content/looks-fixture.ts';
import {
  bytesOf,
  digestOf,
  personTest as it,
  MIB,
  makeUploader,
  refusalOf,
  rows,
  type Uploader,
} from '../upload/upload-fixture.ts';
import type { SharedRoots } from './endpoint.ts';
import { zipOwn, zipShared } from './make-zip.ts';
import { entriesOf, fileIn, folderIn, makeTree, TIME_MS, trash } from './tree-fixture.ts';

it('a zip file of a folder has the announced length, every file whole, its time, and folders without files', async () => {
  const { person, root, files } = await makeTree();
  const zip = await zipOwn(person.deps, person.caller, [root]);
  expect(zip.name).toBe('Holiday 2024.zip');
  expect(zip.url).toMatch(/^http:\/\/127\.0\.0\.1:8787\/z\/[\w.-]+\/Holiday%202024\.zip$/);
  const { status, headers, bytes } = await person.fetchContent(zip.url);
  expect([status, bytes.length, headers.get('content-length')]).toEqual([200, zip.sizeBytes, String(zip.sizeBytes)]);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toContain('Holiday 2024.zip');
  const entries = entriesOf(bytes);
  expect(entries.length).toBe(zip.entries);
  expect(entries.filter(({ isFolder }) => isFolder).map(({ path }) => path)).toEqual([
    'Holiday 2024/',
    'Holiday 2024/empty/',
    'Holiday 2024/снимки/',
  ]);
  const found = entries.filter(({ isFolder }) => !isFolder);
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(files).sort());
  for (const { path, dataOffset, sizeBytes, crc32: sum, modifiedSeconds, flags } of found) {
    const data = bytes.subarray(dataOffset, dataOffset + sizeBytes);
    expect([path, digestOf(data)]).toEqual([path, digestOf(files[path] ?? new Uint8Array(1))]);
    expect([path, sum, modifiedSeconds, flags]).toEqual([path, crc32(data), TIME_MS / 1_000, 0x0800]);
  }
  const [sent] = await rows<{ bytes: number }>(person, 'SELECT bytes FROM traffic');
  expect(sent?.bytes).toBe(zip.sizeBytes);
});

it('a zip file of a folder: holds the times of the reader, with the moment beside them, and says by its tag that these are other bytes', async () => {
  const { person, root } = await makeTree();
  const zipIn = async (timeZone: string) =>
    person.fetchContent((await zipOwn(person.deps, person.caller, [root], timeZone)).url);
  const [utc, far] = [await zipIn('UTC'), await zipIn('Asia/Kolkata')];
  const clockOf = ({ bytes }: { bytes: Uint8Array }) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // Of the first local header.
    const [time, day] = [view.getUint16(10, true), view.getUint16(12, true)];
    return Date.UTC(1980 + (day >> 9), ((day >> 5) & 15) - 1, day & 31, time >> 11, (time >> 5) & 63);
  };
  expect((clockOf(far) - clockOf(utc)) / 60_000).toBe(330);
  expect(entriesOf(far.bytes).map(({ modifiedSeconds }) => modifiedSeconds)).toEqual(
    entriesOf(utc.bytes).map(({ modifiedSeconds }) => modifiedSeconds),
  );
  expect(far.headers.get('etag')).not.toBe(utc.headers.get('etag'));
  expect(far.bytes.length).toBe(utc.bytes.length);
});

it('a zip file of a folder: answers any range as the bytes of the whole, and HEAD with its length', async () => {
  const { person, root } = await makeTree();
  const { url, sizeBytes } = await zipOwn(person.deps, person.caller, [root]);
  const whole = await person.fetchContent(url);
  const etag = whole.headers.get('etag') ?? '';
  const head = await person.fetchContent(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    String(sizeBytes),
    etag,
  ]);
  const steps = Array.from({ length: 12 }, (_, index) => Math.floor((sizeBytes * index * 7_919) / 96_007) % sizeBytes);
  for (const start of [0, 1, 29, 30, 31, sizeBytes - 22, sizeBytes - 1, ...steps]) {
    const end = Math.min(sizeBytes, start + 300_001);
    const { status, bytes, headers } = await person.fetchContent(url, {
      headers: { range: `bytes=${start}-${end - 1}`, 'if-range': etag },
    });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/${sizeBytes}`]);
    expect([start, digestOf(bytes)]).toEqual([start, digestOf(whole.bytes.subarray(start, end))]);
  }
  const beyond = await person.fetchContent(url, { headers: { range: `bytes=${sizeBytes}-` } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${sizeBytes}`]);
  const same = await person.fetchContent(url, { headers: { 'if-none-match': etag } });
  expect(same.status).toBe(304);
});

it('a zip file of a folder has another tag after a change, so that an interrupted download begins anew', async () => {
  const { person, root } = await makeTree();
  const { url } = await zipOwn(person.deps, person.caller, [root]);
  const etag = (await person.fetchContent(url, { method: 'HEAD' })).headers.get('etag') ?? '';
  await fileIn(person, 'later.txt', bytesOf(10, 8), root);
  const again = await person.fetchContent(url, { headers: { range: 'bytes=100-', 'if-range': etag } });
  expect(again.status).toBe(200);
  expect(again.headers.get('etag')).not.toBe(etag);
  expect(entriesOf(again.bytes).map(({ path }) => path)).toContain('Holiday 2024/later.txt');
});

it('a zip file of a folder opens no more after its folder went to the trash, its session ended, or its link was changed', async () => {
  const { person, root } = await makeTree();
  const { url } = await zipOwn(person.deps, person.caller, [root]);
  expect((await person.fetchContent(url.replace('/z/', '/z/x'))).status).toBe(403);
  await trash(person, root);
  const gone = await person.fetchContent(url);
  expect([gone.status, gone.bytes.length]).toEqual([403, 0]);
  const other = await makeTree();
  const link = await zipOwn(other.person.deps, other.person.caller, [other.root]);
  await other.person.stub.endSessions({ sessionId: null, minEpoch: 2, untilMs: 4e12 });
  expect((await other.person.fetchContent(link.url)).status).toBe(403);
});

it('breaks off when a file is deleted while it is sent', async () => {
  const { person, root, inner, note } = await makeTree();
  // Large enough that the rest of the tree is read after the change.
  for (let number = 0; number < 8; number += 1)
    await person.upload(bytesOf(9 * MIB, 20 + number), {
      name: `film ${number}.mp4`,
      parentId: person.nodeId(inner),
    });
  const { url, sizeBytes } = await zipOwn(person.deps, person.caller, [root]);
  const { body, ended } = await person.openContent(url);
  const reader = body.getReader();
  let readBytes = (await reader.read()).value?.length ?? 0;
  await trash(person, note);
  let failure: unknown = null;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) readBytes += step.value.length;
  } catch (error) {
    failure = error;
  }
  await ended();
  expect(failure).not.toBeNull();
  expect(readBytes).toBeLessThan(sizeBytes);
});

const looks = makeLooks();
/** Reads a little, waits until the next look, and reads on. @returns the bytes that came, or null when all came */
async function readAfter(person: Uploader, url: string, ending: () => unknown): Promise<number | null> {
  const { body, ended } = await person.openContent(url);
  const reader = body.getReader();
  let readBytes = (await reader.read()).value?.length ?? 0;
  await ending();
  await looks.next();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) readBytes += step.value.length;
    return null;
  } catch {
    return readBytes;
  } finally {
    await ended();
  }
}

it('a zip file that is sent slowly stops when its session has ended or its share was closed, and only then', async () => {
  let roots: readonly string[] | null = null;
  const { person, root } = await makeTree({
    sharedRoots: () => looks.run(async () => roots),
    drives: (real) => drivesWithLooks(real, 'zipStep', looks),
    limits: { partBytes: MIB, zipRecheckSeconds: 0.05 },
  });
  roots = [root];
  const shared = await zipShared(person.deps, {
    ownerId: person.caller.userId,
    shareId: 'VAAAAAAAAAAAAAAAAAAAAAAAAA' as ShareId,
    epoch: 1,
    roots,
    ids: [],
    expiresAtMs: person.deps.clock.nowMs() + 60_000,
    title: '',
  });
  const own = await zipOwn(person.deps, person.caller, [root]);
  expect(await readAfter(person, own.url, () => undefined)).toBeNull();
  const closed = await readAfter(person, shared.url, () => {
    roots = null;
  });
  expect(closed).toBeLessThan(2 * MIB);
  const ended = await readAfter(person, own.url, () =>
    person.stub.endSessions({ sessionId: null, minEpoch: 2, untilMs: 4e12 }),
  );
  expect(ended).toBeLessThan(2 * MIB);
});

it('a zip file that is sent slowly: counts the bytes of a range that is left before its end', async () => {
  const { person, root } = await makeTree();
  const { url } = await zipOwn(person.deps, person.caller, [root]);
  const wanted = 3 * MIB;
  const { body, ended } = await person.openContent(url, { headers: { range: `bytes=0-${wanted}` } });
  const reader = body.getReader();
  let readBytes = 0;
  while (readBytes < wanted - MIB / 2) readBytes += (await reader.read()).value?.length ?? 0;
  await reader.cancel();
  await ended();
  const [sent] = await rows<{ bytes: number }>(person, 'SELECT bytes FROM traffic');
  expect(sent?.bytes).toBeGreaterThanOrEqual(readBytes);
  expect(sent?.bytes).toBeLessThanOrEqual(wanted + 1);
});

it('a zip file that is sent slowly is measured anew for a request only as often as one address may', async () => {
  const counted: string[] = [];
  const { person, root } = await makeTree({
    countOpenCall: async ({ name }) => {
      counted.push(name);
      if (counted.length > 1) throw new AppError('too_many_requests', { retryInSeconds: 60 });
    },
  });
  const { url } = await zipOwn(person.deps, person.caller, [root]);
  expect((await person.fetchContent(url, { method: 'HEAD' })).status).toBe(200);
  expect(counted).toEqual([]);
  await fileIn(person, 'one.txt', bytesOf(10, 8), root);
  for (let look = 0; look < 2; look += 1) expect((await person.fetchContent(url, { method: 'HEAD' })).status).toBe(200);
  expect(counted).toEqual([`zip-plan:${person.caller.userId}`]);
  await fileIn(person, 'two.txt', bytesOf(10, 9), root);
  expect((await person.fetchContent(url, { method: 'HEAD' })).status).toBe(500);
  expect(counted).toHaveLength(2);
});

it('a zip file of several things keeps apart equal names of different folders, and stores a long choice', async ({
  person,
}) => {
  const folders = await Promise.all(['a', 'b'].map((name) => folderIn(person, name)));
  const ids = [];
  for (const folder of folders) ids.push(await fileIn(person, 'Same.txt', bytesOf(10, ids.length), folder));
  ids.push(await fileIn(person, 'C: drive.txt', bytesOf(10, 9)));
  const zip = await zipOwn(person.deps, person.caller, ids);
  const { bytes } = await person.fetchContent(zip.url);
  expect(
    entriesOf(bytes)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['C_ drive.txt', 'Same(1).txt', 'Same.txt']);
  const many = [];
  for (let number = 0; number < 41; number += 1)
    many.push(await fileIn(person, `${number}.txt`, bytesOf(5, number), folders[0]));
  const long = await zipOwn(person.deps, person.caller, many);
  expect(long.name).toBe('a.zip');
  expect(long.url.length).toBeLessThan(600);
  const found = entriesOf((await person.fetchContent(long.url)).bytes);
  expect(found.map(({ path }) => path)).toEqual(many.map((_, number) => `${number}.txt`));
  await zipOwn(person.deps, person.caller, many.toReversed());
  expect(await rows(person, 'SELECT id FROM zip_selections')).toHaveLength(1);
});

it('a zip file of several things never ends the choice that it has just stored, and refuses more than a thousand chosen ones', async () => {
  const person = makeUploader();
  const ids = [];
  for (let number = 0; number < 41; number += 1) ids.push(await fileIn(person, `${number}.txt`, bytesOf(5, number)));
  await rows(
    person,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO zip_selections (id, ids, until_ms) SELECT 'later' || i, '[]', 9e12 FROM n`,
  );
  const { url } = await zipOwn(person.deps, person.caller, ids);
  expect((await person.fetchContent(url, { method: 'HEAD' })).status).toBe(200);
  expect(await rows(person, 'SELECT id FROM zip_selections')).toHaveLength(500);
  const many = Array.from({ length: 1_001 }, (_, index) => `V${index}`);
  expect(await refusalOf(zipOwn(person.deps, person.caller, many))).toBe('zip_too_many_chosen');
});

it('holds a folder once that was chosen with a file in it, and everything when all is asked for', async () => {
  const { person, root, note } = await makeTree();
  const twice = await zipOwn(person.deps, person.caller, [note, root]);
  const all = await zipOwn(person.deps, person.caller, []);
  const paths = async (url: string) => entriesOf((await person.fetchContent(url)).bytes).map(({ path }) => path);
  expect(await paths(twice.url)).toEqual(await paths(all.url));
  expect(all.name).toBe('Magpie.zip');
  await folderIn(person, 'C:x');
  expect(await paths((await zipOwn(person.deps, person.caller, [])).url)).toContain('C_x/');
});

it('a zip file of several things is refused when there is nothing, too much, or what another person has', async () => {
  const person = makeUploader({ limits: { zipEntries: 2 } });
  expect(await refusalOf(zipOwn(person.deps, person.caller, []))).toBe('zip_empty');
  const ids = [await fileIn(person, 'a', bytesOf(1)), await fileIn(person, 'b', bytesOf(1))];
  expect((await zipOwn(person.deps, person.caller, ids)).entries).toBe(2);
  ids.push(await folderIn(person, 'c'));
  expect(await refusalOf(zipOwn(person.deps, person.caller, ids))).toBe('zip_too_many_files');
  const other = makeUploader();
  expect(await refusalOf(zipOwn(other.deps, other.caller, ids))).toBe('file_not_found');
});

async function shareTree() {
  let roots: readonly string[] | null = null;
  const sharedRoots: SharedRoots = async () => roots;
  const made = await makeTree({ sharedRoots });
  roots = [made.inner];
  const { person } = made;
  const common = {
    ownerId: person.caller.userId,
    shareId: 'VAAAAAAAAAAAAAAAAAAAAAAAAA' as ShareId,
    epoch: 1,
    roots,
    expiresAtMs: person.deps.clock.nowMs() + 60_000,
    title: 'A title',
  };
  return {
    ...made,
    zip: (ids: readonly string[] = []) => zipShared(person.deps, { ...common, ids }),
    close: () => {
      roots = null;
    },
  };
}

it('holds what the share shows and nothing beside it', async () => {
  const { person, zip, root, note } = await shareTree();
  const made = await zip();
  expect(made.name).toBe('снимки.zip');
  const found = entriesOf((await person.fetchContent(made.url)).bytes);
  expect(found.map(({ path }) => path)).toEqual(['снимки/', 'снимки/film.mp4', 'снимки/one.bin', 'снимки/two.bin']);
  for (const id of [root, note]) expect(await refusalOf(zip([id]))).toBe('file_not_found');
});

it('a zip file of a share: stores nothing for visitors: forty chosen ones are in the link, more are refused', async () => {
  const { person, zip, inner } = await shareTree();
  const ids = [];
  for (let number = 0; number < 41; number += 1)
    ids.push(await fileIn(person, `${number}.txt`, bytesOf(5, number), inner));
  expect(await refusalOf(zip(ids))).toBe('zip_too_many_chosen');
  const { url } = await zip(ids.slice(1));
  expect(entriesOf((await person.fetchContent(url)).bytes)).toHaveLength(40);
  expect(await rows(person, 'SELECT id FROM zip_selections')).toHaveLength(0);
});

it('a zip file of a share leaves out blocked files, and opens no more when the share is closed', async () => {
  const { person, zip, close } = await shareTree();
  const made = await zip();
  const [row] = await rows<{ gcid: string }>(person, "SELECT gcid FROM nodes WHERE name = 'one.bin'");
  await person.stub.blockContents([row?.gcid.toUpperCase() ?? ''], true);
  const { bytes } = await person.fetchContent(made.url);
  expect(entriesOf(bytes).map(({ path }) => path)).toEqual(['снимки/', 'снимки/film.mp4', 'снимки/two.bin']);
  close();
  expect((await person.fetchContent(made.url)).status).toBe(403);
});
