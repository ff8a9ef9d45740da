/** The name by which visitors of a person's links know that person: proposed, settled, chosen, masked, taken away. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { objectsOf } from '#worker/objects.ts';
import { resetSender, sender, setSender, settleSender } from './link/sender.ts';
import { env, shareTest as it, makeWorld, type World } from './share-fixture.ts';

const MASKED = { nickname: 'Al**e', chosen: false, decided: false, suggested: 'Alice' };

const read = (world: World) => sender(world.parts, world.owner, world.call());
const choose = (world: World, name: string) => setSender(world.parts, world.owner, name, world.call());
const settle = (world: World) => settleSender(world.parts, world.owner, world.call());

function withAuth(auth: Partial<World['parts']['auth']>): World {
  const world = makeWorld();
  return { ...world, parts: { ...world.parts, auth: { ...world.parts.auth, ...auth } } };
}

async function visitorsRead(world: World): Promise<string> {
  const { shareId } = await world.create([world.drive.add('file')]);
  return (await world.open(shareId)).user_info.nickname;
}

it('a link of a person who decided nothing is masked until the proposed name is settled, and a repeat changes nothing', async () => {
  const world = makeWorld();
  expect(await visitorsRead(world)).toBe('Al**e');
  expect(await read(world)).toEqual(MASKED);
  const settled = { nickname: 'Alice', chosen: true, decided: true, suggested: '' };
  expect(await settle(world)).toEqual(settled);
  expect(await settle(world)).toEqual(settled);
  expect(await visitorsRead(world)).toBe('Alice');
});

it('a chosen name, and the choice to stay masked, are not replaced by the proposed name', async () => {
  const named = makeWorld();
  await choose(named, 'Lady A');
  expect((await settle(named)).nickname).toBe('Lady A');
  const masked = makeWorld();
  expect(await choose(masked, '')).toEqual({ ...MASKED, decided: true });
  expect(await settle(masked)).toEqual({ ...MASKED, decided: true });
  expect(await visitorsRead(masked)).toBe('Al**e');
});

it('a name that was made from the mail address, and one that breaks a rule, are neither offered nor settled', async () => {
  for (const proposed of [
    { name: 'alice', isOfAddress: true },
    { name: '', isOfAddress: false },
  ]) {
    const world = withAuth({ proposedName: async () => proposed });
    expect(await settle(world)).toEqual({ ...MASKED, suggested: '' });
    expect(await read(world)).toEqual({ ...MASKED, suggested: '' });
  }
});

it('a name that an operator took away is masked, and neither it nor the name of the account is chosen again', async () => {
  const world = makeWorld();
  await choose(world, 'Your Bank');
  await resetSender(world.parts, world.owner.userId, 'Alice');
  await resetSender(world.parts, world.owner.userId, 'Alice');
  expect(await visitorsRead(world)).toBe('Al**e');
  expect(await read(world)).toEqual({ ...MASKED, decided: true, suggested: '' });
  for (const name of ['your bank', 'YOUR BÁNK', 'Alice'])
    await expect(choose(world, name)).rejects.toMatchObject({
      errorName: 'invalid_argument',
      detail: { reason: 'removed' },
    });
  expect((await choose(world, 'Anna')).nickname).toBe('Anna');
});

it('a person without links is masked by a reset all the same', async ({ world }) => {
  await resetSender(world.parts, world.owner.userId, 'Alice');
  expect(await settle(world)).toEqual({ ...MASKED, decided: true, suggested: '' });
});

it('a refused name leaves the one before', async () => {
  const world = withAuth({
    requirePublicName: async (typed) => {
      if (typed === 'Support') throw new AppError('invalid_argument', { reason: 'role', field: 'nickname' });
      return typed;
    },
  });
  await choose(world, 'Anna');
  await expect(choose(world, 'Support')).rejects.toThrow(AppError);
  expect((await read(world)).nickname).toBe('Anna');
});

it('a registry from before there were rules for names opens: a chosen name stays, and a person who chose none is asked', async () => {
  for (const nickname of ['Chosen before there were rules: more than 40 characters', '']) {
    const world = makeWorld();
    const stub = () => objectsOf(env).shareRegistries.getByName(world.owner.userId);
    await world.create([world.drive.add('file')]);
    await runInDurableObject(stub(), (_book, { storage }) => {
      storage.sql.exec('DROP TABLE removed_names');
      if (nickname !== '') storage.sql.exec('INSERT INTO sender (nickname) VALUES (?)', nickname);
      storage.sql.exec('DROP TABLE mailed');
      storage.sql.exec('ALTER TABLE links DROP COLUMN previews_hidden');
      storage.sql.exec('UPDATE _self SET version = version - 3');
    });
    await abortAllDurableObjects();
    expect(await stub().publicName()).toEqual({ nickname, isDecided: nickname !== '' });
    expect(await stub().resetSender('')).toEqual({ ok: true, value: null });
    expect(await stub().publicName()).toEqual({ nickname: '', isDecided: true });
  }
});
