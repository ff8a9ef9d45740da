/**
 * The human check over plain HTTP on the real server: past a limit a token must come from a check, from the command line as
 * well as from a page; and a provider in place of our own work, against a double of its documented call.
 */
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { TASK_PARAMETER } from '#shared/membership/rewards.contract.ts';
import { passCheck, solveWork } from '#test/seed/human.ts';
import { startServer } from '#test/server.ts';
import { makeWireClient } from './wire-client.ts';

const DEVICE = '0123456789abcdef0123456789abcdef';
const SIGN_IN = { action: 'POST:/v1/auth/signin', device_id: DEVICE };
const LIMITS = JSON.stringify({ checkTries: 20, signInAttempts: 3 });

/** The provider's requests and its answer. `silent`: no answer at all. */
const provider = { asked: [] as Record<string, string>[], answer: {} as object | 'silent' };

const double = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString();
  });
  request.on('end', () => {
    provider.asked.push(Object.fromEntries(new URLSearchParams(body)));
    if (provider.answer === 'silent') return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(provider.answer));
  });
});
const port = await listenOnLoopback(double);
const server = await startServer({ env: { LIMITS } });
const checked = await startServer({
  env: {
    LIMITS,
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET: 'hush',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
    MAGPIE_OUTBOUND_ALLOW: `127.0.0.1:${port}`,
  },
});
const wire = makeWireClient(server.origin);

afterAll(async () => {
  await server?.stop();
  await checked?.stop();
  double?.closeAllConnections();
  double?.close();
});

const signIn = (password: string, token = '') =>
  wire.call('POST', '/v1/auth/signin', {
    body: { client_id: 'cli', username: 'bob@example.com', password },
    headers: { 'x-device-id': DEVICE, ...(token === '' ? {} : { 'x-captcha-token': token }) },
  });

test('past the limit of wrong passwords a token without a check opens nothing, and a passed check one try', async () => {
  const early = await wire.call('POST', '/v1/shield/captcha/init', { body: { client_id: 'cli', ...SIGN_IN } });
  expect(early.body.url).toBeUndefined();
  for (let i = 0; i < 3; i += 1) expect((await signIn('wrong')).body.error).toBe('invalid_account_or_password');
  expect((await signIn('magpie-demo')).body.error).toBe('captcha_required');
  expect((await signIn('magpie-demo', early.body.captcha_token)).body.error).toBe('captcha_required');

  // A check follows each refusal; each guess costs one.
  const first = await passCheck(server.origin, SIGN_IN);
  expect((await signIn('wrong', first)).body.error).toBe('invalid_account_or_password');
  expect((await signIn('magpie-demo', first)).body.error).toBe('captcha_invalid');
  const second = await passCheck(server.origin, SIGN_IN);
  const { status, body } = await signIn('magpie-demo', second);
  expect(status).toBe(200);
  const isChecked = async (captcha: string, device = DEVICE): Promise<boolean> => {
    const headers = { 'x-device-id': device, 'x-captcha-token': captcha };
    const call = { token: body.access_token, query: { [TASK_PARAMETER]: 'check_in' }, headers };
    return (await wire.call('GET', '/vip/v1/task/status', call)).body.bot_checked;
  };
  // The state of a task says whether the call carries a passed check, for its device.
  expect(await isChecked(second)).toBe(true);
  expect(await isChecked(second, 'f'.repeat(32))).toBe(false);
  expect(await isChecked(early.body.captcha_token)).toBe(false);
});

async function ticketOf(origin: string): Promise<{ url: string; challenge: string; bound: string }> {
  // A free token is refused once, so that the next answer is a check.
  const ask = async (): Promise<{ captcha_token: string; url?: string }> => {
    const response = await fetch(`${origin}/v1/shield/captcha/init`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: 'cli', ...SIGN_IN }),
    });
    return (await response.json()) as { captcha_token: string; url?: string };
  };
  const guess = (token: string) =>
    fetch(`${origin}/v1/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': DEVICE, 'x-captcha-token': token },
      body: JSON.stringify({ client_id: 'cli', username: 'carla@example.com', password: 'wrong' }),
    });
  for (let i = 0; i < 10; i += 1) {
    const { url, captcha_token: token } = await ask();
    if (url) {
      const challenge = new URL(url).searchParams.get('challenge') ?? '';
      const { jti } = JSON.parse(Buffer.from(challenge.split('.')[0] ?? '', 'base64url').toString()) as { jti: string };
      return { url, challenge, bound: jti };
    }
    await guess(token);
  }
  throw new Error('no check was asked for');
}

const solve = async (challenge: string, solution: string) => {
  const response = await fetch(`${checked.origin}/v1/shield/check/solve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ challenge, solution, redirect_uri: `${checked.origin}/loading`, state: 's' }),
  });
  const body = (await response.json()) as { error?: string; captcha_token?: string };
  return body.error ?? (body.captcha_token ? 'token' : 'nothing');
};

