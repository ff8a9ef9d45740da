/** A process ends between two calls of a sign-up, or of what heals it: the address is free again by itself, and no account is lost. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { refusal } from '#worker/platform/call-fixture.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { ensurePerson } from '../console/ensure-person.ts';
import type { AuthParts } from '../deps.ts';
import { onIdentifierReserved } from '../events.ts';
import { digestOf, holderOf } from '../identifier/holder.ts';
import { directoryObjectName, RESERVATION_LIFETIME_MS } from '../keys.ts';
import { partsEndingBefore } from '../oidc/provider-fixture.ts';
import { signUp as signUpWith } from './sign-up.ts';

let world: TestWorld;
let email: string;
let digest: string;
beforeEach(async () => {
  world = await makeWorld();
  email = `${newHexId(6)}@example.com`;
  digest = await digestOf(world.parts, email);
});

async function prove(): Promise<string> {
  world.time.nowMs += 60_000;
  const captchaToken = await world.captcha('POST:/v1/auth/verification');
  const ask = { clientId: 'cli', email, usage: 'sign-up', captchaToken } as const;
  const { verificationId } = await world.auth.startVerification(ask, world.call());
  const code = world.letters.at(-1)?.code ?? '';
  return (await world.auth.verifyCode({ clientId: 'cli', verificationId, code })).verificationToken;
}

async function signUp(parts = world.parts): Promise<string> {
  const input = { clientId: 'cli', email, password: 'correct horse', name: '', verificationToken: await prove() };
  return (await signUpWith(parts, input, world.call())).tokens.sub;
}

const shard = () => world.directory.getByName(directoryObjectName(digest));
const holder = () => holderOf(world.parts, digest);
const person = async (userId: string) => (await world.accounts.getByName(userId).person()) as { value: unknown };

/** The process ends before this call. @returns the id that the address leads to */
async function endBefore(step: string): Promise<string> {
  await expect(signUp(partsEndingBefore(step, world))).rejects.toThrow('ended');
  return (await holder()) ?? '';
}

/** The directory's alarm at this time after now. Other tests have addresses in the same shard: its clock goes back. */
async function ringAfter(ms: number): Promise<void> {
  const setClock = (aheadMs: number) =>
    runInDurableObject(shard(), (object) => {
      Object.assign(object, { clock: { nowMs: () => Date.now() + aheadMs } });
    });
  await setClock(ms);
  await runAlarm(shard());
  await setClock(0);
}
const ring = () => ringAfter(RESERVATION_LIFETIME_MS + 1_000);

const waiting = () =>
  runInDurableObject(shard(), (_object, { storage }) =>
    storage.sql
      .exec<{ payload: string }>("SELECT payload FROM _outbox WHERE event = 'auth.identifier-reserved'")
      .toArray()
      .map(({ payload }) => JSON.parse(payload) as DomainEvent['payload'])
      .filter((payload) => payload['digest'] === digest),
  );

/** Delivers the event of a reservation, as an outbox does whose earlier delivery was not acknowledged. */
const deliver = (userId: string, parts: Pick<AuthParts, 'accounts' | 'directory'> = world) =>
  onIdentifierReserved(parts, { id: newHexId(), event: '', source: '', payload: { userId, digest } });

it('a sign-up that ended before its address was reserved leaves nothing', async () => {
  expect(await endBefore('reserve')).toBe('');
});

it('frees its address when its time has ended, and not before', async () => {
  const userId = await endBefore('signUp');
  await ringAfter(RESERVATION_LIFETIME_MS - 5_000);
  expect(await holder()).toBe(userId);
  // The audit takes an address without an account for sound while this event waits.
  expect(await waiting()).toEqual([{ userId, digest }]);
  await ring();
  expect([await holder(), await waiting()]).toEqual([null, []]);
  expect(await signUp()).not.toBe(userId);
});

it('a sign-up that ended before its account was made is finished under its id before that', async () => {
  const userId = await endBefore('signUp');
  expect(await signUp()).toBe(userId);
  await ring();
  expect([await holder(), await waiting()]).toEqual([userId, []]);
  expect(await person(userId)).toMatchObject({ value: { email } });
});

