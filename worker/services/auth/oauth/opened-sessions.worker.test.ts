/** Sessions that another session opened: who may open which, what they may do, and when they end. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { APP_ORIGIN, PASSWORD } from '../auth-fixture.ts';
import { refresh } from '../session/refresh.ts';
import { bearer, expectRefusal, type Fields, makeOAuthWorld, type OAuthWorld } from './oauth-fixture.ts';

const WEB: Fields = { client_id: 'web', redirect_uri: `${APP_ORIGIN}/auth` };
const EXTENSION: Fields = { client_id: 'extension', redirect_uri: 'magpie-extension://auth' };

let world: OAuthWorld;
beforeEach(async () => {
  world = await makeOAuthWorld();
});

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

async function signIn(clientId: string): Promise<Tokens> {
  const { tokens } = await world.signIn({ clientId });
  return { access: tokens.access_token, refresh: tokens.refresh_token };
}

/** A session of the client of `fields`, opened by a code of another session. */
async function open(from: Tokens, fields: Fields): Promise<Tokens> {
  const { body } = await world.exchange(await world.code(fields, from.access), fields);
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'no refusal';
  } catch (error) {
    return error instanceof AppError ? (error.detail?.reason ?? error.errorName) : error;
  }
}

const isActive = async ({ access }: Tokens) =>
  (await refusalOf(world.auth.profile(await world.bearer(access)))) !== 'session_ended';

const asOperator = async ({ access }: Tokens) =>
  refusalOf(world.auth.requireOperator(await world.bearer(access), 'look'));

it.each(['web', 'windows', 'tv'])('a token of the command line makes no code for `%s`', async (clientId) => {
  const { access } = await signIn('cli');
  const target = clientId === 'windows' ? { client_id: clientId, redirect_uri: 'magpie-windows://auth' } : WEB;
  const asked = { ...target, response_type: 'code', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' };
  expectRefusal(await world.post('/v1/user/authorize', asked, bearer(access)), 'unauthorized_client');
});

it('a token of the extension makes a code for our pages at our own address only', async () => {
  const extension = await open(await signIn('web'), EXTENSION);
  const asked = { response_type: 'code', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' };
  const ask = (fields: Fields) => world.post('/v1/user/authorize', { ...asked, ...fields }, bearer(extension.access));
  expectRefusal(await ask({ client_id: 'web' }), 'invalid_request');
  expectRefusal(await ask({ client_id: 'web', redirect_uri: 'https://evil.example/auth' }), 'invalid_request');
  expect((await ask(WEB)).status).toBe(200);
});

it('a session opened from another ends with it, at any depth, and so does its refresh token', async () => {
  const web = await signIn('web');
  const extension = await open(web, EXTENSION);
  const page = await open(extension, WEB);
  expect([await isActive(extension), await isActive(page)]).toEqual([true, true]);
  await world.auth.signOut({ token: web.refresh }, world.call());
  expect([await isActive(web), await isActive(extension), await isActive(page)]).toEqual([false, false, false]);
  const renewal = refresh(world.parts, { clientId: 'web', refreshToken: page.refresh }, world.call());
  expect(await refusalOf(renewal)).toBe('session_ended');
});

it('a session opened from another ends without it', async () => {
  const web = await signIn('web');
  const extension = await open(web, EXTENSION);
  await world.auth.signOut({ token: extension.access }, world.call());
  expect([await isActive(web), await isActive(extension)]).toEqual([true, false]);
});

it('a session opened from another ends when a stolen refresh token of that one is detected', async () => {
  const web = await signIn('cli');
  const fields = { client_id: 'cli', redirect_uri: 'http://127.0.0.1:1/callback' };
  const opened = await open(web, fields);
  const renew = () => refresh(world.parts, { clientId: 'cli', refreshToken: web.refresh }, world.call());
  await renew();
  world.time.nowMs += MINUTE_MS;
  expect(await refusalOf(renew())).toBe('refresh_token_reused');
  expect(await isActive(opened)).toBe(false);
});

it('a session of a device ends with the session that allowed the device', async () => {
  const web = await signIn('web');
  const { deviceCode, userCode } = await world.startDevice();
  await world.decide(userCode, true, web.access);
  const { body } = await world.poll(deviceCode);
  const tv = { access: String(body.access_token), refresh: String(body.refresh_token) };
  expect(await isActive(tv)).toBe(true);
  await world.auth.signOut({ token: web.refresh }, world.call());
  expect(await isActive(tv)).toBe(false);
});

it('a session that ends all others, its own parent too, continues', async () => {
  const web = await signIn('web');
  const extension = await open(web, EXTENSION);
  await world.auth.endOthers(await world.bearer(extension.access));
  expect([await isActive(web), await isActive(extension)]).toEqual([false, true]);
});

describe("an operator's rights", () => {
  beforeEach(async () => world.auth.setRole(await world.auth.findPerson('alice@example.com'), 'all'));

  it('a session opened by the password has operator rights, before and after a renewal', async () => {
    const web = await signIn('web');
    expect(await asOperator(web)).toBe('no refusal');
    const { tokens } = await refresh(world.parts, { clientId: 'web', refreshToken: web.refresh }, world.call());
    expect(await asOperator({ access: tokens.access_token, refresh: '' })).toBe('no refusal');
  });

  it('a session of our pages opened by a code has no operator rights, nor has its renewal', async () => {
    const page = await open(await open(await signIn('web'), EXTENSION), WEB);
    expect(await asOperator(page)).toBe('operator_sign_in');
    const { tokens } = await refresh(world.parts, { clientId: 'web', refreshToken: page.refresh }, world.call());
    expect(await asOperator({ access: tokens.access_token, refresh: '' })).toBe('operator_sign_in');
  });

  it('a command line opened by a code has no operator rights', async () => {
    const fields = { client_id: 'cli', redirect_uri: 'http://127.0.0.1:1/callback' };
    expect(await asOperator(await open(await signIn('cli'), fields))).toBe('operator_sign_in');
  });

  it('a session opened by a mailed code has no operator rights', async () => {
    const email = 'alice@example.com';
    await world.auth
      .startVerification(
        { clientId: 'cli', email, usage: 'sign-in', captchaToken: await world.captcha('POST:/v1/auth/verification') },
        world.call(),
      )
      .then(async ({ verificationId }) => {
        const code = world.letters.at(-1)?.code ?? '';
        const { verificationToken } = await world.auth.verifyCode({ clientId: 'cli', verificationId, code });
        const input = { clientId: 'cli', username: email, password: '', verificationToken, captchaToken: '' };
        const { tokens } = await world.auth.signIn(input, world.call());
        expect(await asOperator({ access: tokens.access_token, refresh: '' })).toBe('operator_sign_in');
      });
  });

  it('a person who is no operator has no operator rights', async () => {
    const { tokens } = await world.signIn({ clientId: 'web', username: 'bob@example.com', password: PASSWORD });
    expect(await asOperator({ access: tokens.access_token, refresh: '' })).toBe('operators_only');
  });
});
