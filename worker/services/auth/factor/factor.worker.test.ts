import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { DEVICE, makeWorld, type TestWorld } from '../auth-fixture.ts';
import { refresh } from '../session/refresh.ts';
import { caughtBy, type Guarded, guardAlice, refusalOf, STEP_MS } from './factor-fixture.ts';
import { totpCode } from './totp.ts';

let world: TestWorld;
let alice: Guarded;
beforeEach(async () => {
  world = await makeWorld();
  alice = await guardAlice(world);
});

const wrongCode = () => {
  const right = [-2, -1, 0, 1, 2].map((steps) => totpCode(alice.secret, world.time.nowMs + steps * STEP_MS));
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.includes(code)) ?? '';
};
const sessionCount = () =>
  runInDurableObject(world.accounts.getByName(alice.caller.userId), (_account, state) =>
    Number(state.storage.sql.exec('SELECT count(*) AS families FROM families').one()['families']),
  );

it('a first step opens nothing, and returns the methods of the second', async () => {
  const before = await sessionCount();
  const error = await caughtBy(world.signIn());
  expect(error.errorName).toBe('two_factor_required');
  expect(error.detail?.metadata).toMatchObject({ methods: 'code,recovery_code' });
  const ticket = error.detail?.metadata?.['two_factor_token'] ?? '';
  expect(await world.auth.verifyBearer(ticket, world.time.nowMs)).toBeNull();
  expect(await refusalOf(refresh(world.parts, { clientId: 'cli', refreshToken: ticket }, world.call()))).toMatchObject({
    name: 'invalid_grant',
  });
  expect(await sessionCount()).toBe(before);
});

it('a first step costs one Argon2id and three object calls, as without a second factor', async () => {
  Object.assign(world.spent, { argon2: 0, objectCalls: 0 });
  await alice.firstStep();
  expect(world.spent).toEqual({ argon2: 1, objectCalls: 3 });
});

it('a wrong password does not reveal the second factor', async () => {
  expect(await refusalOf(world.signIn({ password: 'wrong' }))).toEqual({ name: 'invalid_account_or_password' });
});

it('a mailed code asks for the second factor too, and is spent', async () => {
  const captchaToken = await world.captcha('POST:/v1/auth/verification');
  const { verificationId } = await world.auth.startVerification(
    { clientId: 'cli', email: 'alice@example.com', usage: 'sign-in', captchaToken },
    world.call(),
  );
  const code = world.letters.at(-1)?.code ?? '';
  const { verificationToken } = await world.auth.verifyCode({ clientId: 'cli', verificationId, code });
  const byMail = () =>
    world.auth.signIn(
      { clientId: 'cli', username: 'alice@example.com', password: '', verificationToken, captchaToken: '' },
      world.call(),
    );
  const error = await caughtBy(byMail());
  expect(error.errorName).toBe('two_factor_required');
  const ticket = error.detail?.metadata?.['two_factor_token'] ?? '';
  expect(await refusalOf(byMail())).toMatchObject({ name: 'invalid_verification_code' });
  expect((await alice.secondStep(ticket, { code: alice.code() })).tokens.sub).toBe(alice.caller.userId);
});

it('the second step accepts the code of the app, with spaces too, and of one step before or after', async () => {
  const spaced = `${alice.code().slice(0, 3)} ${alice.code().slice(3)}`;
  expect((await alice.secondStep(await alice.firstStep(), { code: spaced })).tokens.sub).toBe(alice.caller.userId);
  const late = totpCode(alice.secret, world.time.nowMs + STEP_MS);
  world.time.nowMs += 2 * STEP_MS;
  await alice.secondStep(await alice.firstStep(), { code: late });
  const early = totpCode(alice.secret, world.time.nowMs + STEP_MS);
  await alice.secondStep(await alice.firstStep(), { code: early });
});

it('the second step refuses a code of two steps ago', async () => {
  const old = alice.code();
  world.time.nowMs += 2 * STEP_MS;
  expect(await refusalOf(alice.secondStep(await alice.firstStep(), { code: old }))).toEqual({
    name: 'invalid_two_factor',
  });
});

it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('the second step refuses the code "%s"', async (code) => {
  const token = await alice.firstStep();
  const expected = code === '' ? 'invalid_argument' : 'invalid_two_factor';
  expect((await refusalOf(alice.secondStep(token, { code }))).name).toBe(expected);
});

