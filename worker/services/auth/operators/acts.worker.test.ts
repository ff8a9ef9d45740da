/** Acts of operators on an account that take days, or that the person answers. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import type { UserId } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { refresh } from '../session/refresh.ts';
import { errorOf, makeSettingsWorld, refusal, type SettingsWorld } from '../settings-fixture.ts';

let world: SettingsWorld;
beforeEach(async () => {
  world = await makeSettingsWorld();
});

async function demandReset(userId: UserId): Promise<void> {
  const act = { id: newHexId(), kind: 'reset', role: 'all' } as const;
  const prepared = await world.auth.prepareDeskAct(userId, act);
  const by = { id: 'olga', name: 'Olga', via: 'page' } as const;
  await world.auth.beginDeskAct(userId, prepared, { by, role: 'all', reason: 'test' });
}

/** Signed in, with its events. */
async function enter() {
  const who = await world.enter();
  const { userId } = who.caller;
  const received = await world.listen(userId);
  return { ...who, userId, received, listed: () => world.auth.listedPerson(userId) };
}

const signInError = async () => (await errorOf(world.signIn()))?.errorName;

it('a reset that an operator demands: ends every session and locks the account until the person proves the address and chooses another password', async () => {
  const { tokens, caller, userId, received, listed } = await enter();
  await demandReset(userId);
  expect(received.find(({ event }) => event === 'auth.sessions-ended')?.payload).toMatchObject({
    userId,
    familyId: null,
    minEpoch: 2,
    isLocked: true,
  });
  expect(world.letters.at(-1)).toMatchObject({ kind: 'account-reset', to: 'alice@example.com' });
  expect(await refusal(world.auth.profile(caller))).toBe('session_ended');
  const renewal = refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call());
  expect(await refusal(renewal)).toBe('session_ended');
  expect([await signInError(), (await listed())?.status]).toEqual(['cannot_unlock', 'FROZEN']);
  await world.reset('alice@example.com', 'another password');
  expect([await signInError(), (await listed())?.status]).toEqual(['invalid_account_or_password', 'ACTIVE']);
  await world.signIn({ password: 'another password' });
});

it('a reset that an operator demands is refused for an account that is blocked or being deleted, and where no letter reaches the person', async () => {
  const { userId } = await enter();
  await world.auth.blockPerson(userId, 'by a test');
  expect(await refusal(demandReset(userId))).toBe('not_active');
  await world.auth.unblockPerson(userId);
  await world.auth.deletePerson(userId);
  expect(await refusal(demandReset(userId))).toBe('not_active');
  await world.auth.keepPerson(userId);
  await runInDurableObject(world.accounts.getByName(userId), (_object, { storage }) => {
    storage.sql.exec("UPDATE account SET email = '', phone = ''");
  });
  expect(await refusal(demandReset(userId))).toBe('no_way_back');
});

async function beginDeletion() {
  const person = await enter();
  await world.auth.deletePerson(person.userId);
  const endsMs = (await person.listed())?.endsMs ?? 0;
  return { ...person, endsMs };
}

it('a deletion by an operator: ends every session at once, and erases the account after seven days and not before', async () => {
  const { caller, userId, received, listed, endsMs } = await beginDeletion();
  expect(Math.abs(endsMs - Date.now() - 7 * DAY_MS)).toBeLessThan(DAY_MS);
  expect(world.letters.at(-1)).toMatchObject({ kind: 'account-closing', to: 'alice@example.com' });
  expect(await refusal(world.auth.profile(caller))).toBe('session_ended');
  expect(await signInError()).toBe('account_freeze');
  await world.auth.deletePerson(userId);
  expect(await listed()).toMatchObject({ status: 'CLOSING', endsMs });
  await world.ringAt(userId, endsMs - 1);
  expect((await listed())?.status).toBe('CLOSING');
  await world.ringAt(userId, endsMs);
  await world.accounts.getByName(userId).deliverEnds();
  expect(await listed()).toBeNull();
  expect(received.filter(({ event }) => event === 'auth.account-closed').map(({ payload }) => payload)).toEqual([
    { userId },
  ]);
  expect(await signInError()).toBe('invalid_account_or_password');
});

it('a deletion by an operator is taken back by an operator while it runs: the same password signs in, and nothing is erased later', async () => {
  const { userId, listed, endsMs } = await beginDeletion();
  await world.auth.keepPerson(userId);
  expect(await listed()).toMatchObject({ status: 'ACTIVE', endsMs: 0 });
  expect(await refusal(world.auth.keepPerson(userId))).toBe('not_closing');
  await world.ringAt(userId, endsMs + DAY_MS);
  await world.signIn();
});

it('a deletion by an operator is not taken back on its day, and takes place although a block ends after it', async () => {
  const { userId, listed, endsMs } = await beginDeletion();
  await world.auth.blockPerson(userId, 'by a test');
  expect(await listed()).toMatchObject({ status: 'BLOCKED', held: 'CLOSING', endsMs });
  await world.ringAt(userId, endsMs - 1);
  await world.auth.unblockPerson(userId);
  expect(await listed()).toMatchObject({ status: 'CLOSING', held: '', endsMs });
  await runInDurableObject(world.accounts.getByName(userId), (object) => {
    Object.assign(object, { clock: { nowMs: () => endsMs } });
  });
  expect(await refusal(world.auth.keepPerson(userId))).toBe('not_closing');
  await world.ringAt(userId, endsMs);
  expect(await listed()).toBeNull();
});

it('a deletion by an operator: of a blocked person is taken back without ending the block', async () => {
  const { userId, listed } = await enter();
  await world.auth.blockPerson(userId, 'by a test');
  await world.auth.deletePerson(userId);
  await world.auth.keepPerson(userId);
  expect(await listed()).toMatchObject({ status: 'BLOCKED', held: 'ACTIVE', endsMs: 0 });
  expect(await signInError()).toBe('user_blocked');
});
