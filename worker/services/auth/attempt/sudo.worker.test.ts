import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '#worker/platform/request.ts';
import { DEVICE, PASSWORD } from '../auth-fixture.ts';
import { refresh } from '../session/refresh.ts';
import { makeSettingsWorld, refusal, type SettingsWorld } from '../settings-fixture.ts';
import { sealTicket } from '../token/ticket.ts';
import { readSudo } from './sudo.ts';

let world: SettingsWorld;
beforeEach(async () => {
  world = await makeSettingsWorld();
});

it('sudo gives a token for its own session only', async () => {
  const one = await world.enter();
  const token = await world.sudo(one.caller);
  await readSudo(world.parts, token, one.caller);
  const two = await world.enter();
  const bob = await world.enter('bob@example.com');
  for (const caller of [two.caller, bob.caller])
    expect(await refusal(readSudo(world.parts, token, caller))).toBe('sudo_required');
  expect(await refusal(readSudo(world.parts, '', one.caller))).toBe('sudo_required');
  world.time.nowMs += 600_000;
  expect(await refusal(readSudo(world.parts, token, one.caller))).toBe('sudo_required');
});

it('sudo accepts a token that was sealed before an upgrade', async () => {
  const { caller } = await world.enter();
  const content = { userId: caller.userId, familyId: caller.sessionId, epoch: caller.epoch };
  const life = { ttlSeconds: 600, nowMs: world.time.nowMs };
  await readSudo(world.parts, await sealTicket(world.keyring, 'auth.sudo', content, life), caller);
});

it('sudo counts wrong passwords in the window of sign-in, and a right one resets the count', async () => {
  const { caller } = await world.enter();
  for (let i = 0; i < 9; i++) expect(await refusal(world.sudo(caller, 'not it'))).toBe('wrong_password');
  await world.sudo(caller);
  for (let i = 0; i < 10; i++) expect(await refusal(world.sudo(caller, 'not it'))).toBe('wrong_password');
  expect(await refusal(world.sudo(caller))).toBe('too_many_attempts');
  expect(await refusal(world.signIn())).toBe('too_many_attempts');
});

it('sudo checks no more than the limit of a hundred parallel guesses', async () => {
  const { caller } = await world.enter();
  world.spent.argon2 = 0;
  const told = await Promise.all(Array.from({ length: 100 }, () => refusal(world.sudo(caller, 'not it'))));
  expect([told.filter((word) => word === 'wrong_password').length, world.spent.argon2]).toEqual([10, 10]);
});

it('sudo refuses an ended session without checking the password', async () => {
  const { tokens, caller } = await world.enter();
  await world.auth.signOut({ token: tokens.access_token }, world.call());
  world.spent.argon2 = 0;
  expect([await refusal(world.sudo(caller)), world.spent.argon2]).toEqual(['session_ended', 0]);
});

const change = (caller: Caller, newPassword: string, more: { password?: string; sudoToken?: string } = {}) =>
  world.auth.changePassword(
    { password: more.sudoToken ? '' : PASSWORD, sudoToken: '', captchaToken: '', newPassword, ...more },
    caller,
    world.call(),
  );

it('a change of password gives this session new tokens and ends the others', async () => {
  const mine = await world.enter();
  const other = await world.enter();
  const received = await world.listen(mine.caller.userId);
  const next = await change(mine.caller, 'another password');
  const caller = await world.bearer(next.tokens.access_token);
  expect(caller.sessionId).toBe(mine.caller.sessionId);
  expect((await world.auth.profile(caller)).status).toBe('ACTIVE');
  const epochs = await runInDurableObject(world.accounts.getByName(mine.caller.userId), (_object, { storage }) =>
    storage.sql.exec('SELECT family_id AS id, epoch FROM families ORDER BY epoch').toArray(),
  );
  expect(epochs).toEqual([
    { id: other.caller.sessionId, epoch: 1 },
    { id: mine.caller.sessionId, epoch: 2 },
  ]);
  await refresh(world.parts, { clientId: 'cli', refreshToken: next.tokens.refresh_token }, world.call());
  for (const { tokens } of [mine, other])
    expect(
      await refusal(refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call())),
    ).toBe('session_ended');
  expect(received.find((item) => item.event === 'auth.sessions-ended')?.payload).toMatchObject({
    familyId: null,
    minEpoch: 2,
  });
  expect(world.letters.at(-1)).toMatchObject({ kind: 'password-changed', to: 'alice@example.com' });
  expect(await refusal(world.signIn())).toBe('invalid_account_or_password');
  await world.signIn({ password: 'another password' });
});

