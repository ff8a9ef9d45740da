import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { refusal } from '#worker/platform/call-fixture.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import type { VerificationUsage } from '../address/verification.ts';
import { makeWorld, PASSWORD, type TestWorld } from '../auth-fixture.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { signUp as signUpWith } from './sign-up.ts';

let world: TestWorld;
let email: string;
beforeEach(async () => {
  world = await makeWorld();
  email = `${newHexId(6)}@example.com`;
});

async function start(to = email, usage: VerificationUsage = 'sign-up') {
  const captchaToken = await world.captcha('POST:/v1/auth/verification');
  return world.auth.startVerification({ clientId: 'cli', email: to, usage, captchaToken }, world.call());
}
async function prove(to = email, usage: VerificationUsage = 'sign-up'): Promise<string> {
  const { verificationId } = await start(to, usage);
  const code = world.letters.at(-1)?.code ?? '';
  return (await world.auth.verifyCode({ clientId: 'cli', verificationId, code })).verificationToken;
}
const signUp = (verificationToken: string, more: { email?: string; password?: string; name?: string } = {}) =>
  world.auth.signUp(
    { clientId: 'cli', email, password: 'correct horse', name: '', verificationToken, ...more },
    world.call(),
  );
const byCode = (verificationToken: string, username = email) =>
  world.auth.signIn({ clientId: 'cli', username, password: '', captchaToken: '', verificationToken }, world.call());

async function holderOf(address: string): Promise<string | null> {
  const digest = toHex(await world.keyring.mac(IDENTIFIER_PURPOSE, `email:${address}`));
  const found = await world.directory.getByName(directoryObjectName(digest)).lookup(digest);
  return found.ok ? found.value.userId : null;
}
async function reserve(address: string, userId: string): Promise<void> {
  const digest = toHex(await world.keyring.mac(IDENTIFIER_PURPOSE, `email:${address}`));
  await world.directory.getByName(directoryObjectName(digest)).reserve(digest, userId);
}

const ascii = (name: string) => `${name}@xn--bcher-kva.xn--p1ai`;

it('an address with an international domain makes one account however it is typed, stored and written to in ASCII', async () => {
  const name = newHexId(6);
  const token = await prove(`\u200b ${name}＠BÜCHER。рф.`);
  expect(world.letters.at(-1)).toMatchObject({ to: ascii(name) });
  await signUp(token, { email: `<${name}@bücher.рф>` });
  expect(await holderOf(ascii(name))).not.toBe(null);
  for (const username of [
    ascii(name),
    ascii(name).toUpperCase(),
    `${name}@bücher.рф`,
    `${name}@bu\u0308cher。рф`,
    `mailto:${name}＠bücher.рф`,
  ])
    expect(
      await world.auth.signIn({ clientId: 'cli', username, password: 'correct horse', captchaToken: '' }, world.call()),
    ).toHaveProperty('tokens');
  expect(await holderOf(`${name}@bücher.рф`)).toBe(null);
});

it('an address with an international domain is refused where it is none', async () => {
  for (const address of ['a@пример.рф/x', 'a@例 子.中国', 'a@xn--.рф', 'é@example.com', 'a@[::1]', 'a@127。0。0。1'])
    expect([address, await refusal(start(address))]).toEqual([address, 'invalid_argument']);
});

it('a request for a code needs a captcha token for it', async () => {
  const ask = (captchaToken: string) =>
    world.auth.startVerification({ clientId: 'cli', email, usage: 'sign-up', captchaToken }, world.call());
  expect(await refusal(ask(''))).toBe('captcha_required');
  expect(await refusal(ask('noise'))).toBe('captcha_invalid');
  expect(await refusal(ask(await world.captcha('POST:/v1/auth/signin')))).toBe('captcha_invalid');
  const token = await world.captcha('POST:/v1/auth/verification');
  expect(await refusal(ask(token))).toBe('no refusal');
  expect(await refusal(ask(token))).toBe('captcha_invalid');
});

it('a request for a code costs and answers the same for known and unknown people', async () => {
  for (const usage of ['sign-up', 'reset', 'sign-in'] as const) {
    const seen: unknown[] = [];
    for (const to of [usage === 'reset' ? 'alice@example.com' : 'bob@example.com', email]) {
      world.time.nowMs += 60_000;
      const captchaToken = await world.captcha('POST:/v1/auth/verification');
      Object.assign(world.spent, { argon2: 0, objectCalls: 0 });
      const before = world.letters.length;
      const { verificationId, isUser, ...answer } = await world.auth.startVerification(
        { clientId: 'cli', email: to, usage, captchaToken },
        world.call(),
      );
      expect(isUser === null).toBe(usage !== 'sign-in');
      seen.push({
        ...answer,
        idChars: verificationId.length,
        letters: world.letters.length - before,
        ...world.spent,
      });
    }
    expect(seen[0]).toEqual(seen[1]);
  }
});

