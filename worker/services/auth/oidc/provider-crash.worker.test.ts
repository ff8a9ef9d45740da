/** A process ends between two steps of a sign-in by a provider: the person begins anew at once, and no half account stays. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { closingDigests, saveClosingDigests } from '../core/account.store.ts';
import { allClaims } from '../core/claim.store.ts';
import { refusalOf } from '../factor/factor-fixture.ts';
import { insertPasskey } from '../factor/store.ts';
import { digestOf, holderOf } from '../identifier/holder.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { CLAIM_LIFETIME_MS } from '../keys.ts';
import { claimSubject, newLink, subjectDigest } from './finish-flow.ts';
import {
  type DoublePerson,
  ISSUER,
  makeProviderDouble,
  makeVisits,
  PASSKEY,
  type ProviderDouble,
  partsEndingBefore,
} from './provider-fixture.ts';

let provider: ProviderDouble;
let world: TestWorld;
let person: DoublePerson;

beforeEach(async () => {
  provider = await makeProviderDouble(() => world.time.nowMs);
  world = await makeWorld({}, {}, { signInProviders: provider.signInProviders });
  person = { sub: newHexId(8), email: `${newHexId(6)}@example.com`, email_verified: true, name: 'Dora' };
});

const browser = () => makeVisits(world, provider);
const visit = (who: DoublePerson = person) => browser().visit(who);
const alice = async () => world.bearer((await world.signIn({ clientId: 'web' })).tokens.access_token);

async function offered(who: DoublePerson = person): Promise<string> {
  const end = await visit(who);
  if (end.kind !== 'new') throw new Error(end.kind);
  return end.accountToken;
}

/** The process ends before this step of making the account. @returns the offer */
async function endBefore(step: string): Promise<string> {
  const offer = await offered();
  await expect(browser().create(offer, partsEndingBefore(step, world))).rejects.toThrow('ended');
  return offer;
}

const create = async (offer: string): Promise<Caller> =>
  world.bearer((await browser().create(offer)).tokens.access_token);

async function signedIn(): Promise<Caller> {
  const end = await visit();
  if (end.kind !== 'signed-in') throw new Error(end.kind);
  return world.bearer(end.signedIn.tokens.access_token);
}

describe.each(['makeLinkedAccount', 'claim', 'openLinkedAccount'])(
  'an account whose making ended before %s',
  (step) => {
    it('is finished by the same form, once', async () => {
      const offer = await endBefore(step);
      const caller = await create(offer);
      expect((await signedIn()).userId).toBe(caller.userId);
      expect(await refusalOf(browser().create(offer))).toMatchObject({ reason: 'provider_over' });
    });

    it('is offered again to its person, who begins anew at once', async () => {
      await endBefore(step);
      const caller = await create(await offered());
      expect(await world.auth.profile(caller)).toMatchObject({ name: 'Dora' });
      expect((await signedIn()).userId).toBe(caller.userId);
    });

    it('is offered under an address that has changed at the provider since', async () => {
      await endBefore(step);
      person = { ...person, email: `${newHexId(6)}@example.com` };
      await expect.poll(async () => (await visit()).kind).toBe('new');
      const caller = await create(await offered());
      expect((await signedIn()).userId).toBe(caller.userId);
    });
  },
);

describe.each(['claim', 'openLinkedAccount'])('a half-made account whose making ended before %s', (step) => {
  const holder = async () => holderOf(world.parts, await digestOf(world.parts, person.email ?? ''));

  async function ringAfter(userId: string, ms: number): Promise<void> {
    const account = world.accounts.getByName(userId);
    await runInDurableObject(account, (object) => {
      Object.assign(object, { clock: { nowMs: () => Date.now() + ms } });
    });
    await runAlarm(account);
  }

  it('is erased when its person does not come back, and its address is free', async () => {
    const offer = await endBefore(step);
    const userId = (await holder()) ?? '';
    await ringAfter(userId, CLAIM_LIFETIME_MS - 1_000);
    expect(await world.accounts.getByName(userId).person()).toMatchObject({ value: { email: person.email } });
    await ringAfter(userId, CLAIM_LIFETIME_MS + 1_000);
    expect(await world.accounts.getByName(userId).person()).toMatchObject({ value: null });
    // The next alarm delivers that its identifiers are free.
    await ringAfter(userId, CLAIM_LIFETIME_MS + 60_000);
    await expect.poll(holder).toBeNull();
    expect((await create(offer)).userId).not.toBe(userId);
  });

  it('is offered to no other person of the provider', async () => {
    await endBefore(step);
    expect(await refusalOf(visit({ ...person, sub: newHexId(8) }))).toMatchObject({ reason: 'provider_exists' });
    expect((await visit()).kind).toBe('new');
  });

  const proof = () => ({
    token: { id: newHexId(), untilMs: Date.now() + 60_000 },
    subject: normaliseIdentifier(person.email ?? ''),
    nowMs: Date.now(),
  });
  const openByCode = async (userId: string): Promise<void> => {
    const ask = { ...proof(), clientId: 'web', deviceId: newHexId() };
    expect(await world.accounts.getByName(userId).signInVerified(ask)).toMatchObject({ ok: true });
  };
  const inside = (userId: string, work: (sql: SqlStorage) => void) =>
    runInDurableObject(world.accounts.getByName(userId), (_object, { storage }) => work(storage.sql));
  const ways: readonly (readonly [string, (userId: string) => unknown])[] = [
    [
      'a mailed code has opened it',
      async (userId) => {
        await openByCode(userId);
        await inside(userId, (sql) => expect(closingDigests(sql)).toEqual([]));
      },
    ],
    [
      'a mailed code opened it in a version that left its digest',
      async (userId) => {
        const digest = await digestOf(world.parts, person.email ?? '');
        await openByCode(userId);
        await inside(userId, (sql) => saveClosingDigests(sql, [digest]));
      },
    ],
    [
      'a reset gave it a password',
      async (userId) => {
        const letter = { event: 'letter', payload: {} };
        const ask = { ...proof(), passwordHash: 'hash', letter };
        expect(await world.accounts.getByName(userId).resetPassword(ask)).toMatchObject({ ok: true });
        await inside(userId, (sql) => expect(closingDigests(sql)).toEqual([]));
      },
    ],
    [
      'its person was made an operator and is none again',
      async (userId) => {
        await world.accounts.getByName(userId).setRole('all');
        await world.accounts.getByName(userId).setRole('');
      },
    ],
    ['it has a passkey', (userId) => inside(userId, (sql) => insertPasskey(sql, { ...PASSKEY, createdMs: 0 }))],
  ];

  it.each(ways)('stays when %s', async (_name, open) => {
    await endBefore(step);
    const userId = (await holder()) ?? '';
    await open(userId);
    // The last alarm is past the sessions, which end after 30 days.
    for (const ms of [CLAIM_LIFETIME_MS + 1_000, 20 * DAY_MS, 32 * DAY_MS, 33 * DAY_MS]) {
      await ringAfter(userId, ms);
      expect(await world.accounts.getByName(userId).person()).toMatchObject({ value: { email: person.email } });
    }
    expect(await refusalOf(visit())).toMatchObject({ reason: 'provider_exists' });
  });
});

