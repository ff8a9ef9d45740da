/**
 * A number becomes an account, mails leave by a relay, and a person takes everything along: on the real server, by the wire
 * contract. Text messages are read from the demo's mailbox, mails from the relay they were sent to.
 */

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '#shared/content/zip-fixture.ts';
import { type SmtpRelay, startSmtpRelay, type TakenMail } from '#test/fakes/smtp-relay.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { type Answer, DEVICE_ID, makeWireClient, type WireClient } from './wire-client.ts';

const LIMITS = JSON.stringify({ mailGapSeconds: 0 });
const PASSWORD = 'correct horse battery';
/** Numbers as people write them, each with its canonical spelling. */
const PHONE = '+1 (415) 555-2671';
const E164 = '+14155552671';
let relay: SmtpRelay;
let server: TestServer;
let wire: WireClient;

const FEEDBACK_TOKEN = 'a token of the mail service';

function settings() {
  const smtp = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(relay.port), SMTP_SECURE: 'off' };
  const mail = { MAIL: 'smtp', MAIL_FROM: 'Magpie <mail@drive.example>', SMS: 'capture', DEFAULT_COUNTRY: 'DE' };
  return { LIMITS, MAIL_FEEDBACK_TOKEN: FEEDBACK_TOKEN, ...mail, ...smtp };
}

beforeAll(async () => {
  relay = await startSmtpRelay();
  server = await startServer({ env: settings() });
  wire = makeWireClient(server.origin);
});

afterAll(async () => {
  await server?.stop();
  // A server that was started again leaves its folder.
  if (server) rmSync(server.dataDir, { recursive: true, force: true });
  await relay?.stop();
});

/** Waits for a state that the server reaches by itself. */
async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never came: ${what}`);
}

interface Captured {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The newest of at least `count` texts to a number. */
function textTo(phone: string, count = 1): Promise<Captured> {
  return until(`text ${count} to ${phone}`, async () => {
    const response = await fetch(`${server.origin}/_dev/mailbox?to=${encodeURIComponent(phone)}`);
    const messages = (await response.json()) as Captured[];
    return messages.length >= count ? messages[0] : undefined;
  });
}

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

async function ask(body: Record<string, string>): Promise<Answer> {
  const captcha = await wire.call('POST', '/v1/shield/captcha/init', {
    body: { client_id: 'cli', action: 'POST:/v1/auth/verification', device_id: DEVICE_ID, meta: {} },
  });
  return wire.call('POST', '/v1/auth/verification', {
    body: { client_id: 'cli', target: 'ANY', selected_channel: '2', ...body },
    headers: { 'x-captcha-token': captcha.body.captcha_token },
  });
}

const verify = (verificationId: string, code: string): Promise<Answer> =>
  wire.call('POST', '/v1/auth/verification/verify', {
    body: { client_id: 'cli', verification_id: verificationId, verification_code: code },
  });

const post = (path: string, body: object): Promise<Answer> =>
  wire.call('POST', path, { body: { client_id: 'cli', ...body } });

describe('a phone number', () => {
  let texts = 0;
  let token = '';

  test('gets a short text: the code first, bound to our host in its last line', async () => {
    const asked = await ask({ phone_number: PHONE, usage: 'REGISTER' });
    expect(asked.body).toEqual({ verification_id: expect.any(String), expires_in: 600 });
    texts += 1;
    const { to, text, html } = await textTo(E164, texts);
    expect([to, html]).toEqual([E164, '']);
    const code = codeIn(text);
    expect(text).toMatch(/^\d{6} is your code/);
    expect(text.split('\n').at(-1)).toBe(`@localhost #${code}`);

    const wrong = await verify(asked.body.verification_id, code === '000000' ? '000001' : '000000');
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 4014]);
    const right = await verify(asked.body.verification_id, code);
    token = right.body.verification_token;
    const again = await verify(asked.body.verification_id, code);
    expect([again.status, again.body.error_code]).toEqual([400, 4024]);
  });

  test('becomes an account, once', async () => {
    const body = { phone_number: PHONE, password: PASSWORD, verification_token: token };
    const stranger = await post('/v1/auth/signup', { ...body, phone_number: '+1 415 555 2672' });
    expect([stranger.status, stranger.body.error_code]).toEqual([400, 4014]);
    const plain = await post('/v1/auth/signup', { ...body, password: '14155552671' });
    expect([plain.status, plain.body.error]).toEqual([400, 'invalid_password']);
    const made = await post('/v1/auth/signup', body);
    expect(made.status).toBe(200);
    const { body: profile } = await wire.call('GET', '/v1/user/me', { token: made.body.access_token });
    expect(profile).toMatchObject({ email: '', phone_number: '+141****71', password: 'SET' });
    expect(profile.name).not.toContain('5552671');
    const repeated = await post('/v1/auth/signup', body);
    expect([repeated.status, repeated.body.error]).toEqual([409, 'already_exists']);
    expect(repeated.body.error_description).toContain('number');
    await wire.call('POST', '/v1/auth/revoke', { body: {}, token: made.body.access_token });
  });
});

