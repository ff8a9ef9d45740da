/** Folders that wait for their step of a large deletion: writes into them are neither lost nor unreported. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { DAY_MS, LIMIT_BYTES, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';
import { insertNode } from '../tree/tree.store.ts';
import { bytesOf, makeUploader } from '../upload/upload-fixture.ts';
import { AT_ONCE } from './batch-job.store.ts';

const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0, strayVersions: 0 };
/** Folders beyond those that leave the tree within the call. */
const WAITING = 12;

interface Inside {
  alarm(): Promise<void>;
  wakeAt(atMs: number): void;
}

/** Very many folders; the last ones hold a folder and a file each. */
async function makeFolders() {
  const uploader = makeUploader();
  const drive = makeDrive(uploader.caller.userId);
  unwrap(await drive.stub.space(drive.caller));
  const ids = await drive.inside((_, sql) =>
    Array.from({ length: AT_ONCE + WAITING }, (_, n) => {
      const id = newWireId();
      insertNode(sql, { id, parentId: '', isFile: false, name: `folder ${n}`, nowMs: 1_000 });
      return id;
    }),
  );
  const late: { id: string; innerId: string; fileId: string }[] = [];
  for (const id of ids.slice(-WAITING)) {
    const { file } = await uploader.put(bytesOf(9), { name: 'old.txt', parentId: asNodeId(id) });
    late.push({ id, innerId: await drive.folder('inner', id), fileId: file?.id ?? '' });
  }
  return { uploader, drive, ids, late };
}

/** Asks for the deletion of all and holds its steps back. */
async function removeAll(drive: TestDrive, ids: readonly string[]): Promise<string> {
  await drive.inside((object) => void Object.assign(object, { wakeAt: () => undefined } satisfies Partial<Inside>));
  return unwrap(await drive.stub.remove(drive.caller, { ids }, null));
}

/** Step after step, killed before each. @returns the drive as it is then, and what the task says was left out */
async function finishKilled(userId: string, taskId: string): Promise<{ drive: TestDrive; skipped: string[] }> {
  for (let steps = 0; ; steps += 1) {
    expect(steps).toBeLessThan(50);
    await abortAllDurableObjects();
    const drive = makeDrive(userId);
    const { job, phase, params } = await drive.task(taskId);
    if (job === null) {
      expect(phase).toBe('PHASE_TYPE_COMPLETE');
      return { drive, skipped: JSON.parse((JSON.parse(params) as { skipped?: string }).skipped ?? '[]') as string[] };
    }
    await drive.inside((object) => (object as unknown as Inside).alarm());
    expect(await drive.audit()).toMatchObject(CLEAN);
  }
}

test('a node written into a folder that waits for its step stays, with the folder, and the task reports it', async () => {
  const { uploader, drive, ids, late } = await makeFolders();
  const { stub, caller } = drive;
  const [made, deep, into, copied, put, sent, ended, renamed, over, back, untouched] = late.map(({ id }) =>
    asNodeId(id),
  );
  const fileIn = (folder = '') => late.find(({ id }) => id === folder)?.fileId ?? '';
  const [outside, mover] = [await drive.file('outside.txt'), await drive.file('mover.txt')];
  const begun = await uploader.beginOwn({ sizeBytes: 9, name: 'ended.txt', parentId: ended });
  unwrap(await stub.trash(caller, { ids: [fileIn(back)], trashTtlMs: DAY_MS }, null));

  const taskId = await removeAll(drive, ids);
  expect((await drive.list({ foldersOnly: true })).map(({ id }) => id)).toEqual(late.map(({ id }) => id));
  // The first ones are gone: there it is refused.
  const refused = await stub.createFolder(caller, { parentId: ids[0] ?? '', name: 'x' }, null);
  expect(refusalOf(refused)).toBe('file_not_found');

  const inDeep = late.find(({ id }) => id === deep)?.innerId ?? '';
  unwrap(await stub.createFolder(caller, { parentId: made ?? '', name: 'new' }, null));
  unwrap(await stub.createFolder(caller, { parentId: inDeep, name: 'new' }, null));
  unwrap(await stub.move(caller, { ids: [mover], to: into ?? '' }, null));
  unwrap(await stub.copy(caller, { ids: [outside], to: copied ?? '', limitBytes: LIMIT_BYTES }, null));
  await uploader.put(bytesOf(9), { name: 'put.txt', parentId: put });
  await uploader.upload(bytesOf(9), { name: 'sent.txt', parentId: sent });
  await uploader.parts(begun, bytesOf(9));
  await uploader.complete(begun.upload_id);
  unwrap(await stub.rename(caller, fileIn(renamed), 'new.txt', null));
  await uploader.put(bytesOf(9, 2), { name: 'old.txt', parentId: over, conflict: 'replace' });
  unwrap(await stub.untrash(caller, { ids: [fileIn(back)] }, null));

  const excluded = late.map(({ id }) => id).slice(0, 10);
  const { drive: after, skipped } = await finishKilled(drive.userId, taskId);
  expect(skipped.toSorted()).toEqual(excluded.toSorted());
  expect((await after.list({ foldersOnly: true })).map(({ id }) => id)).toEqual(excluded);
  expect(await after.names(made)).toEqual(['inner', 'new', 'old.txt']);
  expect(await after.names(inDeep)).toEqual(['new']);
  expect(await after.names(into)).toEqual(['inner', 'mover.txt', 'old.txt']);
  expect(await after.names(copied)).toEqual(['inner', 'old.txt', 'outside.txt']);
  expect(await after.names(put)).toEqual(['inner', 'old.txt', 'put.txt']);
  expect(await after.names(sent)).toEqual(['inner', 'old.txt', 'sent.txt']);
  expect(await after.names(ended)).toEqual(['inner', 'ended.txt', 'old.txt']);
  expect(await after.names(renamed)).toEqual(['inner', 'new.txt']);
  expect(await after.names(over)).toEqual(['inner', 'old.txt']);
  expect(await after.names(back)).toEqual(['inner', 'old.txt']);
  expect(refusalOf(await after.stub.createFolder(after.caller, { parentId: untouched ?? '', name: 'x' }, null))).toBe(
    'file_not_found',
  );
}, 60_000);

test('a folder that its step has taken takes nothing in any more, and a copy on its way there says so', async () => {
  const { drive: before, ids, late } = await makeFolders();
  const to = late[0]?.id ?? '';
  const outside = await before.file('outside.txt');
  const taskId = await removeAll(before, ids);
  const { drive, skipped } = await finishKilled(before.userId, taskId);
  const { stub, caller } = drive;
  expect(skipped).toEqual([]);
  expect(refusalOf(await stub.copy(caller, { ids: [outside], to, limitBytes: LIMIT_BYTES }, null))).toBe(
    'file_not_found',
  );
  expect(refusalOf(await stub.move(caller, { ids: [outside], to }, null))).toBe('file_not_found');
  expect(await drive.names()).toEqual(['outside.txt']);
}, 60_000);
