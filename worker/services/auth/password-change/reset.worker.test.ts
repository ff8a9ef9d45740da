import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { refusal } from '#worker/platform/call-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { AccountObject } from '../account.object.ts';
import { ACCOUNT_MIGRATIONS } from '../account-parts.ts';
import type { VerificationUsage } from '../address/verification.ts';
import { DEVICE, listen, makeWorld, type TestWorld } from '../auth-fixture.ts';
import { refresh } from '../session/refresh.ts';

const ALICE = 'alice@example.com';
const NEW_PASSWORD = 'correct horse';

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld();
});

async function prove(to = ALICE, usage: VerificationUsage = 'reset'): Promise<string> {
  const captchaToken = await world.captcha('POST:/v1/auth/verification');
  const started = await world.auth.startVerification({ clientId: 'cli', email: to, usage, captchaToken }, world.call());
  const { verificationId } = started;
  const code = world.letters.at(-1)?.code ?? '';
  return (await world.auth.verifyCode({ clientId: 'cli', verificationId, code })).verificationToken;
}
const reset = (verificationToken: string, more: { email?: string; newPassword?: string } = {}) =>
  world.auth.resetPassword(
    { clientId: 'cli', email: ALICE, newPassword: NEW_PASSWORD, verificationToken, ...more },
    world.call(),
  );

it('a reset replaces the password and ends every session before it returns', async () => {
  const [one, two] = [await world.signIn(), await world.signIn()];
  const received = await listen(world, one.tokens.sub, () => true);
  await reset(await prove());
  expect(received.find((item) => item.event === 'auth.sessions-ended')?.payload).toMatchObject({
    userId: one.tokens.sub,
    familyId: null,
    minEpoch: 2,
  });
  for (const { tokens } of [one, two]) {
    expect(
      await refusal(refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call())),
    ).toBe('invalid_grant');
    expect(await refusal(world.auth.profile(await world.bearer(tokens.access_token)))).toBe('unauthenticated');
  }
  expect(await refusal(world.signIn())).toBe('invalid_account_or_password');
  const { tokens } = await world.signIn({ password: NEW_PASSWORD });
  expect((await world.bearer(tokens.access_token)).epoch).toBe(2);
  expect(await refusal(world.auth.profile(await world.bearer(tokens.access_token)))).toBe('no refusal');
});

it('a reset notifies the owner by mail, in the same write', async () => {
  const { tokens } = await world.signIn();
  const received = await listen(world, tokens.sub, () => true);
  await reset(await prove());
  expect(world.letters.at(-1)).toMatchObject({ kind: 'password-changed', to: ALICE, code: '' });
  expect(new Set(received.map((item) => item.event))).toEqual(new Set(['auth.sessions-ended', 'test.letter']));
});

it("a reset admits an owner locked out by a stranger's guesses", async () => {
  for (let i = 0; i < 10; i++) await refusal(world.signIn({ password: 'wrong' }));
  expect(await refusal(world.signIn())).toBe('captcha_required');
  await reset(await prove());
  expect(await refusal(world.signIn({ password: NEW_PASSWORD }))).toBe('no refusal');
});

it('a sign-in that began with the old password is refused after a reset', async () => {
  const slow = await makeWorld();
  world = slow;
  const { tokens } = await slow.signIn();
  const account = slow.accounts.getByName(tokens.sub);
  const begun = await account.beginAttempt({
    subject: 'account',
    nowMs: slow.time.nowMs,
    limit: 10,
    windowMs: 900_000,
    captchaOffered: false,
  });
  if (!begun.ok) throw new Error('no attempt');
  await reset(await prove());
  const ended = await account.endAttempt({
    subject: 'account',
    attempt: begun.value.attempt,
    nowMs: slow.time.nowMs,
    session: { clientId: 'cli', deviceId: DEVICE, passwordHash: begun.value.passwordHash, betterHash: '' },
  });
  expect(ended).toMatchObject({ ok: false, error: { name: 'invalid_account_or_password' } });
});

it('a reset accepts a token once, and a used token tests no password', async () => {
  const token = await prove();
  await reset(token);
  expect(await refusal(reset(token, { newPassword: 'another horse' }))).toBe('invalid_verification_code');
  world.spent.argon2 = 0;
  expect(await refusal(reset(token))).toBe('invalid_verification_code');
  expect(world.spent.argon2).toBe(0);
  const { tokens } = await world.signIn({ password: NEW_PASSWORD });
  expect((await world.bearer(tokens.access_token)).epoch).toBe(2);
});

it('20 parallel resets with one token set one password', async () => {
  const token = await prove();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) => refusal(reset(token, { newPassword: `correct horse ${i}` }))),
  );
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
  const winner = outcomes.indexOf('no refusal');
  expect(await refusal(world.signIn({ password: `correct horse ${winner}` }))).toBe('no refusal');
});

it('a reset is unavailable while the event of ended sessions cannot be delivered; a repeat delivers it', async () => {
  const { tokens } = await world.signIn();
  await listen(world, tokens.sub, (item) => item.event !== 'auth.sessions-ended');
  const token = await prove();
  expect(await refusal(reset(token))).toBe('unavailable');
  expect(
    await refusal(refresh(world.parts, { clientId: 'cli', refreshToken: tokens.refresh_token }, world.call())),
  ).toBe('invalid_grant');
  expect(await refusal(reset(token, { newPassword: 'another horse' }))).toBe('invalid_verification_code');
  const received = await listen(world, tokens.sub, () => true);
  await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    state.storage.sql.exec('UPDATE _outbox SET due_ms = 0');
  });
  expect(await refusal(reset(token))).toBe('no refusal');
  expect(received.map((item) => item.event)).toEqual(['auth.sessions-ended']);
});

