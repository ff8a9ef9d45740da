/** Storing the parts of a download. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { makeUploader, rows } from '../upload/upload-fixture.ts';

test('a stored part moves the task on by the sum that the task holds, and reads no other file of the torrent', async () => {
  const person = makeUploader();
  const order = { kind: 'magnet' as const, wanted: '', url: 'magnet:?xt=1', parentId: '', name: '', params: {} };
  const limits = { tasksPerDay: 9, openTasks: 9, runningTasks: 1 };
  const { id } = unwrap(
    await person.stub.fetchBegin(callerData(person.caller), { ...order, storageLimitBytes: 999 * MIB, limits }, null),
  );
  const untilMs = Date.now() + 60_000;
  await runInDurableObject(person.stub, async (_object, state) => {
    await state.storage.deleteAlarm();
    state.storage.sql.exec(`UPDATE fetches SET state = 'running', run = 100, due_ms = ${untilMs}`);
  });
  const run = { taskId: id, run: 100 };
  const files = [1, 2, 3, 4].map((index) => ({ index, path: [`${index}.bin`], sizeBytes: 5 * MIB }));
  unwrap(await person.stub.downloadFound(run, { name: 'Trip', infoHash: 'ab', files, isSingle: false }));
  unwrap(await person.stub.downloadSaving(run));
  const file = unwrap(await person.stub.downloadNextFile(run));
  expect(file).toMatchObject({ index: 1, sizeBytes: 5 * MIB, nextPart: 1 });
  const part = { part: 1, sizeBytes: Math.min(file?.partBytes ?? 0, 5 * MIB) };
  const key = unwrap(await person.stub.downloadOpenPart(run, part));
  await rows(person, 'DELETE FROM fetch_files WHERE n > 1 RETURNING n');
  unwrap(await person.stub.downloadConfirmPart(run, part, key));
  const [task] = await rows<{ progress: number; file_size: number }>(person, 'SELECT progress, file_size FROM tasks');
  expect(task).toEqual({ progress: Math.floor((part.sizeBytes * 100) / (20 * MIB)), file_size: 20 * MIB });
});
