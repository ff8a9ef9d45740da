/** Runs of a fetch as the drive counts them: leases, tries, what a server may make them repeat. The test is the run. */
import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { diskSpaceOf } from '#worker/platform/disk-space.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { makePlaces } from '../fetch/places.ts';
import { runFetch } from '../fetch/run-fetch.ts';
import { beginRun, fetchRow, setFetch } from '../fetch/runs-fixture.ts';
import { LIVE_CALLER_HEADER } from '../keys.ts';
import {
  bytesOf,
  digestOf,
  makeUploader,
  read,
  refusalOf,
  rows,
  spaceOf,
  personTest as test,
  type Uploader,
} from '../upload/upload-fixture.ts';
import { runDownload } from './run-download.ts';

const MIB = 1024 * 1024;

const opening = (size: number, more = {}) => ({
  sizeBytes: size,
  isGrowing: false,
  name: 'a.bin',
  validator: '"v1"',
  hasRanges: false,
  isResumed: false,
  ...more,
});

/** Stores the next part; its bytes do not matter here. */
async function storePart(person: Uploader, run: { taskId: string; run: number }, part: number, size: number) {
  const place = { part, sizeBytes: 8 * MIB, totalBytes: size };
  const key = unwrap(await person.stub.fetchOpenPart(run, place));
  unwrap(await person.stub.fetchConfirmPart(run, place, key));
}

test('a run holds its lease while it waits for the head of an answer', async ({ person }) => {
  const run = await beginRun(person);
  let asked = 0;
  const call = async (): Promise<Response> => {
    asked += 1;
    const { due_ms: planned } = await fetchRow(person);
    await expect.poll(async () => (await fetchRow(person)).due_ms, { timeout: 15_000 }).toBeGreaterThan(planned);
    return new Response('gone', { status: 404 });
  };
  const deps = {
    ...person.deps,
    outgoing: { allowed: new Set<string>(), ports: new Set<string>(), call },
    places: makePlaces(person.deps.clock, () => 1),
    requireDiskSpace: (bytes: number) => diskSpaceOf(person.deps).require(bytes),
  };
  await runFetch(deps as never, person.caller.userId, run);
  const task = await rows<{ params: string }>(person, 'SELECT params FROM tasks');
  expect([asked, JSON.parse(task[0]?.params ?? '{}').error]).toEqual([1, 'not_found']);
});

