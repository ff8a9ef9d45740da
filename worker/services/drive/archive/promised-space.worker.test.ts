/** The space of an extraction is promised as it begins, and given back as it ends. */
import { zipSync } from 'fflate';
import { expect } from 'vitest';
import { AppError, unwrap } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { untilEnded } from '#test/contract/until-ended.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { createFolder } from '../tree/change.ts';
import { personTest as it, makeUploader, refusalOf, rows, spaceOf, type Uploader } from '../upload/upload-fixture.ts';
import { extract, pack } from './start.ts';

/** Bytes of each of the two files in the archive. */
const FILE_BYTES = 300_000;
const TOTAL_BYTES = 2 * FILE_BYTES;

async function putArchive(person: Uploader): Promise<string> {
  const zip = zipSync({ 'a.bin': new Uint8Array(FILE_BYTES), 'b.bin': new Uint8Array(FILE_BYTES) });
  return (await person.put(zip, { name: 'two.zip' })).file?.id ?? '';
}

const start = (person: Uploader, fileId: string) =>
  extract(person.deps, person.caller, { fileId, password: '', entries: [], parentId: null }, person.call());

/** Begins two extractions at once. @returns the task that began, and the refusal of the other one */
async function startTwo(person: Uploader, fileId: string): Promise<{ taskId: string; refusal: string }> {
  const both = await Promise.allSettled([start(person, fileId), start(person, fileId)]);
  const begun = both.find((one) => one.status === 'fulfilled');
  const refused = both.find((one) => one.status === 'rejected');
  return {
    taskId: begun?.value.taskId ?? '',
    refusal: refused ? await refusalOf(Promise.reject(refused.reason as Error)) : 'none',
  };
}

it('of two extractions that together need more than the free space the second is refused', async () => {
  const person = makeUploader({ storageBytes: TOTAL_BYTES + FILE_BYTES });
  const { taskId, refusal } = await startTwo(person, await putArchive(person));
  expect(refusal).toBe('file_space_not_enough');
  expect((await untilEnded(person, taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

it('of two extractions that together pass the limit of one day the second is refused', async ({ person }) => {
  const today = new Date(person.call().nowMs).toISOString().slice(0, 10);
  const fileId = await putArchive(person);
  const made = 256 * 1024 ** 3 - TOTAL_BYTES - FILE_BYTES;
  await rows(
    person,
    `UPDATE space SET upload_day = '${today}', upload_day_bytes = client_day_bytes + ${made} RETURNING 1`,
  );
  const { taskId, refusal } = await startTwo(person, fileId);
  expect(refusal).toBe('resource_exhausted/archive_bytes_per_day');
  expect((await untilEnded(person, taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
});

it('the space of an extraction that is removed or ends is free again', async ({ person }) => {
  const fileId = await putArchive(person);
  const { stub: drive } = person;
  const removed = await start(person, fileId);
  unwrap(await drive.removeTasks(callerData(person.caller), [removed.taskId]));
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
  const { taskId } = await start(person, fileId);
  await rows(person, `UPDATE nodes SET state = 1 WHERE id = '${fileId}' RETURNING 1`);
  expect((await untilEnded(person, taskId)).phase).toMatch(/PHASE_TYPE_(ERROR|COMPLETE)/);
  expect((await spaceOf(person)).reserved_bytes).toBe(0);
});

it('an extraction or a zip file that does not fit on the disk of the server is refused before it begins', async () => {
  const person = makeUploader();
  const fileId = await putArchive(person);
  const folder = await createFolder(person.deps, person.caller, { parentId: ROOT_ID, name: 'f' }, person.call());
  const folderId = folder.file?.id ?? '';
  await person.put(new Uint8Array(TOTAL_BYTES), { name: 'a.bin', parentId: folderId });
  const requireDiskSpace = async (bytes: number) => {
    if (bytes >= TOTAL_BYTES) throw new AppError('storage_full');
  };
  const full = { ...person, deps: { ...person.deps, requireDiskSpace } };
  expect(await refusalOf(start(full, fileId))).toBe('storage_full');
  expect(await refusalOf(pack(full.deps, full.caller, { folderId, timeZone: 'UTC' }, full.call()))).toBe(
    'storage_full',
  );
  expect(await rows(person, "SELECT id FROM tasks WHERE type IN ('decompress', 'pack_files')")).toEqual([]);
});