it('the second step accepts a code once, also with another ticket and also the one that switched it on', async () => {
  const code = alice.code();
  await alice.secondStep(await alice.firstStep(), { code });
  expect(await refusalOf(alice.secondStep(await alice.firstStep(), { code }))).toEqual({
    name: 'invalid_two_factor',
  });
  const enabling = totpCode(alice.secret, world.time.nowMs - STEP_MS);
  expect(await refusalOf(alice.secondStep(await alice.firstStep(), { code: enabling }))).toEqual({
    name: 'invalid_two_factor',
  });
});

it('the second step accepts a recovery code once, in any spelling', async () => {
  const [first = '', second = ''] = alice.recoveryCodes;
  await alice.secondStep(await alice.firstStep(), { recovery: ` ${first.toUpperCase().replace('-', ' ')} ` });
  expect(await refusalOf(alice.secondStep(await alice.firstStep(), { recovery: first }))).toEqual({
    name: 'invalid_two_factor_recovery',
  });
  await alice.secondStep(await alice.firstStep(), { recovery: second });
  expect(await world.auth.twoFactor(alice.caller)).toMatchObject({ recoveryCodesLeft: 8 });
});

it('a second-step ticket works once, and 20 right answers at once open one session', async () => {
  const token = await alice.firstStep();
  const before = await sessionCount();
  const answers = [...alice.recoveryCodes.map((recovery) => ({ recovery })), { code: alice.code() }];
  const outcomes = await Promise.all([...answers, ...answers].map((by) => refusalOf(alice.secondStep(token, by))));
  expect(outcomes.filter(({ name }) => name === 'no refusal')).toHaveLength(1);
  expect(await sessionCount()).toBe(before + 1);
  expect(await world.auth.twoFactor(alice.caller)).toMatchObject({ recoveryCodesLeft: expect.any(Number) });
});

it.each<[string, () => Promise<unknown>]>([
  [
    'of another client',
    async () => alice.secondStep(await alice.firstStep(), { code: alice.code() }, { clientId: 'web' }),
  ],
  [
    'of another device',
    async () =>
      alice.secondStep(await alice.firstStep(), { code: alice.code() }, { deviceId: DEVICE.replace('0', 'f') }),
  ],
  [
    'that is 300 seconds old',
    async () => {
      const token = await alice.firstStep();
      world.time.nowMs += 300_000;
      return alice.secondStep(token, { code: alice.code() });
    },
  ],
  ['that is noise', () => alice.secondStep('noise', { code: alice.code() })],
  [
    'that is an access token',
    async () => {
      const { tokens } = await alice.secondStep(await alice.firstStep(), { code: alice.code() });
      world.time.nowMs += STEP_MS;
      return alice.secondStep(tokens.access_token, { code: alice.code() });
    },
  ],
  ['that is a sudo token', async () => alice.secondStep(await alice.sudo(), { code: alice.code() })],
  [
    'from before the second factor was switched off',
    async () => {
      const token = await alice.firstStep();
      const code = alice.code();
      await world.auth.disableTwoFactor(
        alice.caller,
        { sudoToken: await alice.sudo(), code, recoveryCode: '' },
        world.call({ caller: alice.caller }),
      );
      world.time.nowMs += STEP_MS;
      return alice.secondStep(token, { code: alice.code() });
    },
  ],
  [
    'from before the tokens of the account ended',
    async () => {
      const token = await alice.firstStep();
      await runInDurableObject(world.accounts.getByName(alice.caller.userId), (_account, state) => {
        state.storage.sql.exec('UPDATE account SET epoch = epoch + 1');
      });
      return alice.secondStep(token, { code: alice.code() });
    },
  ],
])('a second-step ticket %s leads back to the first step', async (_what, work) => {
  const before = await sessionCount();
  expect(await refusalOf(work())).toEqual({ name: 'invalid_two_factor', reason: 'two_factor_token_over' });
  expect((await sessionCount()) - before).toBeLessThanOrEqual(1);
});

it('the second step refuses a blocked person', async () => {
  const token = await alice.firstStep();
  await runInDurableObject(world.accounts.getByName(alice.caller.userId), (_account, state) => {
    state.storage.sql.exec("UPDATE account SET status = 'BLOCKED'");
  });
  expect(await refusalOf(alice.secondStep(token, { code: alice.code() }))).toMatchObject({ name: 'user_blocked' });
});