it('only a sign-in code reports whether there is an account, and an unfinished sign-up is none', async () => {
  expect((await start('alice@example.com', 'sign-in')).isUser).toBe(true);
  expect((await start(email, 'sign-in')).isUser).toBe(false);
  const broken = `${newHexId(6)}@example.com`;
  await reserve(broken, newWireId());
  expect((await start(broken, 'sign-in')).isUser).toBe(false);
});

it('a code is written in the language of the call, or the one it names', async () => {
  const ask = async (language: string, locale: 'ja' | 'ru') => {
    const captchaToken = await world.captcha('POST:/v1/auth/verification');
    const to = `${newHexId(6)}@example.com`;
    const input = { clientId: 'cli', email: to, usage: 'sign-up' as const, captchaToken, language };
    await world.auth.startVerification(input, world.call({ locale }));
    return world.letters.at(-1)?.locale;
  };
  expect([await ask('', 'ja'), await ask('ko-KR', 'ja'), await ask('tlh', 'ru')]).toEqual(['ja', 'ko', 'ru']);
});

it.each(['', 'nobody', 'a@b', 'a@b.co, c@d.ef', 'a@b.co\r\nBcc: c@d.ef'])(
  'a request for a code to %j is refused',
  async (to) => {
    expect(await refusal(start(to))).toBe('invalid_argument');
    expect(world.letters).toEqual([]);
  },
);

it('a request for a code is unavailable where no mail can leave', async () => {
  world.post.ready = false;
  expect(await refusal(start())).toBe('unavailable');
});

it('a request for a code of an unknown client is refused', async () => {
  const input = { clientId: 'stranger', email, usage: 'sign-up' as const, captchaToken: '' };
  expect(await refusal(world.auth.startVerification(input, world.call()))).toBe('unauthorized_client');
  expect(await refusal(world.auth.verifyCode({ clientId: '', verificationId: 'x', code: '1' }))).toBe(
    'invalid_argument',
  );
});

it('a sign-up creates an account, signs in, and its password works from then on', async () => {
  const { tokens, setCookie } = await signUp(await prove(), { name: ' Dora  Lang ' });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 7_200, scope: 'user pan offline' });
  expect(setCookie).toContain(tokens.refresh_token);
  const profile = await world.auth.profile(await world.bearer(tokens.access_token));
  expect(profile).toMatchObject({ sub: tokens.sub, name: 'Dora Lang', status: 'ACTIVE', password: 'SET' });
  const again = await world.signIn({ username: email.toUpperCase(), password: 'correct horse' });
  expect(again.tokens.sub).toBe(tokens.sub);
  expect(await refusal(world.signIn({ username: email, password: PASSWORD }))).toBe('invalid_account_or_password');
});

it('a sign-up takes the name from the address when none is given', async () => {
  const { tokens } = await signUp(await prove());
  expect((await world.auth.profile(await world.bearer(tokens.access_token))).name).toBe(email.split('@')[0]);
});

it.each([
  ['short', '1234567'],
  ['long', 'x'.repeat(129)],
])('a sign-up with a password too %s is refused, and the token still works', async (_what, password) => {
  const token = await prove();
  expect(await refusal(signUp(token, { password }))).toBe('invalid_password');
  expect(await refusal(signUp(token, { password: email.toUpperCase() }))).toBe('invalid_password');
  expect(await refusal(signUp(token))).toBe('no refusal');
});

it.each(['Password1!', 'magpie2026', 'Theodora Lang'])(
  'a sign-up with the password %j, which others try first, is refused, and the token still works',
  async (password) => {
    const token = await prove();
    expect(await refusal(signUp(token, { password, name: 'Theodora Lang' }))).toBe('invalid_password');
    expect(await refusal(signUp(token))).toBe('no refusal');
  },
);

it('a sign-up of an address with an account is already_exists, and changes nothing there', async () => {
  const token = await prove('alice@example.com');
  const error = (await signUp(token, { email: 'alice@example.com' }).catch((caught: unknown) => caught)) as AppError;
  expect([error.errorName, error.detail?.messageKey]).toEqual(['already_exists', 'auth.sign_up.exists']);
  expect(await refusal(world.signIn())).toBe('no refusal');
  expect(await refusal(world.signIn({ password: 'correct horse' }))).toBe('invalid_account_or_password');
});

it('100 parallel sign-ups with one token create one account', async () => {
  const token = await prove();
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      signUp(token, { password: `correct horse ${i}` }).then(
        ({ tokens }) => tokens.sub,
        (error: AppError) => error.errorName,
      ),
    ),
  );
  const userId = await holderOf(email);
  expect(outcomes.filter((outcome) => outcome === userId)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'already_exists')).toHaveLength(99);
  const winner = outcomes.indexOf(userId ?? '');
  expect((await world.signIn({ username: email, password: `correct horse ${winner}` })).tokens.sub).toBe(userId);
  const sessions = await runInDurableObject(world.accounts.getByName(userId ?? ''), (_object, state) =>
    state.storage.sql.exec('SELECT 1 FROM families').toArray(),
  );
  expect(sessions).toHaveLength(2);
});

