/** Counted saves whose call never returned, as after a crash between the link and the drive. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { HOUR_MS } from '#shared/units.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { create } from './link/create.ts';
import { makeDriveWorld } from './real-drive-fixture.ts';
import { restore } from './save/restore.ts';
import { objects } from './share-fixture.ts';

const { parts, call, person: makePerson, folder } = makeDriveWorld();

async function makeLink(restoreLimit: number) {
  const owner = makePerson();
  const input = { passCodeRequired: false, customPassCode: '', expirationDays: -1, title: '', shareTo: 'publiclink' };
  const fileIds = [await folder(owner, 'shown')];
  return (await create(parts, owner, { ...input, fileIds, restoreLimit }, call)).shareId;
}

/** Lets the time of open claims pass, and the link ask about them. */
async function letTimePass(shareId: string): Promise<void> {
  const stub = objects.shares.getByName(shareId);
  await runInDurableObject(stub, (_instance, state) => {
    state.storage.sql.exec('UPDATE claims SET at_ms = at_ms - ?', HOUR_MS);
  });
  await runAlarm(stub);
  await expect
    .poll(async () => {
      await runAlarm(stub);
      return runInDurableObject(stub, (_instance, { storage }) => [
        storage.sql.exec('SELECT 1 FROM _outbox').toArray().length,
        storage.sql.exec('SELECT 1 FROM claims WHERE used = 0 OR advance > 0').toArray().length,
      ]);
    })
    .toEqual([0, 0]);
}

function countOf(shareId: string): Promise<number> {
  return runInDurableObject(objects.shares.getByName(shareId), (_instance, { storage }) =>
    Number(storage.sql.exec('SELECT restore_count AS n FROM share').one()['n']),
  );
}

it('an abandoned claim is undone when the drive has no restore of its request', async () => {
  const shareId = await makeLink(1);
  const stub = objects.shares.getByName(shareId);
  await stub.claimRestore({ requestKey: 'lost', recipientId: makePerson().userId, passVersion: null });
  expect(await countOf(shareId)).toBe(1);
  await letTimePass(shareId);
  expect(await countOf(shareId)).toBe(0);
  const saved = await restore(parts, makePerson(), { shareId, passCodeToken: '', fileIds: [], parentId: null }, call);
  expect(saved.share_status).toBe('OK');
});

it('an abandoned claim stays counted once when the drive made the restore, however often its call had tried', async () => {
  const shareId = await makeLink(5);
  const person = makePerson();
  const save = () => restore(parts, person, { shareId, passCodeToken: '', fileIds: [], parentId: null }, call);
  const { restore_task_id: taskId } = await save();
  const stub = objects.shares.getByName(shareId);
  await runInDurableObject(stub, (_instance, { storage }) => {
    storage.sql.exec("UPDATE claims SET used = 0, holders = 2, task_id = ''");
  });
  await letTimePass(shareId);
  expect(await countOf(shareId)).toBe(1);
  const claim = await runInDurableObject(stub, (_instance, { storage }) =>
    storage.sql.exec('SELECT used, holders, task_id FROM claims').one(),
  );
  expect(claim).toEqual({ used: 1, holders: 0, task_id: taskId });
});

it('an abandoned claim that counted an earlier restore again is undone', async () => {
  const shareId = await makeLink(5);
  const person = makePerson();
  await restore(parts, person, { shareId, passCodeToken: '', fileIds: [], parentId: null }, call);
  const stub = objects.shares.getByName(shareId);
  const requestKey = await runInDurableObject(stub, (_instance, { storage }) =>
    String(storage.sql.exec('SELECT request_key FROM claims').one()['request_key']),
  );
  await stub.claimRestore({ requestKey, recipientId: person.userId, passVersion: null });
  expect(await countOf(shareId)).toBe(2);
  await letTimePass(shareId);
  expect(await countOf(shareId)).toBe(1);
});

it('a claim is left alone while its call may still return', async () => {
  const shareId = await makeLink(1);
  const stub = objects.shares.getByName(shareId);
  await stub.claimRestore({ requestKey: 'young', recipientId: makePerson().userId, passVersion: null });
  await runAlarm(stub);
  expect(await countOf(shareId)).toBe(1);
});