it('a closing is cancelled after both steps, not after the first', async () => {
  const call = world.call({ caller: alice.caller });
  await world.auth.close({ sudoToken: await alice.sudo() }, alice.caller, call);
  const token = await alice.firstStep();
  expect(await refusalOf(alice.secondStep(token, { code: wrongCode() }))).toEqual({ name: 'invalid_two_factor' });
  const error = await caughtBy(alice.secondStep(token, { code: alice.code() }));
  expect(error.errorName).toBe('account_freeze');
  // Both were right, so both are used up, though nothing was opened.
  expect(await refusalOf(alice.secondStep(token, { code: alice.code() }))).toMatchObject({
    reason: 'two_factor_token_over',
  });
  expect(await refusalOf(alice.secondStep(await alice.firstStep(), { code: alice.code() }))).toEqual({
    name: 'invalid_two_factor',
  });
  const unlockToken = error.detail?.metadata?.['unlock_token'] ?? '';
  const { tokens } = await world.auth.unlock({ clientId: 'cli', unlockToken }, world.call());
  expect(tokens.sub).toBe(alice.caller.userId);
});

it('guessing second factors ends after five wrong ones, over all tickets, with the seconds to wait', async () => {
  for (let tries = 0; tries < 5; tries += 1)
    expect(await refusalOf(alice.secondStep(await alice.firstStep(), { code: wrongCode() }))).toEqual({
      name: 'invalid_two_factor',
    });
  const error = await caughtBy(alice.secondStep(await alice.firstStep(), { code: alice.code() }));
  expect(error.errorName).toBe('too_many_requests');
  expect(error.detail?.retryInSeconds).toBe(600);
  const [recovery = ''] = alice.recoveryCodes;
  expect((await refusalOf(alice.secondStep(await alice.firstStep(), { recovery }))).name).toBe('too_many_requests');
  world.time.nowMs += 600_000;
  await alice.secondStep(await alice.firstStep(), { code: alice.code() });
});

it('of 300 parallel guesses of second factors five are checked', async () => {
  const tokens = await Promise.all(Array.from({ length: 10 }, () => alice.firstStep()));
  const sudoToken = await alice.sudo();
  const code = wrongCode();
  const guesses = Array.from({ length: 300 }, (_, number) => {
    const token = tokens[number % tokens.length] ?? '';
    if (number % 3 === 0) return alice.secondStep(token, { code });
    if (number % 3 === 1) return alice.secondStep(token, { recovery: `aaaaa-${number}` });
    const { caller } = alice;
    return world.auth.disableTwoFactor(caller, { sudoToken, code, recoveryCode: '' }, world.call({ caller }));
  });
  const names = (await Promise.all(guesses.map(refusalOf))).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('invalid_two_factor'))).toHaveLength(5);
  expect(names.filter((name) => name === 'too_many_requests')).toHaveLength(295);
});

it('a right second factor does not reset the count of wrong ones', async () => {
  for (let tries = 0; tries < 4; tries += 1)
    await refusalOf(alice.secondStep(await alice.firstStep(), { code: wrongCode() }));
  await alice.secondStep(await alice.firstStep(), { code: alice.code() });
  await refusalOf(alice.secondStep(await alice.firstStep(), { code: wrongCode() }));
  const [recovery = ''] = alice.recoveryCodes;
  expect((await refusalOf(alice.secondStep(await alice.firstStep(), { recovery }))).name).toBe('too_many_requests');
});

const off = async (by: { code?: string; recoveryCode?: string }, sudoToken?: string) =>
  world.auth.disableTwoFactor(
    alice.caller,
    { sudoToken: sudoToken ?? (await alice.sudo()), code: by.code ?? '', recoveryCode: by.recoveryCode ?? '' },
    world.call({ caller: alice.caller }),
  );