it('the same token finishes a sign-up interrupted after its address was reserved', async () => {
  const token = await prove();
  const halfway = newWireId();
  await reserve(email, halfway);
  const { tokens } = await signUp(token);
  expect(tokens.sub).toBe(halfway);
});

it('a later code finishes an interrupted sign-up too', async () => {
  await reserve(email, newWireId());
  world.time.nowMs += 3_600_000;
  expect(await refusal(signUp(await prove()))).toBe('no refusal');
});

it('a sign-up with a token for a new password is refused', async () => {
  const token = await prove('alice@example.com', 'reset');
  expect(await refusal(signUp(token, { email: 'alice@example.com' }))).toBe('invalid_verification_code');
});

it('a sign-up cannot be repeated', async () => {
  const token = await prove();
  await signUp(token);
  expect(await refusal(signUp(token))).toBe('already_exists');
  expect(await refusal(byCode(token))).toBe('invalid_verification_code');
});

it.each<[string, () => Promise<string>, string]>([
  ['of another address', () => prove('other@example.com'), 'invalid_verification_code'],
  [
    'of another installation',
    async () => {
      const [here, there] = [world, await makeWorld()];
      world = there;
      const token = await prove();
      world = here;
      return token;
    },
    'invalid_verification_code',
  ],
  ['that is noise', async () => 'noise', 'invalid_verification_code'],
  [
    'that is past its 15 minutes',
    async () => {
      const token = await prove();
      world.time.nowMs += 900_000;
      return token;
    },
    'expired_verification_code',
  ],
])('a sign-up with a token %s is refused, and reserves no address', async (_what, make, name) => {
  expect(await refusal(signUp(await make()))).toBe(name);
  expect(await holderOf(email)).toBeNull();
});

it('a sign-in by code opens one session of the account', async () => {
  const token = await prove('alice@example.com', 'sign-in');
  const { tokens } = await byCode(token, 'Alice@Example.com');
  expect(tokens.sub).toBe((await world.signIn()).tokens.sub);
  expect(await refusal(byCode(token, 'alice@example.com'))).toBe('invalid_verification_code');
});

it('50 parallel sign-ins with one verification token open one session', async () => {
  const token = await prove('alice@example.com', 'sign-in');
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusal(byCode(token, 'alice@example.com'))));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
});

it('a sign-in by code of an unknown person is refused as such, and the same token creates the account', async () => {
  const token = await prove(email, 'sign-in');
  expect(await refusal(byCode(token))).toBe('user_not_exist');
  expect(await refusal(signUp(token))).toBe('no refusal');
  expect(await refusal(byCode(token))).toBe('invalid_verification_code');
});

it.each<[string, VerificationUsage]>([
  ['signing up', 'sign-up'],
  ['a new password', 'reset'],
])('a sign-in with a code for %s is refused', async (_what, usage) => {
  expect(await refusal(byCode(await prove('alice@example.com', usage), 'alice@example.com'))).toBe(
    'invalid_verification_code',
  );
});

it('a sign-in by code of a blocked person is refused, and so is one by name or another address', async () => {
  const token = await prove('alice@example.com', 'sign-in');
  expect(await refusal(byCode(token, 'alice'))).toBe('invalid_verification_code');
  expect(await refusal(byCode(token, 'bob@example.com'))).toBe('invalid_verification_code');
  const { tokens } = await world.signIn();
  await runInDurableObject(world.accounts.getByName(tokens.sub), (_object, state) => {
    state.storage.sql.exec("UPDATE account SET status = 'BLOCKED'");
  });
  expect(await refusal(byCode(token, 'alice@example.com'))).toBe('user_blocked');
});

it('a sign-in without code and password is refused before any look-up', async () => {
  Object.assign(world.spent, { argon2: 0, objectCalls: 0 });
  expect(await refusal(world.signIn({ password: '' }))).toBe('invalid_argument');
  expect(world.spent).toEqual({ argon2: 0, objectCalls: 0 });
});

it('a sign-up whose password could not be hashed leaves no address without an account', async () => {
  const verificationToken = await prove();
  const passwords = { ...world.parts.passwords, hash: () => Promise.reject(new AppError('unavailable')) };
  const input = { clientId: 'cli', email, password: 'correct horse', name: '', verificationToken };
  expect(await refusal(signUpWith({ ...world.parts, passwords }, input, world.call()))).toBe('unavailable');
  expect(await holderOf(email)).toBeNull();
  expect(await refusal(signUp(verificationToken))).toBe('no refusal');
});