test('a lease that ended is a failed try, and the last one ends the task', async ({ person }) => {
  const run = await beginRun(person);
  unwrap(await person.stub.fetchOpen(run, opening(20 * MIB)));
  for (let tries = 1; tries < 5; tries += 1) {
    await setFetch(person, `state = 'running', run = 100, due_ms = 1`);
    unwrap(await person.stub.fetchNext());
    const row = await fetchRow(person);
    expect([row.state, row.tries]).toEqual(['waiting', tries]);
    expect(await refusalOf(person.stub.fetchFail(run, { reason: 'slow', waitMs: null }).then(unwrap))).toBe(
      'aborted/fetch_run',
    );
  }
  await setFetch(person, `state = 'running', run = 100, due_ms = 1`);
  unwrap(await person.stub.fetchNext());
  expect((await fetchRow(person)).state).toBe('ended');
  const [task] = await rows<{ phase: string; params: string }>(person, 'SELECT phase, params FROM tasks');
  expect([task?.phase, JSON.parse(task?.params ?? '{}').error]).toEqual(['PHASE_TYPE_ERROR', 'stalled']);
  await runAlarm(person.stub);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

test('a run that begins anew counts as moved on only beyond the bytes there were before', async ({ person }) => {
  const run = await beginRun(person);
  const size = 40 * MIB;
  const seen: number[] = [];
  for (const parts of [2, 2, 1, 3]) {
    unwrap(await person.stub.fetchOpen(run, opening(size)));
    for (let part = 1; part <= parts; part += 1) await storePart(person, run, part, size);
    unwrap(await person.stub.fetchFail(run, { reason: 'incomplete', waitMs: null }));
    seen.push((await fetchRow(person)).tries);
    await setFetch(person, `state = 'running', run = 100, due_ms = ${Date.now() + 60_000}`);
  }
  expect(seen).toEqual([1, 2, 3, 1]);
});

test('a server that has every run begin anew ends the task after a bounded count of bytes', async ({ person }) => {
  const run = await beginRun(person);
  let runs = 0;
  for (; runs < 200 && (await fetchRow(person)).state !== 'ended'; runs += 1) {
    await setFetch(person, `state = 'running', run = 100, due_ms = ${Date.now() + 60_000}`);
    unwrap(await person.stub.fetchOpen(run, opening(16 * MIB, { hasRanges: true, validator: `"v${runs}"` })));
    await storePart(person, run, 1, 16 * MIB);
    unwrap(await person.stub.fetchMore(run));
  }
  // 5 x 16 MiB and 64 MiB more, in parts of 8 MiB.
  expect(runs).toBe(19);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

test('a file that changed is given up before the next try', async ({ person }) => {
  const run = await beginRun(person);
  unwrap(await person.stub.fetchOpen(run, opening(20 * MIB, { hasRanges: true })));
  await storePart(person, run, 1, 20 * MIB);
  unwrap(await person.stub.fetchFail(run, { reason: 'changed', waitMs: null }));
  const row = await fetchRow(person);
  expect([row.state, row.upload_id, row.done_bytes]).toEqual(['waiting', '', 0]);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

test('a part that is too large for the memory passes in pieces, and is stored whole', async ({ person }) => {
  const run = await beginRun(person);
  const bytes = bytesOf(9 * MIB + 5);
  const bodies: string[] = [];
  const blobs: BlobStore = {
    ...person.deps.blobs,
    put(key, body, ...more) {
      bodies.push(body instanceof ReadableStream ? 'stream' : `${body?.length} bytes`);
      return person.deps.blobs.put(key, body, ...more);
    },
  };
  const headers = { 'content-length': String(bytes.length), etag: '"v1"' };
  const call = async () => new Response(bytes, { headers });
  const deps = {
    ...person.deps,
    blobs,
    outgoing: { allowed: new Set<string>(), ports: new Set<string>(), call },
    places: makePlaces(person.deps.clock, () => 1),
    memoryBytes: MIB,
  };
  await runFetch(deps as never, person.caller.userId, run);
  expect(bodies).toEqual(['stream', 'stream']);
  const [task] = await rows<{ phase: string; file_id: string }>(person, 'SELECT phase, file_id FROM tasks');
  expect(task?.phase).toBe('PHASE_TYPE_COMPLETE');
  expect(digestOf(await read(person, task?.file_id ?? ''))).toBe(digestOf(bytes));
});

test('a part that passes in pieces and breaks off ends the run and stores nothing', async ({ person }) => {
  const run = await beginRun(person);
  const call = async () => {
    const { readable, writable } = new FixedLengthStream(9 * MIB);
    const writer = writable.getWriter();
    void writer
      .write(new Uint8Array(3 * MIB))
      .then(() => writer.abort(new Error('cut')))
      .catch(() => undefined);
    return new Response(readable);
  };
  const deps = {
    ...person.deps,
    outgoing: { allowed: new Set<string>(), ports: new Set<string>(), call },
    places: makePlaces(person.deps.clock, () => 1),
    memoryBytes: MIB,
  };
  await runFetch(deps as never, person.caller.userId, run);
  const [task] = await rows<{ params: string }>(person, 'SELECT params FROM tasks');
  expect(JSON.parse(task?.params ?? '{}').error).toBe('incomplete');
  expect(await rows(person, 'SELECT upload_id FROM upload_parts')).toEqual([]);
});

test('a run beyond the limit of its process waits, holds its lease, and begins when a place is free', async () => {
  const person = makeUploader();
  const run = await beginRun(person);
  const places = makePlaces(person.deps.clock, () => 1);
  const other = { driveName: 'other' };
  places.hold(other);
  const holding = setInterval(() => places.hold(other), 500);
  let calls = 0;
  const call = async () => {
    calls += 1;
    return new Response('gone', { status: 404 });
  };
  const deps = { ...person.deps, outgoing: { allowed: new Set<string>(), ports: new Set<string>(), call }, places };
  const { due_ms: leasedMs } = await fetchRow(person);
  await setFetch(person, `due_ms = ${leasedMs - 55_000}`);
  const { due_ms: beforeMs } = await fetchRow(person);
  const running = runFetch(deps as never, person.caller.userId, run);
  await expect.poll(async () => (await fetchRow(person)).due_ms, { timeout: 20_000 }).toBeGreaterThan(beforeMs);
  const [task] = await rows<{ phase: string }>(person, 'SELECT phase FROM tasks');
  expect([calls, task?.phase]).toEqual([0, 'PHASE_TYPE_PENDING']);
  clearInterval(holding);
  places.leave(other);
  await running;
  expect(calls).toBe(1);
});

test('the files of a large torrent are stored, and their bytes take a place in the line', async ({ person }) => {
  const run = await beginRun(person);
  await setFetch(person, `kind = 'magnet', stage = 'metadata'`);
  // More than 2 MB of names, the most that one value of the database may have.
  const path = (n: number) => ['\u044f'.repeat(120), '\u044f'.repeat(120), `${n}`];
  const files = Array.from({ length: 6_000 }, (_, at) => ({ index: at + 1, path: path(at), sizeBytes: 0 }));
  const found = { name: 'a', infoHash: 'h', files: [...files, { index: 6_001, path: ['b'], sizeBytes: 9 * MIB }] };
  await setFetch(person, `wanted = '[6001]'`);
  expect(unwrap(await person.stub.downloadFound(run, { ...found, isSingle: false }))).toBe('downloading');
  const [count] = await rows<{ n: number }>(person, 'SELECT count(*) AS n FROM fetch_files');
  expect(count?.n).toBe(6_001);
  unwrap(await person.stub.downloadSaving(run));
  const bytes = bytesOf(9 * MIB);
  let reads = 0;
  const downloader = {
    schemes: ['magnet'],
    remove: async () => undefined,
    async read(_id: string, _file: number, start: number, length: number) {
      reads += 1;
      return bytes.slice(start, start + length);
    },
  };
  const places = makePlaces(person.deps.clock, () => 1);
  const other = { driveName: 'other' };
  places.hold(other);
  const running = runDownload({ ...person.deps, downloader, places } as never, person.caller.userId, run);
  await expect.poll(() => places.isAwaited(other)).toBe(true);
  expect(reads).toBe(0);
  places.leave(other);
  await running;
  expect(reads).toBe(2);
  const [file] = await rows<{ file_id: string }>(person, 'SELECT file_id FROM fetch_files WHERE n = 6001');
  expect(digestOf(await read(person, file?.file_id ?? ''))).toBe(digestOf(bytes));
});

test('open windows get the progress of a fetch, and the revision stays', async ({ person }) => {
  const run = await beginRun(person);
  unwrap(await person.stub.fetchOpen(run, opening(20 * MIB)));
  const caller = callerData(person.caller);
  const headers = { upgrade: 'websocket', [LIVE_CALLER_HEADER]: JSON.stringify(caller) };
  const { webSocket } = await person.stub.fetch(new Request('https://drive/live', { headers }));
  const messages: unknown[] = [];
  webSocket?.accept();
  webSocket?.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))));
  const before = unwrap(await person.stub.revision(caller));
  unwrap(await person.stub.fetchBeat(run, { doneBytes: 5 * MIB, bytesPerSecond: 1_000 }));
  const progress = { id: run.taskId, progress: 25, doneBytes: 5 * MIB, bytesPerSecond: 1_000 };
  await expect.poll(() => messages).toContainEqual({ kind: 'drive#taskProgress', ...progress });
  expect(unwrap(await person.stub.revision(caller))).toBe(before);
  webSocket?.close();
});

test('an ftp download ends when it is larger than the space that is left', async ({ person }) => {
  const run = await beginRun(person);
  await setFetch(person, `kind = 'ftp', stage = 'downloading'`);
  const beat = { doneBytes: 0, totalBytes: 0, bytesPerSecond: 1, connections: 1 };
  expect(unwrap(await person.stub.downloadBeat(run, { ...beat, doneBytes: 900 * MIB }))).toMatchObject({
    isStalled: false,
  });
  const larger = person.stub.downloadBeat(run, { ...beat, doneBytes: 1_000 * MIB }).then(unwrap);
  expect(await refusalOf(larger)).toContain('file_space_not_enough');
});

test('a torrent whose files are to be chosen ends when its account is locked', async ({ person }) => {
  await beginRun(person);
  await setFetch(person, `kind = 'magnet', stage = 'choosing', state = 'choosing'`);
  unwrap(await person.stub.fetchEndAll());
  expect((await fetchRow(person)).state).toBe('ended');
});

test('a download under way outlives the time of old tasks, with the space that it reserved', async ({ person }) => {
  const run = await beginRun(person);
  await setFetch(person, `kind = 'magnet', stage = 'metadata'`);
  const files = [{ index: 1, path: ['a.bin'], sizeBytes: 5 }];
  unwrap(await person.stub.downloadFound(run, { name: 'a', infoHash: 'h', files, isSingle: true }));
  await runInDurableObject(person.stub, async (_object, state) => {
    state.storage.sql.exec('UPDATE tasks SET created_ms = 1');
    await state.storage.setAlarm(Date.now());
  });
  await runAlarm(person.stub);
  expect([(await fetchRow(person)).task_id, (await spaceOf(person)).reserved_bytes]).toEqual([run.taskId, 5]);
});
