/** A sync client signs in by the browser, against the running worker: its questions, the page, the password that it gets once. */
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer } from './cases/newcomer.ts';
import { askAsProgram } from './program-request.ts';
import { env, ORIGIN } from './send.ts';
import { visit } from './visit.ts';
import { makeFolder, makePeople, ok, UNKNOWN_ID } from './world.ts';

const POLL = '/index.php/login/v2/poll';

await makePeople();

interface Started {
  readonly token: string;
  /** Path and query of the page. */
  readonly page: string;
}

async function start(headers: Record<string, string> = {}): Promise<Started> {
  const answer = await askAsProgram('POST', '/index.php/login/v2', {
    headers: { 'user-agent': 'Mozilla/5.0 (Linux) Example-Desktop/4.0 (build)', ...headers },
  });
  expect(answer.status).toBe(200);
  const { poll, login } = await answer.json<{ poll: { token: string; endpoint: string }; login: string }>();
  expect(new URL(poll.endpoint).pathname).toBe(POLL);
  const page = new URL(login);
  expect(page.origin).toBe(ORIGIN);
  return { token: poll.token, page: page.pathname + page.search };
}

const poll = (token: string) => askAsProgram('POST', POLL, { body: `token=${token}` });

/** The cookie of a browser in which the person is signed in. */
async function cookieOf({ email }: NewPerson): Promise<string> {
  const signed = await visit('/auth', { fields: { username: email, password: NEWCOMERS_PASSWORD } });
  return (signed.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

const fieldsOf = (person: NewPerson, { page }: Started, more: Record<string, string>) => ({
  user_code: new URLSearchParams(page.split('?')[1]).get('user_code') ?? '',
  account: person.userId,
  scope: 'write',
  ...more,
});

async function browserOf(): Promise<{ person: NewPerson; cookie: string }> {
  const person = await newcomer();
  return { person, cookie: await cookieOf(person) };
}

const passwordsOf = async ({ token }: NewPerson) => (await ok(authContract.appPasswords, { token })).app_passwords;

it('the page names program, place and person, and opening it allows nothing', async () => {
  const { person, cookie } = await browserOf();
  const started = await start();
  const answer = await visit(started.page, { headers: { cookie } });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  for (const said of [
    'Example-Desktop · Linux',
    '203.0.113.9',
    person.userId,
    'Continue only if you just started this yourself',
  ])
    expect(text).toContain(said);
  expect((await poll(started.token)).status).toBe(404);
  expect(await passwordsOf(person)).toEqual([]);
});

it('after the password of the account the program gets an app password, once, and it opens the drive', async () => {
  const { person, cookie } = await browserOf();
  const started = await start();
  const fields = fieldsOf(person, started, { decision: 'allow', password: NEWCOMERS_PASSWORD });
  expect((await visit(started.page, { fields, headers: { cookie } })).status).toBe(200);
  const answer = await poll(started.token);
  const got = await answer.json<{ server: string; loginName: string; appPassword: string }>();
  expect([answer.status, got.loginName, got.server]).toEqual([
    200,
    person.email,
    new URL(env.PROGRAMS_ORIGIN ?? env.CONTENT_ORIGIN).origin,
  ]);
  const made = await askAsProgram('MKCOL', `/remote.php/dav/files/${person.userId}/made`, {
    password: got.appPassword,
  });
  expect(made.status).toBe(201);
  expect((await poll(started.token)).status).toBe(404);
  expect(await passwordsOf(person)).toMatchObject([{ scope: 'write', name: 'Example-Desktop · Linux' }]);
});

it('the person may allow reading alone', async () => {
  const { person, cookie } = await browserOf();
  const started = await start();
  const fields = fieldsOf(person, started, { decision: 'allow', password: NEWCOMERS_PASSWORD, scope: 'read' });
  await visit(started.page, { fields, headers: { cookie } });
  const { appPassword } = await (await poll(started.token)).json<{ appPassword: string }>();
  const refused = await askAsProgram('MKCOL', `/remote.php/dav/files/${person.userId}/made`, {
    password: appPassword,
  });
  expect(refused.status).toBe(403);
});

it('the person may give one folder in place of the whole drive, without any script', async () => {
  const { person, cookie } = await browserOf();
  const owner = { ...person, refreshToken: '' };
  const outer = await makeFolder(owner, '', 'Outer');
  const inner = await makeFolder(owner, outer, 'Inner');
  const started = await start();
  const post = async (more: Record<string, string>) => {
    const answer = await visit(started.page, { fields: fieldsOf(person, started, more), headers: { cookie } });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await post({ open: '' })).text).toContain(`value="${outer}"`);
  expect((await post({ open: outer, scope: 'read' })).text).toContain(`value="${inner}"`);
  const chosen = await post({ use: inner, scope: 'read' });
  expect(chosen.text).toContain('Inner');
  expect(chosen.text).toContain(`name="folder_id" value="${inner}"`);
  expect((await poll(started.token)).status).toBe(404);
  const allow = { decision: 'allow', password: NEWCOMERS_PASSWORD };
  const gone = await post({ ...allow, folder_id: UNKNOWN_ID });
  expect(gone.status).toBeGreaterThanOrEqual(400);
  expect((await poll(started.token)).status).toBe(404);
  expect((await post({ ...allow, folder_id: inner })).status).toBe(200);
  const { appPassword: password } = await (await poll(started.token)).json<{ appPassword: string }>();
  expect(await passwordsOf(person)).toMatchObject([{ scope: 'write', folder_id: inner }]);
  const base = `/remote.php/dav/files/${person.userId}/`;
  expect((await askAsProgram('PUT', `${base}in.txt`, { password, body: 'x' })).status).toBe(201);
  const seen = await askAsProgram('PROPFIND', `${base}Outer`, { password, headers: { depth: '0' } });
  expect(seen.status).toBe(404);
});

it.each([
  ['a wrong password', { decision: 'allow', password: 'wrong' }],
  ['no password', { decision: 'allow' }],
  ['no decision', { password: NEWCOMERS_PASSWORD }],
  ['the account of another person', { decision: 'allow', password: NEWCOMERS_PASSWORD, account: `V${'x'.repeat(25)}` }],
])('the sign-in of a program: %s allows nothing', async (_what, more) => {
  const { person, cookie } = await browserOf();
  const started = await start();
  await visit(started.page, { fields: fieldsOf(person, started, more), headers: { cookie } });
  expect((await poll(started.token)).status).toBe(404);
  expect(await passwordsOf(person)).toEqual([]);
});

it('a form that another site sends allows nothing', async () => {
  const { person, cookie } = await browserOf();
  const started = await start();
  const fields = fieldsOf(person, started, { decision: 'allow', password: NEWCOMERS_PASSWORD });
  const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await visit(started.page, { fields, headers })).status).toBe(403);
  expect((await poll(started.token)).status).toBe(404);
});