test('a mail service reports with its token, through the server as it is reached from outside', async () => {
  const report = (token: string) =>
    wire.call('POST', '/mail/v1/feedback', {
      body: { reports: [{ kind: 'complaint', email: 'reader@example.com', letter: '', reason: '' }] },
      headers: { 'x-mail-token': token },
    });
  expect((await report(FEEDBACK_TOKEN)).status).toBe(200);
  expect((await report('another')).status).toBe(403);
});

test("the visitor's country comes from the server's settings, not from a client's claim", async () => {
  const { body } = await wire.call('GET', '/drive/v1/privilege/area_country_code', {
    headers: { 'cf-ipcountry': 'FR' },
  });
  expect(body).toEqual({ data: { countryCode: 'DE' } });
});

const mailTo = (to: string): Promise<TakenMail> =>
  until(`mail to ${to}`, () => relay.taken.find((mail) => mail.to === to));

test('a mail leaves by the relay, and the code in it makes an account', async () => {
  const email = 'ann@example.org';
  const asked = await ask({ email, usage: 'REGISTER', locale: 'ru' });
  const mail = await mailTo(email);
  expect(mail.from).toBe('mail@drive.example');
  expect(mail.headers.get('from')).toBe('"Magpie" <mail@drive.example>');
  expect(mail.headers.get('subject')).toMatch(/^\d{6} — .*Magpie/);
  expect(mail.html).toContain('lang="ru"');
  const verified = await verify(asked.body.verification_id, codeIn(mail.text));
  const made = await post('/v1/auth/signup', {
    email,
    password: PASSWORD,
    verification_token: verified.body.verification_token,
  });
  expect(made.status).toBe(200);
  const welcome = await until('hints for somebody new', () => relay.taken.filter((taken) => taken.to === email)[1]);
  expect(welcome.headers.get('list-unsubscribe')).toMatch(/^<.+\/mail\/v1\/unsubscribe\?d=[\w-]+>$/);
  expect(welcome.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('a mail: that the relay refuses is said to the person and to operators, and is sent again, once it takes it, as the same one', async () => {
  const email = 'late@example.org';
  const readiness = async (): Promise<string> => (await (await fetch(`${server.origin}/readyz`)).json()).status;
  relay.refuseNext(Number.POSITIVE_INFINITY);
  const refused = await ask({ email, usage: 'REGISTER' });
  expect([refused.status, refused.body.error_description]).toEqual([
    503,
    expect.stringContaining('couldn’t send the code'),
  ]);
  await until('a server that says so', async () => ((await readiness()) === 'degraded' ? true : undefined));
  relay.refuseNext(0);
  const mail = await mailTo(email);
  await until('a server that sends again', async () => ((await readiness()) === 'ready' ? true : undefined));
  expect(mail.headers.get('message-id')).toMatch(/^<[0-9a-f]+@drive\.example>$/);
  expect(relay.taken.filter(({ to }) => to === email)).toHaveLength(1);
});

test('a mail: that the relay took while the server was killed is not sent again', async () => {
  const email = 'once@example.org';
  relay.keepSilent();
  await ask({ email, usage: 'REGISTER' });
  await mailTo(email);
  await server.kill9();
  server = await startServer({ dataDir: server.dataDir, env: settings() });
  wire = makeWireClient(server.origin);
  // The outbox of the former process comes first: it has tried again when later mails arrive.
  for (const later of ['after@example.org', 'then@example.org']) {
    await ask({ email: later, usage: 'REGISTER' });
    await mailTo(later);
  }
  expect(relay.taken.filter(({ to }) => to === email)).toHaveLength(1);
});

const FOLDERS = 15;
const IN_FOLDER = 20;
let shareId = '';

async function make(token: string, name: string, kind: string, parentId: string): Promise<string> {
  const { body } = await wire.call('POST', '/drive/v1/files', {
    token,
    body: { kind, name, parent_id: parentId, size: 0 },
  });
  return body.file.id;
}

test('everything to take along is one document: profile, sessions, storage, each file with its path, links with their counts', async () => {
  const alice = await wire.signIn('alice@example.com', 'magpie-demo');
  const { token, userId } = alice;
  const top = await make(token, 'Übersicht "2026"', 'drive#folder', '');
  const [base, copies] = [
    await make(token, 'base', 'drive#folder', top),
    await make(token, 'copies', 'drive#folder', top),
  ];
  await Promise.all(Array.from({ length: IN_FOLDER }, (_, n) => make(token, `${n}.txt`, 'drive#file', base)));
  for (let made = 1; made < FOLDERS; made += 1) {
    const body = { ids: [base], to: { parent_id: copies } };
    const { body: copied } = await wire.call('POST', '/drive/v1/files:batchCopy', { token, body });
    await wire.waitTask(alice, copied.task_id);
  }
  const made = await wire.call('POST', '/drive/v1/share', {
    token,
    body: { file_ids: [top], pass_code_option: 'REQUIRED', custom_pass_code: 'pass42' },
  });
  shareId = made.body.share_id;

  const answer = await fetch(`${server.origin}/v1/user/export`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="drive-export-\d{4}-\d\d-\d\d\.json"$/,
  );
  const text = await answer.text();
  expect(text.endsWith(',"complete":true}\n')).toBe(true);
  const all = JSON.parse(text);
  expect(all.profile).toMatchObject({ sub: userId, email: 'alice@example.com', name: 'Alice' });
  expect(all.sessions.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1);
  expect(all.second_factor).toEqual({ enabled: false, enabled_at: '', recovery_codes_left: 0 });
  const paths = all.files.map((file: { path: string }) => file.path);
  expect([paths.length, new Set(paths).size]).toEqual([2 + FOLDERS + FOLDERS * IN_FOLDER, paths.length]);
  expect(paths).toContain('/Übersicht "2026"/copies/base(13)/19.txt');
  expect(all.files.every((file: { complete: boolean }) => file.complete)).toBe(true);
  expect(all.shares).toEqual([
    expect.objectContaining({ share_id: shareId, has_pass_code: true, view_count: '0', restore_count: '0' }),
  ]);
  expect(text).not.toContain('pass42');
});

test('everything to take along is a page of the browser’s session too, and leads a visitor to signing in', async () => {
  const page = `${server.origin}/drive/account/export`;
  const visitor = await fetch(page, { redirect: 'manual' });
  expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/auth?next=%2Fdrive%2Faccount%2Fexport']);
  const signedIn = await wire.call('POST', '/v1/auth/signin', {
    body: { client_id: 'web', username: 'carla@example.com', password: 'magpie-demo' },
    headers: { 'sec-fetch-site': 'same-origin', origin: server.origin },
  });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const saved = await fetch(page, { headers: { cookie } });
  expect([saved.status, saved.headers.get('content-disposition')?.slice(0, 11)]).toEqual([200, 'attachment;']);
  expect(await saved.json()).toMatchObject({
    profile: { email: 'carla@example.com', premium: true },
    complete: true,
  });
  const carla = await wire.signIn('carla@example.com', 'magpie-demo');
  await wire.upload(carla, { name: 'kept.txt', bytes: new TextEncoder().encode('kept') });
  const files = await fetch(`${server.origin}/drive/account/files`, { headers: { cookie } });
  expect([files.status, files.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bytes = new Uint8Array(await files.arrayBuffer());
  const entries = readZip((start, end) => bytes.subarray(start, end), bytes.length);
  expect(entries.map(({ path: name }) => name)).toContain('kept.txt');
  const stranger = await fetch(`${server.origin}/drive/account/files`, { redirect: 'manual' });
  expect(stranger.headers.get('location')).toBe('/auth?next=%2Fdrive%2Faccount%2Ffiles');
});
