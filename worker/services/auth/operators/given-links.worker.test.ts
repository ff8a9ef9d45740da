/** Links that operators gave are listed with their outcome until a month after their end. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { ensurePerson } from '../console/ensure-person.ts';
import type { GivenLink } from '../directory/given-links.store.ts';
import { digestOf, holderOf } from '../identifier/holder.ts';
import { GIVEN_LINKS_NAME } from '../keys.ts';
import { givenLinks, storeLink, withdrawLink } from './given-links.ts';
import { resetPurpose, VOUCHED_SIGN_UP } from './person-links.ts';

let world: TestWorld;
let email: string;
beforeEach(async () => {
  world = await makeWorld();
  world.time.nowMs = Date.now();
  email = `${newHexId(6)}@example.com`;
});

const passwordless = { email: '', phone: '', name: 'Dora', avatar: '', premium: false, password: '' };

async function give(more: Partial<GivenLink> = {}): Promise<string> {
  const id = newHexId();
  const by = { id: 'console', name: '', via: 'console' } as const;
  const link = {
    purpose: VOUCHED_SIGN_UP,
    digest: await digestOf(world.parts, email),
    userId: '',
    to: 'd***',
    ...more,
  };
  const untilMs = world.time.nowMs + 7 * DAY_MS;
  await storeLink(world.parts, { id, untilMs, url: '', ...link }, { by, reason: 'asked' });
  return id;
}

/** The outcome of a link; `waits` for one that opens its form, null for one that is not listed. */
async function outcomeOf(id: string) {
  const { links, past } = await givenLinks(world.parts, { before: Number.MAX_SAFE_INTEGER, limit: 50 });
  if (links.some((link) => link.id === id)) return 'waits';
  const found = past.find(({ link }) => link.id === id);
  return found ? { outcome: found.outcome, atMs: found.atMs, userId: found.userId } : null;
}

async function makePerson(): Promise<string> {
  await ensurePerson(world.parts, { email, name: 'Dora', password: 'correct horse' }, world.time.nowMs);
  return (await holderOf(world.parts, await digestOf(world.parts, email))) ?? '';
}

it('an invitation waits, and has its account and the time of it from then on, also after its end', async () => {
  const id = await give();
  expect(await outcomeOf(id)).toBe('waits');
  world.time.nowMs += DAY_MS;
  const used = { outcome: 'account_made', atMs: world.time.nowMs, userId: await makePerson() };
  expect(await outcomeOf(id)).toEqual(used);
  world.time.nowMs += 10 * DAY_MS;
  expect(await outcomeOf(id)).toEqual(used);
});

it('an invitation that ended has ended, although the address got an account later', async () => {
  const id = await give();
  const untilMs = world.time.nowMs + 7 * DAY_MS;
  world.time.nowMs = untilMs;
  expect(await outcomeOf(id)).toEqual({ outcome: 'ended', atMs: untilMs, userId: '' });
  await makePerson();
  expect(await outcomeOf(id)).toEqual({ outcome: 'ended', atMs: untilMs, userId: '' });
});

it('an invitation of an address that an older account took opens nothing', async () => {
  world.time.nowMs -= DAY_MS;
  await makePerson();
  world.time.nowMs += DAY_MS;
  expect(await outcomeOf(await give())).toEqual({ outcome: 'address_taken', atMs: 0, userId: '' });
});

it('a link that was withdrawn says when, also after its end', async () => {
  const id = await give();
  await withdrawLink(world.parts, id);
  world.time.nowMs += 8 * DAY_MS;
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'withdrawn', atMs: expect.any(Number) });
});

it('a link that was used before it was withdrawn says that it was used', async () => {
  const id = await give();
  const used = { outcome: 'account_made', atMs: world.time.nowMs, userId: await makePerson() };
  await runInDurableObject(world.directory.getByName(GIVEN_LINKS_NAME), (_object, { storage }) =>
    storage.sql.exec('UPDATE given_links SET withdrawn_ms = ? WHERE id = ?', world.time.nowMs + 5, id),
  );
  expect(await outcomeOf(id)).toEqual(used);
});

it('an account that cannot be read hides no other link, and its own can be withdrawn', async () => {
  const userId = newWireId();
  const [lost, other] = [await give({ userId, purpose: resetPurpose({ passwordMs: 5 }) }), await give()];
  const getByName = (name: string) => {
    if (name === userId) throw new Error('unreadable');
    return world.accounts.getByName(name);
  };
  const parts = { ...world.parts, accounts: { getByName } as unknown as typeof world.parts.accounts };
  const { links } = await givenLinks(parts, { before: Number.MAX_SAFE_INTEGER, limit: 50 });
  expect(links.map(({ id }) => id)).toEqual(expect.arrayContaining([lost, other]));
});

it('a link for a new password has the time of the password, or why it opens nothing', async () => {
  const userId = newWireId();
  const account = world.accounts.getByName(userId);
  const id = await give({ userId, purpose: resetPurpose({ passwordMs: 5 }) });
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'account_gone' });
  await account.create({ ...passwordless, createdMs: 5 });
  expect(await outcomeOf(id)).toBe('waits');
  await account.setRole('all');
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'is_operator' });
  const { nowMs } = world.time;
  await runInDurableObject(account, (_object, { storage }) =>
    storage.sql.exec('UPDATE account SET password_ms = ?', nowMs),
  );
  expect(await outcomeOf(id)).toEqual({ outcome: 'password_chosen', atMs: nowMs, userId });
});

it('a link leaves the list a month after its end', async () => {
  const id = await give();
  const registry = () => world.directory.getByName(GIVEN_LINKS_NAME);
  const ringAt = async (nowMs: number) => {
    await runInDurableObject(registry(), (object) => {
      Object.assign(object, { clock: { nowMs: () => nowMs } });
    });
    await runAlarm(registry());
  };
  const untilMs = world.time.nowMs + 7 * DAY_MS;
  await ringAt(untilMs + 29 * DAY_MS);
  world.time.nowMs = untilMs;
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'ended' });
  await ringAt(untilMs + 30 * DAY_MS);
  expect(await outcomeOf(id)).toBeNull();
});
