/** DELETE of a file, as compatible clients send it. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { send } from './send.ts';
import { beginUpload, freshName, makeFile, makePeople, ok, waitForTask } from './world.ts';

const world = await makePeople();

test('DELETE moves a file to the trash, and it can be restored', async () => {
  const { alice } = world;
  const id = await makeFile(alice);
  const { task_id } = await ok(driveContract.trashOne, { token: alice.token, params: { id } });
  expect((await waitForTask(alice, task_id)).type).toBe('trash');
  expect((await send(driveContract.detail, { token: alice.token, params: { id } })).status).toBe(400);
  await ok(driveContract.batchUntrash, { token: alice.token, body: { ids: [id] } });
  expect((await ok(driveContract.detail, { token: alice.token, params: { id } })).trashed).toBe(false);
});

test('DELETE gives up an unfinished upload, and answers a repeat with the first answer', async () => {
  const { alice } = world;
  const { fileId, session } = await beginUpload(alice);
  const ask = { token: alice.token, params: { id: fileId }, headers: { 'idempotency-key': freshName('key') } };
  const first = await ok(driveContract.trashOne, ask);
  await waitForTask(alice, first.task_id);
  expect(await ok(driveContract.trashOne, ask)).toEqual(first);
  const state = await send(driveContract.uploadState, { token: alice.token, params: { id: session.upload_id } });
  expect([state.status, (await state.json<{ phase?: string }>()).phase]).not.toEqual([200, 'PHASE_TYPE_PENDING']);
  expect((await send(driveContract.detail, { token: alice.token, params: { id: fileId } })).status).toBe(404);
});
