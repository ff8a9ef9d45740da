/** Numbers in the place of addresses: the same costs, budgets and bindings, and one identifier however it is written. */
import { expect, it } from 'vitest';
import { newDigits } from '#worker/platform/ids.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';

const PASSWORD = 'a password of the test';
const ACTION = 'POST:/v1/auth/verification';

// The first call of a file loads the whole Worker.
const world = await makeWorld({ mailGapSeconds: 60, mailsPerDay: 2 });

const freshPhone = (): string => `+1415${2 + (Number(newDigits(1)) % 7)}${newDigits(6)}`;

async function ask(input: Parameters<TestWorld['auth']['startVerification']>[0] | object, callMore = {}) {
  const captchaToken = await world.captcha(ACTION);
  return world.auth.startVerification(
    { clientId: 'cli', usage: 'sign-up', captchaToken, ...input },
    world.call(callMore),
  );
}

/** A verification token for a number, and the letter it came by. */
async function prove(phone: string, usage: 'sign-up' | 'sign-in' | 'reset' = 'sign-up') {
  const { verificationId } = await ask({ phone, usage });
  const letter = world.letters.at(-1);
  const verified = await world.auth.verifyCode({ clientId: 'cli', verificationId, code: letter?.code ?? '' });
  return { letter, verificationToken: verified.verificationToken };
}

const signUp = (phone: string, verificationToken: string) =>
  world.auth.signUp({ clientId: 'cli', phone, password: PASSWORD, verificationToken, name: '' }, world.call());

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { errorName?: string; message: string }) => error.errorName ?? error.message,
  );

it('a number gets its code by text message, in E.164', async () => {
  const phone = freshPhone();
  const { letter } = await prove(`${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5)}`);
  expect(letter).toMatchObject({ kind: 'sign-up-code', channel: 'sms', to: phone });
});

it('a number makes an account whose name shows no part of it, and any spelling signs in', async () => {
  const phone = freshPhone();
  const { verificationToken } = await prove(phone);
  const { tokens } = await signUp(phone, verificationToken);
  const caller = await world.bearer(tokens.access_token);
  const profile = await world.auth.profile(caller);
  expect([profile.email, profile.phone_number]).toEqual(['', `${phone.slice(0, 4)}****${phone.slice(-2)}`]);
  expect(profile.name).not.toContain(phone.slice(4, -2));
  // Nor is it proposed as the name that strangers read.
  expect(await world.auth.proposedName(caller)).toMatchObject({ isOfAddress: true });
  const typed = ` ${phone.slice(0, 2)} ${phone.slice(2, 5)}-${phone.slice(5)}`;
  const again = await world.signIn({ username: typed, password: PASSWORD });
  expect(again.tokens.sub).toBe(tokens.sub);
});

it('the token of a number opens no other number and no address', async () => {
  const [phone, other] = [freshPhone(), freshPhone()];
  const { verificationToken } = await prove(phone);
  expect(await refusal(signUp(other, verificationToken))).toBe('invalid_verification_code');
  const byMail = world.auth.signUp(
    { clientId: 'cli', email: 'x@example.com', password: PASSWORD, verificationToken, name: '' },
    world.call(),
  );
  expect(await refusal(byMail)).toBe('invalid_verification_code');
  expect(await refusal(signUp(phone, verificationToken))).toBe('done');
});

it('a code costs the same object calls for a known and an unknown number', async () => {
  const phone = freshPhone();
  await signUp(phone, (await prove(phone)).verificationToken);
  world.time.nowMs += 86_400_000;
  const cost = async (number: string) => {
    const captchaToken = await world.captcha(ACTION);
    world.spent.objectCalls = 0;
    await world.auth.startVerification({ clientId: 'cli', phone: number, usage: 'reset', captchaToken }, world.call());
    return [world.spent.objectCalls, world.letters.at(-1)?.kind];
  };
  const [known, unknown] = [await cost(phone), await cost(freshPhone())];
  expect(known[0]).toBe(unknown[0]);
  expect([known[1], unknown[1]]).toEqual(['reset-code', 'reset-nobody']);
});

it('a number gets no second text within a minute and no third on one day, in any spelling', async () => {
  const phone = freshPhone();
  await ask({ phone });
  expect(await refusal(ask({ phone: ` ${phone.slice(0, 5)}-${phone.slice(5)}` }))).toBe('verification_rate_limited');
  world.time.nowMs += 61_000;
  await ask({ phone });
  world.time.nowMs += 61_000;
  expect(await refusal(ask({ phone }))).toBe('verification_rate_limited');
});

it('a new password is notified by text message where there is no mailbox', async () => {
  const phone = freshPhone();
  const { tokens } = await signUp(phone, (await prove(phone)).verificationToken);
  world.time.nowMs += 61_000;
  const { verificationToken } = await prove(phone, 'reset');
  const reset = { clientId: 'cli', phone, newPassword: `${PASSWORD} two`, verificationToken };
  await world.auth.resetPassword(reset, world.call());
  expect(world.letters.at(-1)).toMatchObject({ kind: 'password-changed', channel: 'sms', to: phone });
  expect((await world.signIn({ username: phone, password: `${PASSWORD} two` })).tokens.sub).toBe(tokens.sub);
});

it('a number may not be the password of its account', async () => {
  const phone = freshPhone();
  const { verificationToken } = await prove(phone);
  for (const password of [phone, phone.slice(1)]) {
    const tried = world.auth.signUp({ clientId: 'cli', phone, password, verificationToken, name: '' }, world.call());
    expect(await refusal(tried)).toBe('invalid_password');
  }
});

it('a code to a number is unavailable where no text message leaves, while mail works', async () => {
  world.post.textReady = false;
  expect(await refusal(ask({ phone: freshPhone() }))).toBe('unavailable');
  expect(await refusal(ask({ email: 'still@example.com' }))).toBe('done');
  world.post.textReady = true;
});

it('a code for a change of address needs the signed-in person and its own channel', async () => {
  const { tokens } = await world.signIn();
  const caller = await world.bearer(tokens.access_token);
  const phone = freshPhone();
  expect(await refusal(ask({ phone, usage: 'change-phone' }))).toBe('unauthenticated');
  expect(await refusal(ask({ phone, usage: 'change-email' }, { caller }))).toBe('invalid_argument');
  const ended = { ...caller, sessionId: 'f'.repeat(32) };
  expect(await refusal(ask({ phone, usage: 'change-phone' }, { caller: ended }))).toBe('unauthenticated');
  await ask({ phone, usage: 'change-phone' }, { caller });
  expect(world.letters.at(-1)).toMatchObject({ kind: 'change-code', channel: 'sms', to: phone });
  await ask({ email: 'bob@example.com', usage: 'change-email' }, { caller });
  expect(world.letters.at(-1)).toMatchObject({ kind: 'change-code', channel: 'mail', to: 'bob@example.com' });
});

it('the token of a change of address opens neither a sign-up nor a sign-in', async () => {
  const { tokens } = await world.signIn();
  const phone = freshPhone();
  const caller = await world.bearer(tokens.access_token);
  const { verificationId } = await ask({ phone, usage: 'change-phone' }, { caller });
  const code = world.letters.at(-1)?.code ?? '';
  const { verificationToken } = await world.auth.verifyCode({ clientId: 'cli', verificationId, code });
  expect(await refusal(signUp(phone, verificationToken))).toBe('invalid_verification_code');
  const byToken = { clientId: 'cli', username: phone, password: '', captchaToken: '', verificationToken };
  expect(await refusal(world.auth.signIn(byToken, world.call()))).toBe('invalid_verification_code');
});
