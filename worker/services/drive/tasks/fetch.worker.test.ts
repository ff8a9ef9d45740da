/** Fetches by link against a server of others (scripts/test/origin-double.ts): whole files, limits, ends, removals. */
import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { TaskObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId } from '#shared/ids.ts';
import { waitFor } from '#test/contract/wait-for.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { onSessionsEnded } from '../events.ts';
import { createFetch, taskLimits } from '../fetch/create-fetch.ts';
import { task as readTask } from '../jobs/tasks.ts';
import {
  digestOf,
  makeUploader,
  read,
  refusalOf,
  rows,
  spaceOf,
  personTest as test,
  type Uploader,
} from '../upload/upload-fixture.ts';
import { deleteTasks } from './remove-tasks.ts';
import { resourceList } from './resources.ts';
import { retryTask } from './retry-task.ts';

const MIB = 1024 * 1024;
const ORIGIN = 'https://files.example';
/** A machine may have other work. */
const PATIENT = { timeout: 20_000 };

/** The bytes of the double. */
function originBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + 7 + (at >> 8)) & 255;
  return bytes;
}

async function fetchOf(person: Uploader, path: string, more: Partial<Parameters<typeof createFetch>[2]> = {}) {
  const input = { url: `${ORIGIN}${path}`, name: '', parentId: '' as NodeId, folderType: 'NORMAL', from: '', ...more };
  const { task } = await createFetch(person.deps, person.caller, input, person.call());
  return task?.id ?? '';
}

const taskOf = (person: Uploader, id: string) => readTask(person.deps, person.caller, asTaskId(id));

function ended(person: Uploader, id: string): Promise<TaskObject> {
  return waitFor(async () => {
    const task = await taskOf(person, id);
    return task.phase === 'PHASE_TYPE_COMPLETE' || task.phase === 'PHASE_TYPE_ERROR' ? task : null;
  }, 'the fetch never ends');
}

const fetched = async (person: Uploader, path: string, more = {}) => ended(person, await fetchOf(person, path, more));

/** Nothing is reserved or half stored. */
async function expectClean(person: Uploader): Promise<void> {
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
  expect(await rows(person, "SELECT id FROM nodes WHERE phase <> 'PHASE_TYPE_COMPLETE'")).toEqual([]);
  expect(await rows(person, "SELECT task_id FROM fetches WHERE state <> 'ended'")).toEqual([]);
  expect(await rows(person, 'SELECT upload_id FROM upload_parts')).toEqual([]);
}

test.each([
  ['of no bytes', '/file/0', 0],
  ['of one part', '/file/9', 9],
  ['of several parts', `/file/${20 * MIB + 5}`, 20 * MIB + 5],
  ['of unknown length in one part', '/chunked/1000', 1_000],
  ['of unknown length in several parts', `/chunked/${17 * MIB}`, 17 * MIB],
  ['of unknown length that ends with a part', `/chunked/${16 * MIB}`, 16 * MIB],
  ['behind redirects', '/to?/file/12', 12],
])('a file %s is fetched whole', async (_what, path, size) => {
  const person = makeUploader();
  const task = await fetched(person, path);
  expect([task.phase, task.message, task.file_size, task.progress]).toEqual([
    'PHASE_TYPE_COMPLETE',
    'Completed',
    String(size),
    100,
  ]);
  expect(digestOf(await read(person, task.file_id))).toBe(digestOf(originBytes(size)));
  expect((await spaceOf(person)).usage_bytes).toBe(size);
  await expectClean(person);
});

test('a fetched file has the name of the server or the chosen one, in the chosen folder or in that of fetched files', async () => {
  const person = makeUploader();
  const named = await fetched(person, '/named');
  const chosen = await fetched(person, '/named', { name: 'mine.txt', folderType: '' });
  expect([named.file_name, chosen.file_name]).toEqual(['naïve.txt', 'mine.txt']);
  const [folder] = await rows<{ name: string; folder_type: string }>(
    person,
    `SELECT name, folder_type FROM nodes WHERE id = (SELECT parent_id FROM nodes WHERE id = '${chosen.file_id}')`,
  );
  expect(folder).toEqual({ name: 'My Pack', folder_type: 'DOWNLOAD' });
});

test.each([
  ['is missing', '/missing.bin', 'not_found'],
  ['redirects to a forbidden address', '/to?http://127.0.0.1/', 'forbidden'],
  ['redirects in a circle', '/to?/to', 'redirects'],
  ['does not fit', `/file/${3 * MIB}`, 'file_space_not_enough'],
  ['grows until it does not fit', `/chunked/${30 * MIB}`, 'file_space_not_enough'],
])('the fetch of a file that %s ends with its reason and leaves nothing', async (_what, path, reason) => {
  const person = makeUploader({ storageBytes: path.includes('chunked') ? 17 * MIB : 2 * MIB });
  const task = await fetched(person, path);
  expect([task.phase, task.params['error']]).toEqual(['PHASE_TYPE_ERROR', reason]);
  await expectClean(person);
});

