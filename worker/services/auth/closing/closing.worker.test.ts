import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { refresh } from '../session/refresh.ts';
import { errorOf, makeSettingsWorld, refusal, type SettingsWorld } from '../settings-fixture.ts';

let world: SettingsWorld;
beforeEach(async () => {
  world = await makeSettingsWorld();
});

it('a locked account refuses sign-ins, has no session, and is unlocked by a reset', async () => {
  const { tokens, caller } = await world.enter();
  const received = await world.listen(caller.userId);
  await world.auth.freeze({ sudoToken: await world.sudo(caller) }, caller, world.call());
  expect(received.map((item) => item.event)).toContain('auth.sessions-ended');
  expect(await refusal(world.auth.profile(caller))).toBe('session_ended');
  expect(
    await refusal(refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call())),
  ).toBe('session_ended');
  expect((await errorOf(world.signIn()))?.errorName).toBe('cannot_unlock');
  expect((await errorOf(world.signIn({ password: 'not it' })))?.errorName).toBe('invalid_account_or_password');
  expect(world.letters.at(-1)).toMatchObject({ kind: 'account-frozen', to: 'alice@example.com' });
  await world.reset('alice@example.com', 'a new password');
  await world.signIn({ password: 'a new password' });
});

it('locking an account needs only the password', async () => {
  const { caller } = await world.enter();
  expect(await refusal(world.auth.freeze({ sudoToken: '' }, caller, world.call()))).toBe('sudo_required');
  expect(await refusal(world.auth.close({ sudoToken: '' }, caller, world.call()))).toBe('sudo_required');
  await world.auth.profile(caller);
});

const DAY = 86_400_000;
async function closing() {
  const who = await world.enter();
  const received = await world.listen(who.caller.userId);
  const { endsMs } = await world.auth.close({ sudoToken: await world.sudo(who.caller) }, who.caller, world.call());
  return { ...who, received, endsMs };
}
const unlockToken = async () => {
  const error = await errorOf(world.signIn());
  expect(error?.errorName).toBe('account_freeze');
  return error?.detail?.metadata?.['unlock_token'] ?? '';
};

it('closing an account ends every session and returns the day', async () => {
  const { caller, endsMs, received } = await closing();
  expect(Math.abs(endsMs - Date.now() - 7 * DAY)).toBeLessThan(DAY);
  expect(received.map((item) => item.event)).toContain('auth.sessions-ended');
  expect(await refusal(world.auth.profile(caller))).toBe('session_ended');
  expect(world.letters.at(-1)).toMatchObject({ kind: 'account-closing', to: 'alice@example.com' });
  expect((await errorOf(world.signIn()))?.detail?.metadata?.['ends_at']).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect((await errorOf(world.signIn({ password: 'not it' })))?.errorName).toBe('invalid_account_or_password');
});

it('the unlock token of a right password cancels the closing once, on this device', async () => {
  const { caller } = await closing();
  const token = await unlockToken();
  const elsewhere = world.call({ deviceId: 'b'.repeat(32) });
  expect(await refusal(world.auth.unlock({ clientId: 'cli', unlockToken: token }, elsewhere))).toBe(
    'unlock_token_over',
  );
  expect(await refusal(world.auth.unlock({ clientId: 'web', unlockToken: token }, world.call()))).toBe(
    'unlock_token_over',
  );
  const { tokens } = await world.auth.unlock({ clientId: 'cli', unlockToken: token }, world.call());
  expect((await world.auth.profile(await world.bearer(tokens.access_token))).status).toBe('ACTIVE');
  expect(await refusal(world.auth.unlock({ clientId: 'cli', unlockToken: token }, world.call()))).toBe(
    'unlock_token_over',
  );
  // The day passes: nothing is erased.
  await world.ringAt(caller.userId, Date.now() + 8 * DAY);
  await world.signIn();
});

it('an unlock token of an earlier closing does not cancel a later one', async () => {
  await closing();
  const token = await unlockToken();
  const second = await world.auth.unlock({ clientId: 'cli', unlockToken: await unlockToken() }, world.call());
  const caller = await world.bearer(second.tokens.access_token);
  await world.auth.close({ sudoToken: await world.sudo(caller) }, caller, world.call());
  expect(await refusal(world.auth.unlock({ clientId: 'cli', unlockToken: token }, world.call()))).toBe(
    'unlock_token_over',
  );
});

it('the alarm erases a closing account on its day, and not before', async () => {
  const { caller, received, endsMs } = await closing();
  const stub = world.accounts.getByName(caller.userId);
  await world.ringAt(caller.userId, endsMs - 1);
  expect(await unlockToken()).not.toBe('');
  expect(received.map((item) => item.event)).not.toContain('auth.account-closed');
  await world.ringAt(caller.userId, endsMs);
  await stub.deliverEnds();
  expect(received.filter((item) => item.event === 'auth.account-closed').map((item) => item.payload)).toEqual([
    { userId: caller.userId },
  ]);
  const stored = await runInDurableObject(stub, (_object, state) =>
    JSON.stringify([
      state.storage.sql.exec('SELECT * FROM account').toArray(),
      state.storage.sql.exec('SELECT * FROM families').toArray(),
      state.storage.sql.exec('SELECT * FROM devices').toArray(),
    ]),
  );
  expect(stored).toContain('CLOSED');
  expect(stored).not.toMatch(/alice|argon2|0123456789abcdef/i);
  expect(await stub.person()).toEqual({ ok: true, value: null });
  // As for an address without any owner before.
  expect((await errorOf(world.signIn()))?.errorName).toBe('invalid_account_or_password');
  const bob = await world.enter('bob@example.com');
  const token = await world.proof('alice@example.com', bob.caller);
  const input = { sudoToken: await world.sudo(bob.caller), address: 'alice@example.com', verificationToken: token };
  await world.auth.changeAddress('email', input, bob.caller, world.call());
  expect((await world.signIn()).tokens.sub).toBe(bob.caller.userId);
});

it('a cancelled closing does not erase the account', async () => {
  const { caller, endsMs } = await closing();
  await world.auth.unlock({ clientId: 'cli', unlockToken: await unlockToken() }, world.call());
  await world.ringAt(caller.userId, endsMs + 1);
  await world.signIn();
});