it('a sign-up that ended before its account was made is no obstacle to another account that takes the address', async () => {
  await endBefore('signUp');
  const other = newWireId();
  expect(await shard().claim(digest, other)).toMatchObject({ ok: false, error: { name: 'already_exists' } });
  await ring();
  expect(await shard().claim(digest, other)).toMatchObject({ ok: true });
});

it('a sign-up that ended before its account was made makes no account when its call arrives after that, and the address of another one stays', async () => {
  const userId = await endBefore('signUp');
  await ring();
  const other = await signUp();
  const late = { name: 'Late', email, phone: '', avatar: '', premium: false, password: '', createdMs: 0 };
  const account = world.accounts.getByName(userId);
  const token = { id: newHexId(), untilMs: Date.now() + 60_000 };
  const ask = { token, clientId: 'cli', deviceId: '', nowMs: 0, letter: null, account: late };
  expect(await account.signUp(ask)).toMatchObject({ ok: false, error: { name: 'already_exists' } });
  expect(await account.create(late)).toMatchObject({ value: { created: false, isEnded: true } });
  expect(await account.makeLinkedAccount({ account: late, digest: newHexId(), emailDigest: digest })).toMatchObject({
    ok: false,
    error: { name: 'already_exists' },
  });
  expect(await person(userId)).toMatchObject({ value: null });
  await deliver(userId);
  expect(await holder()).toBe(other);
});

it.each(['endUnmade', 'forget'])(
  'the end of a reservation is repeated when its process ended before %s',
  async (step) => {
    const userId = await endBefore('signUp');
    const parts = partsEndingBefore(step, world);
    await expect(deliver(userId, parts)).rejects.toThrow('ended');
    // The address still leads to the id, and the event waits: the audit finds nothing.
    expect([await holder(), await waiting()]).toEqual([userId, [{ userId, digest }]]);
    await ring();
    expect([await holder(), await waiting()]).toEqual([null, []]);
  },
);

it('the end of a reservation: that meets a sign-up on its way gives it another id', async () => {
  const userId = await endBefore('signUp');
  // The id has ended and the directory has not freed the address.
  await expect(deliver(userId, partsEndingBefore('forget', world))).rejects.toThrow('ended');
  const other = await signUp();
  expect(other).not.toBe(userId);
  await ring();
  await deliver(userId);
  expect(await holder()).toBe(other);
  expect(await person(other)).toMatchObject({ value: { email } });
  expect(await refusal(world.signIn({ username: email, password: 'correct horse' }))).toBe('no refusal');
});

it.each(['ACTIVE', 'FROZEN', 'BLOCKED', 'CLOSING'])(
  'the end of a reservation leaves an account that is %s as it is',
  async (status) => {
    const userId = await signUp();
    await runInDurableObject(world.accounts.getByName(userId), (_object, { storage }) => {
      storage.sql.exec('UPDATE account SET status = ?', status);
    });
    await ring();
    await deliver(userId);
    expect(await holder()).toBe(userId);
    expect(await person(userId)).toMatchObject({ value: { email, status } });
  },
);

it('the end of a reservation leaves an address that its account has given up to the account that took it since', async () => {
  const userId = await signUp();
  await shard().forget(digest, userId, 1);
  const other = newWireId();
  await shard().claim(digest, other);
  await ring();
  expect(await holder()).toBe(other);
});

it('an account made on the command line heals as a sign-up does', async () => {
  const asked = { email, name: 'Dora', password: 'correct horse' };
  const ended = ensurePerson(partsEndingBefore('create', world), asked, Date.now());
  await expect(ended).rejects.toThrow('ended');
  const userId = (await holder()) ?? '';
  await expect(deliver(userId, partsEndingBefore('forget', world))).rejects.toThrow('ended');
  expect(await ensurePerson(world.parts, asked, Date.now())).toEqual({ person: 'made' });
  expect(await ensurePerson(world.parts, asked, Date.now())).toEqual({ person: 'found' });
  await ring();
  expect(await holder()).not.toBe(userId);
  expect(await person((await holder()) ?? '')).toMatchObject({ value: { email } });
});