it('a denied program gets nothing, without a password', async () => {
  const { person, cookie } = await browserOf();
  const started = await start();
  const fields = fieldsOf(person, started, { decision: 'deny' });
  expect((await visit(started.page, { fields, headers: { cookie } })).status).toBe(200);
  expect((await poll(started.token)).status).toBe(404);
  expect((await visit(started.page, { headers: { cookie } })).status).toBe(400);
});

it('a visitor signs in first and comes back', async () => {
  const started = await start();
  const answer = await visit(started.page);
  expect(answer.status).toBe(303);
  expect(decodeURIComponent(answer.headers.get('location') ?? '')).toContain(started.page.split('?')[0]);
});

it('a session that ends before the program asks gives it nothing', async () => {
  const { person, cookie } = await browserOf();
  const started = await start();
  const fields = fieldsOf(person, started, { decision: 'allow', password: NEWCOMERS_PASSWORD });
  await visit(started.page, { fields, headers: { cookie } });
  await visit('/auth/sign-out', { fields: {}, headers: { cookie } });
  expect((await poll(started.token)).status).toBe(404);
  expect(await passwordsOf(person)).toEqual([]);
});

it.each([
  ['empty', '', 404],
  ['short', 'x', 404],
  ['unknown', '0'.repeat(34), 404],
  ['given twice', `${'0'.repeat(34)}&token=x`, 404],
  ['longer than a body may be', 'a'.repeat(5_000), 413],
])('a token that is %s is refused', async (_what, token, status) => {
  expect((await poll(token)).status).toBe(status);
});

it('the code of a device is unknown to the page, and the code of a program to the page of devices', async () => {
  const { cookie } = await browserOf();
  const device = await ok(authContract.deviceCode, { body: { client_id: 'tv' } });
  expect((await visit(`/auth/connect?user_code=${device.user_code}`, { headers: { cookie } })).status).toBe(400);
  const { page } = await start();
  expect((await visit(page.replace('/auth/connect', '/auth/device'), { headers: { cookie } })).status).toBe(400);
});

it('only POST asks, and an address that asks too often waits', async () => {
  expect((await askAsProgram('GET', '/index.php/login/v2')).status).toBe(405);
  const headers = { 'cf-connecting-ip': '198.51.100.44' };
  for (let count = 0; count < 60; count += 1) await start(headers);
  const flooded = await askAsProgram('POST', '/index.php/login/v2', { headers });
  expect([flooded.status, flooded.headers.has('retry-after')]).toEqual([429, true]);
});
