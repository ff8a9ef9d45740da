import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { AppError, unwrap } from '#shared/errors.ts';
import { asShareId } from '#shared/ids.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { makeShareParts } from './deps.ts';
import { onSessionsEnded, onShareClosed } from './events.ts';
import type { CreateShareInput } from './link/create.ts';
import { create } from './link/create.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import type { ShareBookObject } from './registry/share-book.object.ts';
import { shareTest as it, makeWorld, NOW_MS, objects, type World } from './share-fixture.ts';

async function listed(world: World, change: { ids?: string[]; limit?: number; pageToken?: string } = {}) {
  return list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [], ...change }, world.call());
}

function bookClock(world: World, nowMs: number): Promise<void> {
  return runInDurableObject(objects.shareRegistries.getByName(world.owner.userId), (registry: ShareBookObject) => {
    Object.assign(registry, { clock: { nowMs: () => nowMs } });
  });
}

function sweep(world: World): Promise<boolean> {
  return runAlarm(objects.shareRegistries.getByName(world.owner.userId));
}

it('creating a link answers an address without the passcode, and the list shows the passcode', async ({ world }) => {
  await bookClock(world, NOW_MS);
  const file = world.drive.add('a.txt');
  const made = await create(
    world.parts,
    world.owner,
    {
      fileIds: [file, file],
      passCodeRequired: false,
      customPassCode: 'Ab12',
      expirationDays: 7,
      restoreLimit: 3,
      title: '',
      shareTo: 'encryptedlink',
    },
    world.call(),
  );
  expect(made.passCode).toBe('Ab12');
  expect(made.shareUrl).toBe(`https://app.test/s/${made.shareId}`);
  expect(world.drive.watched.get(made.shareId)).toEqual([file]);
  const { data } = await listed(world);
  expect(data[0]).toMatchObject({
    share_id: made.shareId,
    share_url: made.shareUrl,
    share_status: 'OK',
    title: 'a.txt',
    pass_code: 'Ab12',
    share_to: 'encryptedlink',
    file_id: file,
    file_kind: 'drive#file',
    file_size: '10',
    restore_limit: '3',
    restore_count: '0',
    view_count: '0',
    expiration_days: '7',
    expiration_left: '7',
  });
  await runInDurableObject(
    objects.shareRegistries.getByName(world.owner.userId),
    (_registry: ShareBookObject, state) => {
      expect(JSON.stringify(state.storage.sql.exec('SELECT * FROM links').toArray())).not.toContain('Ab12');
    },
  );
  await runInDurableObject(objects.shares.getByName(made.shareId), (_share, state) => {
    expect(JSON.stringify(state.storage.sql.exec('SELECT * FROM share').toArray())).not.toContain('Ab12');
  });
});

it('creating a link with values out of bounds is refused and stores nothing', async ({ world }) => {
  const file = world.drive.add('a');
  const wrong = [
    { fileIds: [] },
    { expirationDays: 366 },
    { restoreLimit: 0 },
    { restoreLimit: 1.5 },
    { passCodeRequired: true, customPassCode: 'abc' },
    { passCodeRequired: true, customPassCode: 'ab cd' },
  ];
  for (const change of wrong)
    await expect(world.create([file], change)).rejects.toMatchObject({ errorName: 'invalid_argument' });
  await expect(world.create([file], { passCodeRequired: true, customPassCode: '!' })).rejects.toMatchObject({
    detail: { field: 'custom_pass_code' },
  });
  await expect(world.create(['Vnobody' as never])).rejects.toMatchObject({ errorName: 'file_not_found' });
  expect((await listed(world)).data).toEqual([]);
  expect(world.drive.watched.size).toBe(0);
});

it('a repeated create answers the first link and the first passcode', async ({ world }) => {
  const file = world.drive.add('a');
  const key = { idempotencyKey: newWireId() };
  const all = await Promise.all(Array.from({ length: 5 }, () => world.create([file], { passCodeRequired: true }, key)));
  expect(new Set(all.map((made) => `${made.shareId} ${made.passCode}`)).size).toBe(1);
  expect((await listed(world)).data).toHaveLength(1);
  await expect(world.create([file], {}, key)).rejects.toMatchObject({ errorName: 'invalid_argument' });
});

it('the idempotency key of a refused create can be used again', async ({ world }) => {
  const file = world.drive.add('a');
  const key = { idempotencyKey: newWireId() };
  const node = world.drive.node(file);
  world.drive.nodes.delete(file);
  await expect(world.create([file], {}, key)).rejects.toMatchObject({ errorName: 'file_not_found' });
  world.drive.nodes.set(file, node);
  expect((await world.open((await world.create([file], {}, key)).shareId)).share_status).toBe('OK');
});

const POINTS = ['describeForShare', 'watch', 'init', 'finish'] as const;

/** Makes a link in a process that dies at one point. */
async function crash(
  world: World,
  point: (typeof POINTS)[number],
  input: CreateShareInput,
  call: CallContext,
): Promise<void> {
  const die = (): never => {
    throw new Error('killed');
  };
  const without = <T extends object>(stub: T): T =>
    new Proxy(stub, { get: (target, name) => (name === point ? die : Reflect.get(target, name, target)) });
  const { drive, shares, shareRegistries } = world.deps;
  const dying = makeShareParts({
    ...world.deps,
    drive: without(drive),
    shares: { getByName: (name: string) => without(shares.getByName(name)) } as typeof shares,
    shareRegistries: {
      getByName: (name: string) => without(shareRegistries.getByName(name)),
    } as typeof shareRegistries,
  });
  await expect(create(dying, world.owner, input, call)).rejects.toThrow('killed');
}