it('each change of the second factor needs the password', async () => {
  const call = world.call({ caller: alice.caller });
  for (const sudoToken of ['', 'noise', alice.secret])
    expect(await refusalOf(off({ code: alice.code() }, sudoToken))).toMatchObject({ name: 'permission_denied' });
  expect(await refusalOf(world.auth.setUpTwoFactor(alice.caller, { sudoToken: 'noise' }, call))).toMatchObject({
    name: 'permission_denied',
  });
  expect(
    await refusalOf(world.auth.renewRecoveryCodes(alice.caller, { sudoToken: 'noise' }, world.call())),
  ).toMatchObject({
    name: 'permission_denied',
  });
});

it('switching the second factor off notifies the owner by mail, and the password alone signs in after it', async () => {
  await off({ code: alice.code() });
  expect(world.letters.map(({ kind }) => kind).filter((kind) => kind.startsWith('two-factor'))).toEqual([
    'two-factor-on',
    'two-factor-off',
  ]);
  await world.signIn();
  expect(await world.auth.twoFactor(alice.caller)).toEqual({ enabledMs: null, recoveryCodesLeft: 0 });
  expect(await refusalOf(off({ code: alice.code() }))).toMatchObject({ name: 'failed_precondition' });
});

it('a recovery code switches the second factor off, and a wrong one does not', async () => {
  expect(await refusalOf(off({ recoveryCode: 'aaaaa-aaaaa' }))).toEqual({ name: 'invalid_two_factor_recovery' });
  await off({ recoveryCode: alice.recoveryCodes[3] ?? '' });
  expect(await world.auth.twoFactor(alice.caller)).toMatchObject({ enabledMs: null });
});

it('the second factor is set up once: a second setup and an old setup token change nothing', async () => {
  const call = world.call({ caller: alice.caller });
  expect(
    await refusalOf(world.auth.setUpTwoFactor(alice.caller, { sudoToken: await alice.sudo() }, call)),
  ).toMatchObject({
    name: 'already_exists',
  });
  await off({ code: alice.code() });
  const sudoToken = await alice.sudo();
  const setup = await world.auth.setUpTwoFactor(alice.caller, { sudoToken }, call);
  const enable = (setupToken: string, code: string, caller = alice.caller) =>
    world.auth.enableTwoFactor(caller, { setupToken, code }, world.call({ caller }));
  expect(await refusalOf(enable(setup.setupToken, '000000'))).toMatchObject({ name: 'invalid_two_factor' });
  expect(await refusalOf(enable('noise', '000000'))).toMatchObject({ name: 'expired_token' });
  const { tokens } = await world.signIn({ username: 'bob@example.com' });
  const bob = await world.bearer(tokens.access_token);
  const code = totpCode(setup.secret, world.time.nowMs);
  expect(await refusalOf(enable(setup.setupToken, code, bob))).toMatchObject({ name: 'expired_token' });
  const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(enable(setup.setupToken, code))));
  expect(outcomes.map(({ name }) => name).toSorted()).toEqual(['already_exists', 'already_exists', 'no refusal']);
  world.time.nowMs += 600_000;
  expect(await refusalOf(enable(setup.setupToken, totpCode(setup.secret, world.time.nowMs)))).toMatchObject({
    name: 'expired_token',
  });
});

it('there are ten different recovery codes, and new ones void the old', async () => {
  expect(new Set(alice.recoveryCodes).size).toBe(10);
  for (const code of alice.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const sudoToken = await alice.sudo();
  const { recoveryCodes } = await world.auth.renewRecoveryCodes(alice.caller, { sudoToken }, world.call());
  expect(world.letters.at(-1)).toMatchObject({ kind: 'recovery-codes-renewed', to: 'alice@example.com' });
  const [old = ''] = alice.recoveryCodes;
  expect(await refusalOf(alice.secondStep(await alice.firstStep(), { recovery: old }))).toEqual({
    name: 'invalid_two_factor_recovery',
  });
  await alice.secondStep(await alice.firstStep(), { recovery: recoveryCodes[9] ?? '' });
});

it('neither the secret nor a recovery code is readable in storage', async () => {
  const stored = await runInDurableObject(world.accounts.getByName(alice.caller.userId), (_account, state) =>
    JSON.stringify([
      state.storage.sql.exec('SELECT * FROM two_factor').toArray(),
      state.storage.sql.exec('SELECT * FROM recovery_codes').toArray(),
    ]),
  );
  expect(stored).not.toContain(alice.secret);
  for (const code of alice.recoveryCodes) expect(stored).not.toContain(code.replace('-', ''));
});