test('a server that fails is tried again later, and its task says why', async ({ person }) => {
  const id = await fetchOf(person, '/down');
  await expect.poll(async () => (await taskOf(person, id)).params['error'], PATIENT).toBe('server_error');
  expect((await taskOf(person, id)).phase).toBe('PHASE_TYPE_PENDING');
  const [row] = await rows<{ tries: number; due: number }>(
    person,
    'SELECT tries, due_ms - created_ms AS due FROM fetches',
  );
  expect(row?.tries).toBe(1);
  expect(row?.due).toBeGreaterThan(1_000);
  await deleteTasks(person.deps, person.caller, { ids: [id], withFiles: false }, person.call());
  expect(await rows(person, 'SELECT task_id FROM fetches')).toEqual([]);
  await expectClean(person);
});

test('calls of a run that has been replaced are refused', async ({ person }) => {
  const { id } = await fetched(person, '/file/9');
  const run = { taskId: id, run: 1 };
  expect(await refusalOf(person.stub.fetchPlan(run).then(unwrap))).toBe('aborted/fetch_run');
  expect(await refusalOf(person.stub.fetchSeal(run).then(unwrap))).toBe('aborted/fetch_run');
});

test('a fetch continues by range and validator after its first part, in a new run', async ({ person }) => {
  const size = 18 * MIB + 1;
  const bytes = originBytes(size);
  const limits = { tasksPerDay: 9, openTasks: 9, runningTasks: 1 };
  // Begun without the alarm: the test is the first run.
  const begun = unwrap(
    await person.stub.fetchBegin(
      callerData(person.caller),
      {
        kind: 'http',
        wanted: '',
        url: `${ORIGIN}/file/${size}`,
        parentId: '',
        name: '',
        storageLimitBytes: 99 * MIB,
        limits,
        params: {},
      },
      null,
    ),
  );
  const first = { taskId: begun.id, run: 7 };
  await runInDurableObject(person.stub, async (_object, state) => {
    await state.storage.deleteAlarm();
    const due = Date.now() + 60_000;
    state.storage.sql.exec(
      "UPDATE fetches SET state = 'running', run = 7, due_ms = ? WHERE task_id = ?",
      due,
      begun.id,
    );
  });
  const opening = {
    sizeBytes: size,
    isGrowing: false,
    name: 'a.bin',
    validator: '"v1"',
    hasRanges: true,
    isResumed: false,
  };
  const session = unwrap(await person.stub.fetchOpen(first, opening));
  const part = { part: 1, sizeBytes: session.partBytes, totalBytes: size };
  const key = unwrap(await person.stub.fetchOpenPart(first, part));
  await person.deps.blobs.put(key, bytes.slice(0, session.partBytes), session.partBytes);
  unwrap(await person.stub.fetchConfirmPart(first, part, key));
  const [before] = await rows<{ object_key: string }>(person, 'SELECT object_key FROM upload_parts');
  unwrap(await person.stub.fetchMore(first));
  const task = await ended(person, begun.id);
  expect([task.phase, task.file_size]).toEqual(['PHASE_TYPE_COMPLETE', String(size)]);
  expect(digestOf(await read(person, task.file_id))).toBe(digestOf(bytes));
  const [content] = await rows<{ manifest: string }>(person, 'SELECT manifest FROM contents');
  // The part of the first run is one of the file: it was not fetched again.
  expect(content?.manifest).toContain(before?.object_key);
});

test('a fetch that is tried again counts as one of the day', async ({ person }) => {
  const task = await fetched(person, '/missing.bin');
  await retryTask(person.deps, person.caller, { id: asTaskId(task.id), createType: 'RETRY' });
  const again = await ended(person, task.id);
  expect(again.params['error']).toBe('not_found');
  const [row] = await rows<{ run: number }>(person, 'SELECT run FROM fetches');
  expect(row?.run).toBe(2);
  expect((await taskLimits(person.deps, person.caller)).today).toBe(2);
});

test('fetches outlive a sign-out everywhere, and end with the account', async ({ person }) => {
  const id = await fetchOf(person, '/down');
  const end = (isLocked: boolean) =>
    onSessionsEnded(person.deps, {
      id: 'event',
      event: 'auth.sessions-ended',
      source: person.caller.userId,
      payload: { userId: person.caller.userId, familyId: null, minEpoch: 0, untilMs: 0, isLocked },
    });
  await end(false);
  expect((await taskOf(person, id)).phase).not.toBe('PHASE_TYPE_ERROR');
  await end(true);
  const task = await taskOf(person, id);
  expect([task.phase, task.params['error']]).toEqual(['PHASE_TYPE_ERROR', 'cancelled']);
  await expectClean(person);
});