function inputOf(world: World, passCodeRequired: boolean): CreateShareInput {
  return {
    fileIds: [world.drive.add('a')],
    passCodeRequired,
    customPassCode: '',
    expirationDays: -1,
    restoreLimit: -1,
    title: '',
    shareTo: '',
  };
}

it.each(POINTS)('a crash at %s while a link is made is finished by a repeated call', async (point) => {
  const world = makeWorld();
  const input = inputOf(world, true);
  const call = world.call({ idempotencyKey: newWireId() });
  await crash(world, point, input, call);
  expect((await listed(world)).data).toEqual([]);
  const made = await create(world.parts, world.owner, input, call);
  expect((await world.open(made.shareId, { passCode: made.passCode })).share_status).toBe('OK');
  expect((await listed(world)).data).toHaveLength(1);
});

it.each(POINTS)(
  'a crash at %s while a link is made is cleaned up after a minute: no link opens, no watch is left',
  async (point) => {
    const world = makeWorld();
    const input = inputOf(world, false);
    await crash(world, point, input, world.call());
    const registry = objects.shareRegistries.getByName(world.owner.userId);
    const pending = await runInDurableObject(registry, (_object, state) =>
      String(state.storage.sql.exec('SELECT share_id FROM links').one()['share_id']),
    );
    await bookClock(world, Date.now() + 61_000);
    await sweep(world);
    await onShareClosed(world.deps, {
      id: 'n',
      event: 'share.closed',
      source: world.owner.userId,
      payload: { ownerId: world.owner.userId, shareIds: [pending] },
    });
    expect(
      await runInDurableObject(registry, (_object, state) => state.storage.sql.exec('SELECT * FROM links').toArray()),
    ).toEqual([]);
    expect(world.drive.watched.size).toBe(0);
    expect((await world.open(pending)).share_status).toBe('DELETED');
    const late = await objects.shares.getByName(pending).init({
      shareId: pending,
      ownerId: world.owner.userId,
      rootIds: input.fileIds,
      customTitle: '',
      title: 'a',
      fileNum: 1,
      fileKind: 'drive#file',
      sizeBytes: 1,
      expiresAtMs: null,
      restoreLimit: null,
      salt: '',
      passHash: '',
    });
    expect(late).toMatchObject({ ok: false, error: { name: 'aborted' } });
    expect(
      await registry.finish(pending, { title: 'a', name: 'a', fileNum: 1, fileKind: 'drive#file', sizeBytes: 1 }),
    ).toMatchObject({ ok: false, error: { name: 'aborted' } });
  },
);

it("the owner's list is newest first and can be read page by page to its end", async ({ world }) => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    await bookClock(world, NOW_MS + Math.floor(i / 2));
    ids.push((await world.create([world.drive.add(`f${i}`)])).shareId);
  }
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await listed(world, { limit: 2, pageToken });
    seen.push(...page.data.map((row) => row.share_id));
    pageToken = page.next_page_token;
  } while (pageToken !== '');
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(seen[0]).toBe(ids[4]);
  expect(seen.slice(3).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  await expect(listed(world, { pageToken: 'x' })).rejects.toMatchObject({ errorName: 'invalid_argument' });
  expect((await listed(world, { ids: [ids[1] ?? '', newWireId()] })).data.map((row) => row.share_id)).toEqual([ids[1]]);
});

it('a cancelled link leaves the list and can no longer be opened', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const other = await world.create([world.drive.add('b')]);
  await remove(world.parts, world.owner, [shareId]);
  expect((await world.open(shareId)).share_status).toBe('DELETED');
  expect((await listed(world)).data.map((row) => row.share_id)).toEqual([other.shareId]);
  await remove(world.parts, world.owner, [shareId]);
  expect((await world.open(other.shareId)).share_status).toBe('OK');
});

it('removing links refuses the whole call when one belongs to another person', async () => {
  const [world, other] = [makeWorld(), makeWorld()];
  const mine = await world.create([world.drive.add('a')]);
  const theirs = await other.create([other.drive.add('b')]);
  for (const foreign of [theirs.shareId, asShareId(newWireId())]) {
    await expect(remove(world.parts, world.owner, [mine.shareId, foreign])).rejects.toMatchObject({
      errorName: 'not_found',
    });
  }
  expect((await world.open(mine.shareId)).share_status).toBe('OK');
  expect((await other.open(theirs.shareId)).share_status).toBe('OK');
  expect((await listed(world, { ids: [theirs.shareId] })).data).toEqual([]);
  expect(await objects.shares.getByName(theirs.shareId).cancel(world.owner.userId, theirs.shareId)).toMatchObject({
    ok: false,
  });
});

it("the owner's list is closed to tokens of ended sessions", async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const endSessions = (sessionId: string | null, minEpoch: number) =>
    onSessionsEnded(world.deps, {
      id: newWireId(),
      event: 'auth.sessions-ended',
      source: 'a',
      payload: { userId: world.owner.userId, familyId: sessionId, minEpoch, untilMs: Date.now() + 1e9 },
    });
  await endSessions('family', 0);
  await expect(listed(world)).rejects.toMatchObject({ errorName: 'unauthenticated' });
  await expect(remove(world.parts, world.owner, [shareId])).rejects.toBeInstanceOf(AppError);
  await expect(world.create([world.drive.add('b')])).rejects.toMatchObject({ errorName: 'unauthenticated' });
  const fresh = { ...world.owner, sessionId: 'next' };
  expect(
    unwrap(await objects.shareRegistries.getByName(world.owner.userId).ownById(callerData(fresh), [shareId])),
  ).toHaveLength(1);
  await endSessions(null, 2);
  await expect(list(world.parts, fresh, { limit: 0, pageToken: '', ids: [] }, world.call())).rejects.toMatchObject({
    errorName: 'unauthenticated',
  });
});