it('a change of password accepts the sudo token of the old one, which ends with it', async () => {
  const { caller } = await world.enter();
  const sudoToken = await world.sudo(caller);
  const next = await change(caller, 'another password', { sudoToken });
  const later = await world.bearer(next.tokens.access_token);
  expect(await refusal(change(later, 'a third password', { sudoToken }))).toBe('sudo_required');
});

it.each([
  ['short', 'too_short'],
  ['alice@example.com', 'is_address'],
  ['alice-alice', 'is_address'],
  ['iloveyou', 'is_common'],
])('a change of password refuses %j', async (password, reason) => {
  const { caller } = await world.enter();
  world.spent.argon2 = 0;
  expect([await refusal(change(caller, password)), world.spent.argon2]).toEqual([reason, 0]);
});

it('a change of password refuses a wrong old one', async () => {
  const { caller } = await world.enter();
  expect(await refusal(change(caller, 'another password', { password: 'not it' }))).toBe('wrong_password');
  await world.signIn();
});

const LAPTOP = 'a'.repeat(32);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('devices are listed with their names, the current one marked', async () => {
  const { caller } = await world.enter();
  await world.signIn({}, { deviceId: LAPTOP, userAgent: FIREFOX });
  const devices = await world.auth.devices(caller);
  const told = devices.map(({ deviceId, name, isCurrent }) => [deviceId, name, isCurrent]);
  expect(told.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    [DEVICE, '', true],
    [LAPTOP, 'Firefox · Linux', false],
  ]);
});

it('a revoked device has no session left anywhere', async () => {
  const { caller } = await world.enter();
  const laptop = await world.enter('alice@example.com', LAPTOP);
  const received = await world.listen(caller.userId);
  await world.auth.revokeDevice(LAPTOP, caller);
  expect(
    received.filter((item) => item.event === 'auth.sessions-ended').map((item) => item.payload['familyId']),
  ).toEqual([laptop.caller.sessionId]);
  expect(await refusal(world.auth.profile(laptop.caller))).toBe('session_ended');
  expect((await world.auth.devices(caller)).map((device) => device.deviceId)).toEqual([DEVICE]);
  expect(await refusal(world.auth.revokeDevice(LAPTOP, caller))).toBe('no_such_device');
  // No name is no device: it must not mean all of them.
  expect(await refusal(world.auth.revokeDevice('', caller))).toBe('no_such_device');
  await world.auth.profile(caller);
});

it('revoking a device returns only after the serving objects have the event', async () => {
  const { caller } = await world.enter();
  await world.enter('alice@example.com', LAPTOP);
  await world.listen(caller.userId, () => false);
  expect(await refusal(world.auth.revokeDevice(LAPTOP, caller))).toBe('sign_out_pending');
});

it('a device of another person cannot be revoked', async () => {
  await world.enter('alice@example.com', LAPTOP);
  const bob = await world.enter('bob@example.com');
  expect(await refusal(world.auth.revokeDevice(LAPTOP, bob.caller))).toBe('no_such_device');
});

it('all devices but this one can be signed out at once', async () => {
  const mine = await world.enter();
  const others = [await world.enter(), await world.enter('alice@example.com', LAPTOP)];
  await world.auth.endOthers(mine.caller);
  await world.auth.profile(mine.caller);
  for (const { caller } of others) expect(await refusal(world.auth.profile(caller))).toBe('session_ended');
});

it("a new device publishes an event, the first one does not, and no letter contains the client's text", async () => {
  const { caller } = await world.enter();
  const received = await world.listen(caller.userId);
  await world.signIn({}, { deviceId: LAPTOP, userAgent: FIREFOX, deviceName: 'Call +1 555 0100' });
  await world.signIn({}, { deviceId: LAPTOP });
  await world.accounts.getByName(caller.userId).deliverEnds();
  expect(received.filter((item) => item.event === 'auth.new-device').map((item) => item.payload)).toEqual([
    expect.objectContaining({ userId: caller.userId, agent: 'Firefox · Linux', locale: 'en-US' }),
  ]);
  expect(JSON.stringify(received)).not.toContain('0100');
});
