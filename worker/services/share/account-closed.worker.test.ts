/** A person's links and drive after the event that the account was closed, over real objects. */
import { runInDurableObject } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { asNodeId, asShareId, type NodeId } from '#shared/ids.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { directLinks, makeDirect } from './direct/direct-links.ts';
import { follow, following } from './follow/follow.ts';
import { create } from './link/create.ts';
import { list } from './link/list.ts';
import { setSender } from './link/sender.ts';
import { makeDriveWorld } from './real-drive-fixture.ts';
import { restore } from './save/restore.ts';
import { objects, peek } from './share-fixture.ts';

const { drive, parts, call, person, folder } = makeDriveWorld();

async function closeAccount({ userId }: Caller): Promise<number> {
  const { Events } = exports as unknown as { Events: { deliver: DeliverEvents } };
  const item = { id: newHexId(), event: 'auth.account-closed', source: userId, payload: { userId } };
  return (await Events.deliver([item])).length;
}

async function file(person: Caller, name: string, parentId: NodeId): Promise<void> {
  const input = { parentId, name, sizeBytes: 0, gcid: '', contentKey: '', protocol: 'own' as const, modifiedMs: null };
  await drive.beginUpload(person, input, call);
}

async function link(person: Caller, id: NodeId) {
  const rest = { customPassCode: '', expirationDays: -1, restoreLimit: -1, title: 'my own title', shareTo: '' };
  return asShareId((await create(parts, person, { fileIds: [id], passCodeRequired: false, ...rest }, call)).shareId);
}

const statusOf = async (shareId: Awaited<ReturnType<typeof link>>) =>
  (await peek(parts, { shareId, passCodeToken: '' }, call)).status;

/** Rows of tables of an object. */
function counts(stub: DurableObjectStub, tables: readonly string[]): Promise<number[]> {
  return runInDurableObject(stub, (_object, { storage }) =>
    tables.map((table) => storage.sql.exec(`SELECT 1 FROM ${table}`).toArray().length),
  );
}

async function emptied(person: Caller): Promise<void> {
  const stub = objects.drives.getByName(person.userId);
  for (let runs = 0; runs < 50; runs += 1) {
    await runAlarm(stub);
    const [nodes] = await counts(stub, ['nodes']);
    if (nodes === 0) return;
  }
  throw new Error('the drive never empties');
}

it('closing an account closes its links, removes their names, empties registry and drive, and leaves copies of others', async () => {
  const [alice, bob] = [person(), person()];
  const top = await folder(alice, 'private things');
  await file(alice, 'a.txt', top);
  const [first, second] = [await link(alice, top), await link(alice, top)];
  const saved = await restore(parts, bob, { shareId: first, passCodeToken: '', fileIds: [], parentId: null }, call);
  expect(saved.restore_status).toBe('RESTORE_COMPLETE');
  const registry = objects.shareRegistries.getByName(alice.userId);
  await runInDurableObject(registry, (_object, { storage }) => {
    storage.sql.exec("INSERT INTO mailed (mark, at_ms) VALUES ('mark', 1)");
  });

  expect(await closeAccount(alice)).toBe(1);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['DELETED', 'DELETED']);
  expect(await counts(registry, ['links', 'mailed', '_repeat', '_outbox'])).toEqual([0, 0, 0, 0]);
  const names = await runInDurableObject(objects.shares.getByName(first), (_object, { storage }) =>
    storage.sql.exec('SELECT title, custom_title, root_ids FROM share').one(),
  );
  expect(names).toEqual({ title: '', custom_title: '', root_ids: '[]' });

  await emptied(alice);
  const left = ['nodes', 'contents', 'reservations', 'tasks', 'job_items', 'watches'];
  expect(await counts(objects.drives.getByName(alice.userId), left)).toEqual([0, 0, 0, 0, 0, 0]);
  const inBobs = await drive.exportPage(bob, '');
  expect(inBobs.rows.map(({ path }) => path).toSorted()).toEqual([
    '/Pack From Shared',
    '/Pack From Shared/private things',
    '/Pack From Shared/private things/a.txt',
  ]);
});

it('closing an account ends its direct links and forgets their files', async () => {
  const alice = person();
  const top = await folder(alice, 'top');
  await file(alice, 'a.txt', top);
  const { rows } = await drive.exportPage(alice, '');
  const fileId = asNodeId(rows.find(({ path }) => path.endsWith('a.txt'))?.id ?? '');
  const { share_id: shareId } = await makeDirect(parts, alice, { fileId, hours: 0 }, call);
  const names = () =>
    runInDurableObject(objects.shares.getByName(shareId), (_object, { storage }) =>
      storage.sql.exec('SELECT title, root_ids FROM share').one(),
    );
  const { data } = await directLinks(parts, alice, { limit: 10, pageToken: '', fileId: '' });
  expect(data.map(({ link_status }) => link_status)).toEqual(['OK']);
  expect((await names())['root_ids']).toContain(fileId);
  expect(await closeAccount(alice)).toBe(1);
  await emptied(alice);
  expect(await counts(objects.shareRegistries.getByName(alice.userId), ['links', '_outbox'])).toEqual([0, 0]);
  expect(await counts(objects.drives.getByName(alice.userId), ['nodes', 'watches'])).toEqual([0, 0]);
  expect(await names()).toEqual({ title: '', root_ids: '[]' });
});

it('closing an account forgets what its person follows, which a new name for links keeps', async () => {
  const [alice, bob] = [person(), person()];
  const shareId = await link(alice, await folder(alice, 'followed'));
  await follow(parts, bob, { shareId, passCodeToken: '' }, call);
  await setSender(parts, bob, 'Bobby', call);
  expect((await following(parts, bob)).map((one) => one.shareId)).toEqual([shareId]);
  await closeAccount(bob);
  expect(await counts(objects.shareRegistries.getByName(bob.userId), ['follows', 'sender'])).toEqual([0, 0]);
});

it('closing an account three times, concurrently and later, is the same as once', async () => {
  const alice = person();
  const top = await folder(alice, 'top');
  const shareId = await link(alice, top);
  expect(await Promise.all([closeAccount(alice), closeAccount(alice)])).toEqual([1, 1]);
  await emptied(alice);
  expect(await closeAccount(alice)).toBe(1);
  expect(await statusOf(shareId)).toBe('DELETED');
  expect(await counts(objects.drives.getByName(alice.userId), ['nodes', 'tasks'])).toEqual([0, 0]);
});

it('closing an account closes registry and drive to tokens that have not expired', async () => {
  const alice = person();
  const top = await folder(alice, 'top');
  await link(alice, top);
  await closeAccount(alice);
  await expect(folder({ ...alice, epoch: 99 }, 'late')).rejects.toThrow('unauthenticated');
  await expect(list(parts, { ...alice, epoch: 99 }, { limit: 0, pageToken: '', ids: [] }, call)).rejects.toThrow(
    'unauthenticated',
  );
});

it('closing an account without drive and links creates no storage', async () => {
  expect(await closeAccount(person())).toBe(1);
});
