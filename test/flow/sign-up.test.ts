/**
 * A stranger becomes a person: by the wire contract and by plain forms, with the code read from the demo's mailbox, across a
 * kill. On the real server; nothing of the product is imported.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startServer, type TestServer } from '#test/server.ts';
import { DEVICE_ID, makeWireClient, type WireClient } from './wire-client.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  sent_at: string;
}

/** Without the pause between two codes, which is tested where the clock is the test's own. */
const LIMITS = JSON.stringify({ mailGapSeconds: 0 });
const PASSWORD = 'correct horse battery';
let server: TestServer;
let wire: WireClient;
let people = 0;

beforeAll(async () => {
  server = await startServer({ env: { LIMITS } });
  wire = makeWireClient(server.origin);
});

afterAll(() => server?.stop());

function newAddress(): string {
  people += 1;
  return `person-${people}@example.org`;
}

/** Mails to an address, newest first, once there are `count`; without hints, which come on their own. */
async function mailsTo(address: string, count = 1): Promise<Mail[]> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${server.origin}/_dev/mailbox?to=${encodeURIComponent(address)}`);
    const all = (await response.json()) as Mail[];
    const mails = all.filter(({ headers }) => headers['List-Unsubscribe'] === undefined);
    if (mails.length >= count) return mails;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail ${count} for ${address}`);
}

async function codeFor(address: string, count = 1): Promise<string> {
  const [mail] = await mailsTo(address, count);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

async function askCode(email: string, more: object = {}, language = 'en-US') {
  const captcha = await wire.call('POST', '/v1/shield/captcha/init', {
    body: { client_id: 'cli', action: 'POST:/v1/auth/verification', device_id: DEVICE_ID, meta: { email } },
  });
  return wire.call('POST', '/v1/auth/verification', {
    body: { client_id: 'cli', email, target: 'ANY', ...more },
    headers: { 'x-captcha-token': captcha.body.captcha_token, 'accept-language': language },
  });
}

const verify = (verificationId: string, code: string) =>
  wire.call('POST', '/v1/auth/verification/verify', {
    body: { client_id: 'cli', verification_id: verificationId, verification_code: code },
  });

async function prove(email: string, more: object = {}, count = 1): Promise<string> {
  const asked = await askCode(email, more);
  expect(asked.status).toBe(200);
  const verified = await verify(asked.body.verification_id, await codeFor(email, count));
  expect(verified.status).toBe(200);
  return verified.body.verification_token;
}

const signUp = (email: string, verificationToken: string, password = PASSWORD) =>
  wire.call('POST', '/v1/auth/signup', {
    body: { client_id: 'cli', email, password, verification_token: verificationToken, name: 'Dora' },
  });

test('an address becomes an account with a drive of its own, which outlives a kill', async () => {
  const email = newAddress();
  const asked = await askCode(email, { usage: 'REGISTER' });
  expect(asked.body).toEqual({ verification_id: expect.any(String), expires_in: 600 });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ to: email, subject: expect.stringContaining('Magpie') });
  expect(mail?.sent_at).toMatch(/\+08:00$/);
  const code = await codeFor(email);
  expect(mail?.html).toContain(code);

  const wrong = await verify(asked.body.verification_id, code === '000000' ? '000001' : '000000');
  expect([wrong.status, wrong.body.error, wrong.body.error_code]).toEqual([400, 'invalid_verification_code', 4014]);
  const { verification_token: token, expires_in: life } = (await verify(asked.body.verification_id, code)).body;
  expect(life).toBe(900);
  const reused = await verify(asked.body.verification_id, code);
  expect([reused.status, reused.body.error, reused.body.error_code]).toEqual([400, 'expired_verification_code', 4024]);

  const made = await signUp(email, token);
  expect(made.body).toMatchObject({ token_type: 'Bearer', expires_in: 7200, refresh_token: expect.any(String) });
  const again = await signUp(email, token);
  expect([again.status, again.body.error]).toEqual([409, 'already_exists']);

  const me = await wire.call('GET', '/v1/user/me', { token: made.body.access_token });
  expect(me.body).toMatchObject({ sub: made.body.sub, name: 'Dora', status: 'ACTIVE' });
  const person = { token: made.body.access_token, refreshToken: '', userId: made.body.sub };
  const fileId = await wire.upload(person, { name: 'first.txt', bytes: new TextEncoder().encode('mine') });

  await server.kill9();
  const { dataDir, port } = server;
  server = await startServer({ env: { LIMITS }, dataDir, port });
  const later = await wire.signIn(email, PASSWORD);
  expect(later.userId).toBe(made.body.sub);
  const detail = await later.get(`/drive/v1/files/${fileId}`);
  expect(detail.body).toMatchObject({ name: 'first.txt', size: '4' });
});

