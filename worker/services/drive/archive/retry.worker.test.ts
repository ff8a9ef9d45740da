/** Tasks of archives that failed are tried again: the rest is done, nothing twice. */
import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import { ROOT_ID } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { createFolder } from '../tree/change.ts';
import { personTest as it, makeUploader, refusalOf, rows } from '../upload/upload-fixture.ts';
import { ARCHIVES } from './archives-fixture.ts';
import { retryArchive } from './retry.ts';
import type { ArchivePlace } from './rpc-types.ts';
import { extract } from './start.ts';

type Person = ReturnType<typeof makeUploader>;

const PLACE: ArchivePlace = { uploadId: '', next: 0, folderId: '', doneBytes: 0, totalBytes: 1 };
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

async function putArchive(person: Person, name: 'plain.zip' | 'lying.zip' = 'plain.zip'): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(ARCHIVES[name], 'base64'));
  return (await person.put(bytes, { name })).file?.id ?? '';
}

/** A task that ended for want of space, just now: an alarm deletes old ones. */
async function failedTask(person: Person, type: string, order: object, place = PLACE): Promise<string> {
  const id = newWireId();
  const { nowMs } = person.call();
  const job = JSON.stringify({ kind: 'archive', order, place, run: 3, tries: 1, untilMs: 0 }).replaceAll("'", "''");
  await rows(
    person,
    `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, params, ended_job, created_ms, updated_ms)
     VALUES ('${id}', '${type}', 'PHASE_TYPE_ERROR', 30, 'a', 'file_space_not_enough', '', 'a', 1,
       '{"error":"no_space","retry":"true"}', '${job}', ${nowMs}, ${nowMs}) RETURNING id`,
  );
  return id;
}

async function failedExtraction(person: Person, fileId: string, place = PLACE): Promise<string> {
  const [row] = await rows<{ key: string }>(person, `SELECT content_key AS key FROM nodes WHERE id = '${fileId}'`);
  const order = { do: 'extract', fileId, contentKey: row?.key, archiveName: 'plain.zip', secret: '', chosen: '' };
  const to = { parentId: '', folderName: 'plain', totalBytes: 10, storageLimitBytes: 1e9 };
  return failedTask(person, 'decompress', { ...order, ...to }, place);
}

async function taskOf(person: Person, taskId: string) {
  const sql = `SELECT phase, params, job, ended_job FROM tasks WHERE id = '${taskId}'`;
  const [row] = await rows<{ phase: string; params: string; job: string | null; ended_job: string | null }>(
    person,
    sql,
  );
  return row;
}

const ended = (person: Person, taskId: string) =>
  expect
    .poll(async () => (await taskOf(person, taskId))?.phase, { timeout: 20_000 })
    .toMatch(/PHASE_TYPE_(COMPLETE|ERROR)/);

const files = async (person: Person) =>
  (await rows<{ name: string }>(person, 'SELECT name FROM nodes WHERE state = 0 AND is_file = 1'))
    .map(({ name }) => name)
    .sort();

it('a task that fails keeps its job, and says that it may be tried again', async ({ person }) => {
  const fileId = await putArchive(person, 'lying.zip');
  const input = { fileId, password: '', entries: [], parentId: '' };
  const { taskId } = await extract(person.deps, person.caller, input, person.call());
  await ended(person, taskId);
  const task = await taskOf(person, taskId);
  expect(task).toMatchObject({ phase: 'PHASE_TYPE_ERROR', job: null });
  expect(JSON.parse(task?.params ?? '')).toMatchObject({ error: 'damaged', retry: 'true' });
  expect(JSON.parse(task?.ended_job ?? '')).toMatchObject({ kind: 'archive', order: { do: 'extract', fileId } });
});

it('an extraction that had no space is done by its next try, and nothing is kept beside it then', async () => {
  const person = makeUploader();
  const fileId = await putArchive(person);
  const taskId = await failedExtraction(person, fileId);
  await retryArchive(person.deps, person.caller, taskId);
  await ended(person, taskId);
  expect(await taskOf(person, taskId)).toEqual({
    phase: 'PHASE_TYPE_COMPLETE',
    params: '{}',
    job: null,
    ended_job: null,
  });
  expect(await files(person)).toEqual(['long.txt', 'note.txt', 'nothing.txt', 'plain.zip']);
  expect(await refusalOf(retryArchive(person.deps, person.caller, taskId))).toBe('failed_precondition/task_type');
});

it('a try goes on behind the last entry, and begins anew when the folder of the first one is gone', async () => {
  const person = makeUploader();
  const fileId = await putArchive(person);
  const { file } = await createFolder(person.deps, person.caller, { parentId: ROOT_ID, name: 'plain' }, person.call());
  const half = { ...PLACE, next: 99, folderId: file?.id ?? '' };
  const going = await failedExtraction(person, fileId, half);
  await retryArchive(person.deps, person.caller, going);
  await ended(person, going);
  expect(await files(person)).toEqual(['plain.zip']);
  const anew = await failedExtraction(person, fileId, { ...half, folderId: 'Vgone' });
  await retryArchive(person.deps, person.caller, anew);
  await ended(person, anew);
  expect(await files(person)).toEqual(['long.txt', 'note.txt', 'nothing.txt', 'plain.zip']);
});

it('an extraction whose archive is in the trash is refused, and stays as it was', async ({ person }) => {
  const fileId = await putArchive(person);
  const taskId = await failedExtraction(person, fileId);
  await rows(person, `UPDATE nodes SET state = 1 WHERE id = '${fileId}' RETURNING id`);
  const before = await taskOf(person, taskId);
  expect(await refusalOf(retryArchive(person.deps, person.caller, taskId))).toBe('file_not_found');
  expect(await taskOf(person, taskId)).toEqual(before);
});

it('a packing that failed packs the folder as it is now', async ({ person }) => {
  const { file } = await createFolder(person.deps, person.caller, { parentId: ROOT_ID, name: 'Trip' }, person.call());
  const folderId = file?.id ?? '';
  const order = { do: 'pack', ids: [folderId], name: 'Trip.zip', parentId: '', sizeBytes: 1, etag: 'old' };
  const taskId = await failedTask(person, 'pack_files', { ...order, storageLimitBytes: 1e9 });
  await person.put(bytesOf('one'), { name: 'one.txt', parentId: folderId });
  await retryArchive(person.deps, person.caller, taskId);
  await ended(person, taskId);
  expect((await taskOf(person, taskId))?.phase).toBe('PHASE_TYPE_COMPLETE');
  const [zip] = await rows<{ size: number }>(person, "SELECT size_bytes AS size FROM nodes WHERE name = 'Trip.zip'");
  expect(zip?.size).toBeGreaterThan(100);
});