describe.each(['claim', 'writeLink'])('a link whose making ended before %s', (step) => {
  beforeEach(async () => {
    await expect(browser().linkTo(await alice(), person, partsEndingBefore(step, world))).rejects.toThrow('ended');
  });

  it('is made by beginning anew', async () => {
    const caller = await alice();
    expect(await browser().linkTo(caller, person)).toEqual({ kind: 'linked' });
    expect((await signedIn()).userId).toBe(caller.userId);
  });

  it('hinders no other account of its person', async () => {
    const caller = await create(await offered());
    expect(caller.userId).not.toBe((await alice()).userId);
    expect((await signedIn()).userId).toBe(caller.userId);
  });
});

const ticket = () => ({ id: newHexId(), untilMs: Date.now() + 60_000 });

/** The person comes back in between: the claim is dropped, and what made it goes on. */
async function claimLate(userId: string, digest: string, version: number) {
  const account = world.accounts.getByName(userId);
  unwrap(await account.yieldToPerson({ digest, email: 'other@example.com' }));
  await claimSubject(world.parts, { userId, digest, version, providerName: 'Acme' });
  expect(await holderOf(world.parts, digest)).toBe(userId);
  const identity = { providerId: 'acme', issuer: ISSUER, subject: person.sub, email: '', name: '' };
  return { ticket: ticket(), version, letter: null, link: newLink(identity, digest, Date.now()) };
}

it('a subject that the directory gives after its claim was dropped is free again when its link is not written', async () => {
  const caller = await alice();
  const account = world.accounts.getByName(caller.userId);
  const digest = newHexId();
  const begun = unwrap(await account.beginLink(caller, { ticket: ticket(), digest, issuer: newHexId() }));
  const ask = await claimLate(caller.userId, digest, begun.version);
  expect(await account.writeLink(caller, ask)).toMatchObject({ ok: false, error: { name: 'aborted' } });
  await expect.poll(() => holderOf(world.parts, digest)).toBeNull();
});

it('a subject that the directory gives after its claim was dropped is free again when its account was erased', async () => {
  await endBefore('claim');
  const email = person.email ?? '';
  const userId = (await holderOf(world.parts, await digestOf(world.parts, email))) ?? '';
  const account = world.accounts.getByName(userId);
  const digest = await subjectDigest(world.parts, { issuer: ISSUER, subject: person.sub });
  const [claim] = await runInDurableObject(account, (_object, { storage }) => allClaims(storage.sql));
  const ask = await claimLate(userId, digest, claim?.version ?? 0);
  const opened = await account.openLinkedAccount({ ...ask, clientId: 'web', deviceId: '', nowMs: Date.now() });
  expect(opened).toMatchObject({ ok: false, error: { name: 'aborted' } });
  await expect.poll(() => holderOf(world.parts, digest)).toBeNull();
});

it('a sign-in that ended before its answer is begun anew', async () => {
  const caller = await create(await offered());
  const begun = await browser().begin();
  const answer = provider.authorize(begun.address, person);
  const ended = browser().come(begun, answer, null, partsEndingBefore('signInByProvider', world));
  await expect(ended).rejects.toThrow('ended');
  expect(await refusalOf(browser().come(begun, answer))).toMatchObject({ reason: 'provider_over' });
  expect((await signedIn()).userId).toBe(caller.userId);
});