test('an acknowledged code arrives once, also when the server is killed at that moment', async () => {
  for (let round = 0; round < 3; round++) {
    const email = newAddress();
    const asked = await askCode(email, { usage: 'REGISTER' });
    expect(asked.status).toBe(200);
    await server.kill9();
    const { dataDir, port } = server;
    server = await startServer({ env: { LIMITS }, dataDir, port });
    const code = await codeFor(email);
    expect((await verify(asked.body.verification_id, code)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
  }
});

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

/** Sends a form as a browser does. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.origin, 'sec-fetch-site': 'same-origin', accept: 'text/html', ...headers },
    body: new URLSearchParams(fields),
  });

/** Hidden fields of the first form of a page. */
function hiddenOf(html: string): Record<string, string> {
  const form = /<form[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

test('by plain forms, without script: a forgotten password is replaced', async () => {
  const email = newAddress();
  await signUp(email, await prove(email, { usage: 'REGISTER' }));
  const step1 = hiddenOf(await (await page('/auth/reset')).text());
  const step2 = hiddenOf(await (await post('/auth/reset', { ...step1, email })).text());
  const done = await post('/auth/reset', { ...step2, code: await codeFor(email, 2), password: 'another long one' });
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('Password changed');
  await wire.signIn(email, 'another long one');
});

test('by plain forms, without script: mail is written in the language of the page', async () => {
  const email = newAddress();
  await post('/auth/sign-up', { step: 'address', email }, { 'accept-language': 'ja' });
  const [mail] = await mailsTo(email);
  expect(mail?.html).toContain('lang="ja"');
});

test('the mailbox is a page for people', async () => {
  const email = newAddress();
  await askCode(email, { usage: 'REGISTER' });
  const code = await codeFor(email);
  const mailbox = await page(`/_dev/mailbox?to=${encodeURIComponent(email)}`);
  expect(mailbox.headers.get('content-type')).toContain('text/html');
  expect(await mailbox.text()).toContain(code);
  const others = await (await page(`/_dev/mailbox?to=${encodeURIComponent(newAddress())}`)).text();
  expect(others).not.toContain(code);
});

test('production has no mailbox, and without a mail service it offers no codes', async () => {
  const port = await freePort();
  const production = await startServer({
    port,
    env: {
      MAGPIE_MODE: 'production',
      APP_ORIGIN: `http://localhost:${port}`,
      CONTENT_ORIGIN: `http://127.0.0.1:${port}`,
    },
  });
  try {
    for (const accept of ['text/html', 'application/json'])
      expect((await fetch(`${production.origin}/_dev/mailbox`, { headers: { accept } })).status).toBe(404);
    const form = await (await fetch(`${production.origin}/auth/sign-up`)).text();
    expect(form).not.toContain('name="email"');
    const client = makeWireClient(production.origin);
    const body = { client_id: 'cli', email: 'someone@example.org', usage: 'REGISTER' };
    expect((await client.call('POST', '/v1/auth/verification', { body })).status).toBe(503);
  } finally {
    await production.stop();
  }
});