test('a signed link shows neither its query nor what it signs, and is tried again with it', async ({ person }) => {
  const id = await fetchOf(person, '/missing.bin?signature=secret#part');
  const task = await ended(person, id);
  expect([task.name, task.params['url']]).toEqual(['missing.bin', `${ORIGIN}/missing.bin`]);
  expect(JSON.stringify(task)).not.toContain('secret');
  const [row] = await rows<{ url: string }>(person, 'SELECT url FROM fetches');
  expect(row?.url).toBe(`${ORIGIN}/missing.bin?signature=secret`);
});

test('a link is too long by the form that is sent', async ({ person }) => {
  // 3,000 letters are 18,000 characters when they are sent.
  expect(await refusalOf(fetchOf(person, `/${'ü'.repeat(3_000)}`))).toBe('task_url_resolve_error/too_long');
});

test('a removed task takes its half of a file with it, and on demand the whole file into the trash', async () => {
  const person = makeUploader();
  const task = await fetched(person, '/file/10');
  await deleteTasks(person.deps, person.caller, { ids: [task.id], withFiles: true }, person.call());
  expect(await rows(person, `SELECT state FROM nodes WHERE id = '${task.file_id}'`)).toEqual([{ state: 1 }]);
  expect(await refusalOf(taskOf(person, task.id))).toBe('not_found/task_not_found');
  const retained = await fetched(person, '/file/11');
  await deleteTasks(person.deps, person.caller, { ids: [retained.id], withFiles: false }, person.call());
  expect(await rows(person, `SELECT state FROM nodes WHERE id = '${retained.file_id}'`)).toEqual([{ state: 0 }]);
});

test('a deleted unfinished file ends its fetch', async ({ person }) => {
  const id = await fetchOf(person, `/file/${60 * MIB}`);
  await expect.poll(async () => (await taskOf(person, id)).file_id, PATIENT).not.toBe('');
  const { file_id: fileId } = await taskOf(person, id);
  const removed = await person.stub.remove(callerData(person.caller), { ids: [fileId] }, null);
  if (removed.ok) {
    const task = await ended(person, id);
    expect(['PHASE_TYPE_ERROR', 'PHASE_TYPE_COMPLETE']).toContain(task.phase);
  }
  await expect.poll(async () => (await spaceOf(person)).reserved_bytes, PATIENT).toBe(0);
});

test('addresses are looked at before they are fetched', async ({ person }) => {
  const urls = [
    `${ORIGIN}/file/77`,
    `${ORIGIN}/chunked/5`,
    `${ORIGIN}/missing.bin`,
    'magnet:?xt=x',
    'http://10.0.0.1/',
  ];
  const found = await resourceList(person.deps, person.caller, urls);
  expect(found.map(({ name, file_size, meta }) => [name, file_size, meta.status, meta.error])).toEqual([
    ['77', '77', 'OK', ''],
    ['5.txt', '0', 'UNKNOWN', ''],
    ['', '0', 'ERROR', 'not_found'],
    ['', '0', 'ERROR', 'no_downloader'],
    ['', '0', 'ERROR', 'task_url_unsupported'],
  ]);
});

test('a fetch counts the bytes it brought as offline traffic, and ends with a reason when the plan has none left', async () => {
  const person = makeUploader({ free: { trafficBytes: { offline: 2_500, upload: 0, download: null } } });
  expect((await fetched(person, '/file/1000')).phase).toBe('PHASE_TYPE_COMPLETE');
  expect((await fetched(person, '/chunked/1000')).phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await rows(person, 'SELECT traffic, bytes FROM traffic_days')).toEqual([{ traffic: 'offline', bytes: 2_000 }]);
  const refused = await fetched(person, '/file/1001');
  expect([refused.phase, refused.params['error']]).toEqual(['PHASE_TYPE_ERROR', 'traffic_not_enough']);
  expect(await rows(person, 'SELECT client_day_bytes AS bytes FROM space')).toEqual([{ bytes: 0 }]);
  await expectClean(person);
});

test('a fetch of a file above the size of the plan is refused', async () => {
  const person = makeUploader({ free: { fileBytes: 999 } });
  expect((await fetched(person, '/file/1000')).params['error']).toBe('file_too_large');
  expect((await fetched(person, '/chunked/1000')).params['error']).toBe('file_too_large');
  expect((await fetched(person, '/file/999')).phase).toBe('PHASE_TYPE_COMPLETE');
});