it.each<[string, () => Promise<string>, string]>([
  ['of another address', () => prove('bob@example.com'), 'invalid_verification_code'],
  ['for signing in', () => prove(ALICE, 'sign-in'), 'invalid_verification_code'],
  ['for signing up', () => prove(ALICE, 'sign-up'), 'invalid_verification_code'],
  ['that is noise', async () => 'noise', 'invalid_verification_code'],
  [
    'past its 15 minutes',
    async () => {
      const token = await prove();
      world.time.nowMs += 900_000;
      return token;
    },
    'expired_verification_code',
  ],
])('a reset with a token %s is refused and changes nothing', async (_what, make, name) => {
  expect(await refusal(reset(await make()))).toBe(name);
  expect(await refusal(world.signIn())).toBe('no refusal');
});

it.each(['short', 'x'.repeat(129), ALICE, 'qwertyuiop', 'Alice 1987'])(
  'a reset with the password %j is refused, and the token still works',
  async (newPassword) => {
    const token = await prove();
    expect(await refusal(reset(token, { newPassword }))).toBe('invalid_password');
    expect(await refusal(reset(token))).toBe('no refusal');
  },
);

it('a reset for an unknown address sends a letter without a code, and proves nothing', async () => {
  const captchaToken = await world.captcha('POST:/v1/auth/verification');
  const input = { clientId: 'cli', email: 'nobody@example.com', usage: 'reset' as const, captchaToken };
  await world.auth.startVerification(input, world.call());
  expect(world.letters.at(-1)).toMatchObject({ kind: 'reset-nobody', code: '' });
});

it('a reset of a blocked person is refused', async () => {
  const token = await prove();
  const { tokens } = await world.signIn();
  await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    state.storage.sql.exec("UPDATE account SET status = 'BLOCKED'");
  });
  expect(await refusal(reset(token))).toBe('user_blocked');
});

/** An account in the format of the first version. */
function backToFirstVersion(sql: SqlStorage): void {
  const columns = 'name, email, phone, avatar, password, status, premium, epoch, created_ms, password_ms';
  const account = Object.values(sql.exec(`SELECT ${columns} FROM account`).one());
  const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
  for (const { name } of tables) if (/^[a-z]/.test(name) && !name.startsWith('sqlite')) sql.exec(`DROP TABLE ${name}`);
  sql.exec(String(ACCOUNT_MIGRATIONS[0]));
  sql.exec(`INSERT INTO account (one, ${columns}) VALUES (1, ${account.map(() => '?').join(', ')})`, ...account);
  sql.exec('UPDATE _self SET version = 1');
}

it('an account made before verification tokens existed accepts them', async () => {
  const { tokens } = await world.signIn();
  const token = { id: 'a'.repeat(32), untilMs: world.time.nowMs + 1_000 };
  const subject = 'email:alice@example.com';
  const ask = { token, subject, clientId: 'cli', deviceId: DEVICE, nowMs: world.time.nowMs };
  const outcomes = await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    backToFirstVersion(state.storage.sql);
    const upgraded = new AccountObject(state, env);
    return [upgraded.signInVerified(ask).ok, upgraded.signInVerified(ask).ok];
  });
  expect(outcomes).toEqual([true, false]);
});

it('an account deletes expired used tokens', async () => {
  const { tokens } = await world.signIn();
  await reset(await prove());
  const account = world.accounts.getByName(tokens.sub);
  const count = () =>
    runInDurableObject(
      account,
      (_object, state) => state.storage.sql.exec('SELECT 1 FROM used_tokens').toArray().length,
    );
  expect(await count()).toBe(1);
  await runInDurableObject(account, (_object, state) => {
    state.storage.sql.exec('UPDATE used_tokens SET until_ms = 1');
  });
  await runAlarm(account);
  expect(await count()).toBe(0);
});

it('a look-up does not create an account', async () => {
  const unknown = world.accounts.getByName(newWireId());
  const ask = {
    token: { id: 'b'.repeat(32), untilMs: 1 },
    subject: 'email:x@example.com',
    clientId: 'cli',
    deviceId: DEVICE,
    nowMs: 1,
  };
  expect(await unknown.signInVerified(ask)).toMatchObject({ ok: false, error: { name: 'user_not_exist' } });
  expect(await unknown.resetState('x')).toEqual({ ok: true, value: null });
  expect(await unknown.deliverEnds()).toEqual({ ok: true, value: { ended: true } });
  const tables = await runInDurableObject(unknown, (_object, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'account'").toArray(),
  );
  expect(tables).toEqual([]);
});

const ask = async (usage: VerificationUsage, deviceId: string, number: number) => {
  const caller = { deviceId, address: `203.0.113.${number}` };
  const action = 'POST:/v1/auth/verification';
  const { captcha_token } = await world.shield.initCaptcha({ clientId: 'cli', action, deviceId }, world.call(caller));
  const input = { clientId: 'cli', email: ALICE, usage, captchaToken: captcha_token };
  const answer = await refusal(world.auth.startVerification(input, world.call(caller)));
  world.time.nowMs += 60_000;
  return answer;
};

it('a stranger who requests codes cannot keep the owner from a reset', async () => {
  await world.signIn();
  const stranger = 'f'.repeat(32);
  for (let asked = 0; asked < 10; asked += 1) await ask('sign-in', stranger, asked);
  expect(await ask('reset', stranger, 20)).toBe('no refusal');
  for (let asked = 0; asked < 10; asked += 1) await ask('reset', stranger, asked);
  expect(await ask('reset', stranger, 20)).toBe('verification_rate_limited');
  expect(await ask('reset', DEVICE, 21)).toBe('no refusal');
  expect(await ask('sign-in', DEVICE, 21)).toBe('no refusal');
});