test('a provider decides where one is configured: yes once, and nothing for a lie, a no, or silence', async () => {
  const { url, challenge, bound } = await ticketOf(checked.origin);
  const honest = { success: true, hostname: 'localhost', action: 'human_check', cdata: bound, 'error-codes': [] };

  const page = await fetch(url);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(await page.text()).toContain('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');

  for (const [lie, says] of [
    [{ success: false, 'error-codes': ['invalid-input-response'] }, 'captcha_invalid'],
    [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, 'captcha_invalid'],
    [{ hostname: 'evil.example' }, 'captcha_invalid'],
    [{ action: 'pay' }, 'captcha_invalid'],
    [{ cdata: 'other' }, 'captcha_invalid'],
    [{ success: 'yes' }, 'unavailable'],
  ] as const) {
    provider.answer = { ...honest, ...lie };
    expect(await solve(challenge, 'their-token')).toBe(says);
  }
  provider.answer = 'silent';
  expect(await solve(challenge, 'their-token')).toBe('unavailable');

  provider.answer = honest;
  provider.asked.length = 0;
  expect(await solve(challenge, 'their-token')).toBe('token');
  expect(provider.asked).toEqual([{ secret: 'hush', response: 'their-token', remoteip: expect.any(String) }]);
  expect(await solve(challenge, 'their-token')).toBe('captcha_invalid');
});

test('verifyRecaptchaToken asks the configured provider, and reports when there is none', async () => {
  const ask = async (origin: string, body: object) => {
    const response = await fetch(`${origin}/vip/v1/verifyRecaptchaToken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as object;
  };
  provider.answer = { success: true, hostname: 'localhost', action: 'human_check' };
  expect(await ask(checked.origin, { type: 'turnstile', captcha_token: 't' })).toEqual({ success: true, reason: '' });
  expect(await ask(checked.origin, { type: 'recaptcha', captcha_token: 't' })).toEqual({
    success: false,
    reason: 'provider_off',
  });
  expect(await ask(server.origin, { captcha_token: 't' })).toEqual({ success: false, reason: 'provider_off' });
  provider.answer = { success: true, hostname: 'evil.example', action: 'human_check' };
  expect(await ask(checked.origin, { captcha_token: 't' })).toEqual({ success: false, reason: 'other_site' });
});

test('a locked link requires a check past the limit of wrong passcodes and retains the typed text', async () => {
  const alice = await wire.signIn('alice@example.com');
  const folderId = await alice.makeFolder(`shared ${Date.now()}`);
  const link = await alice.share([folderId], { pass_code_option: 'REQUIRED', custom_pass_code: 'right42' });
  const page = `${server.origin}/s/${link.share_id}`;
  const post = (fields: Record<string, string>) =>
    fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  for (let i = 0; i < 8; i += 1) await post({ pass_code: `no${i}` });
  const held = await (await post({ pass_code: 'right42' })).text();
  const url = /data-check-url="([^"]+)"/.exec(held)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(url).toContain('/human-check?');
  expect(held).toContain('value="right42"');

  const challenge = new URL(url).searchParams.get('challenge') ?? '';
  const work = await fetch(`${server.origin}/v1/shield/check/challenge?${new URLSearchParams({ challenge })}`);
  const solved = await wire.call('POST', '/v1/shield/check/solve', {
    body: {
      challenge,
      solution: await solveWork((await work.json()) as Parameters<typeof solveWork>[0]),
      redirect_uri: `${server.origin}/loading`,
    },
  });
  const opened = await post({ pass_code: 'right42', captcha_token: solved.body.captcha_token });
  expect(opened.status).toBe(303);
});
