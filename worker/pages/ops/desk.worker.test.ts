/** The operators' desk as plain forms of a browser without script, and the calls of clients and of the command line beside it. */
import { expect, it, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { configContract } from '#shared/config/contract.ts';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { env, makeServer, ORIGIN, send } from '#test/contract/send.ts';
import { smallPicture } from '#test/contract/small-picture.ts';
import { visit } from '#test/contract/visit.ts';
import { ok, seed } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { shownAct } from './desk.tsx';

const HOST = new URL(ORIGIN).host;
const calm = makeServer({ bindings: { SHIELD_MODE: 'never' } });
/** No other test publishes it. */
const NAME = 'debug_options';
const PAGE = `/ops/${NAME}`;
const MALFORMED = '{\n  "default": { "allow_vconsole": "yes" }\n}';

function get(path: string, cookie = ''): Promise<Response> {
  const headers = { host: HOST, accept: 'text/html', 'accept-language': 'ja', cookie };
  return visit(path, { headers, server: calm });
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return visit(path, { fields, headers: { 'cf-connecting-ip': '203.0.113.9', ...headers }, server: calm });
}

async function cookieOf(person: string): Promise<string> {
  const fields = { username: `${person}@example.com`, password: 'magpie-demo' };
  const answer = await post('/auth', fields);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function console_(verb: string, body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await visit(`/_internal/config/${verb}`, {
    body: JSON.stringify(body),
    headers: { 'x-magpie-internal': env.INTERNAL_TOKEN },
    server: calm,
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const documents = servicesOf(env).documents;

/** The session cookie of a renewal. */
async function renew(cookie: string): Promise<string> {
  const answer = await send(authContract.token, {
    body: { client_id: 'web', grant_type: 'refresh_token' },
    headers: { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    server: calm,
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** The fields that the editor's form sends. */
async function editor(text: string, act: string): Promise<Record<string, string>> {
  const { version, draft, draftRevision } = await documents.read(NAME);
  return { text, act, base: String(draft?.base ?? version), revision: String(draftRevision), note: 'by hand' };
}

/** A right text that is not live now. */
async function otherText(): Promise<string> {
  const { version } = await documents.read(NAME);
  const variants = [{ when: { clients: [`client-${version}`] }, values: { allow_vconsole: true } }];
  return `${JSON.stringify({ default: { allow_vconsole: false }, variants }, null, 2)}\n`;
}

await seed();
const olga = await cookieOf('olga');
const alice = await cookieOf('alice');

it.each(['/ops', PAGE, '/ops/log', '/ops/nothing'])('a user who is no operator sees nothing of %s', async (path) => {
  for (const cookie of ['', alice, '__Host-magpie_session=noise']) {
    const answer = await get(path, cookie);
    const html = await answer.text();
    expect(answer.status).toBe(403);
    expect(html).not.toContain('allow_vconsole');
    expect(html).not.toContain('Redirect rules');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  }
});

it('a user who is no operator changes nothing with any form', async () => {
  const before = await documents.read(NAME);
  for (const cookie of ['', alice]) {
    const answer = await post(PAGE, await editor(await otherText(), 'publish'), { cookie });
    expect(answer.status).toBe(403);
  }
  expect(await documents.read(NAME)).toEqual(before);
});

it.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': '', origin: 'https://evil.example.com' },
])('a form that another site sends with the operator’s cookie: changes nothing: %j', async (headers) => {
  const before = await documents.read(NAME);
  const answer = await post(PAGE, await editor(await otherText(), 'publish'), { cookie: olga, ...headers });
  expect(answer.status).toBe(403);
  expect(await documents.read(NAME)).toEqual(before);
});

it('an operator sees every document in English, in a page that is not cached or indexed', async () => {
  const answer = await get('/ops', olga);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  for (const { title } of Object.values(DOCUMENTS)) expect(html).toContain(title.replaceAll('&', '&amp;'));
  expect(html).toContain('<html lang="en-US"');
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it.each(Object.keys(DOCUMENTS))('an operator opens the page of %s', async (name) => {
  const answer = await get(`/ops/${name}`, olga);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('History');
});

it('an operator gets the not-found page for an unknown document', async () =>
  expect((await get('/ops/nothing', olga)).status).toBe(404));

it('a malformed text is saved as the draft with line and column of its problem, and never goes live', async () => {
  const live = await documents.read(NAME);
  const answer = await post(PAGE, await editor(MALFORMED, 'publish'), { cookie: olga });
  expect(answer.status).toBe(400);
  const html = (await answer.text()).replaceAll('<!-- -->', '');
  expect(html).toContain('Line 2, column 34: default.allow_vconsole');
  expect(await documents.read(NAME)).toMatchObject({ version: live.version, draft: { text: MALFORMED } });
  expect(await (await get(PAGE, olga)).text()).toContain('allow_vconsole&quot;: &quot;yes&quot;');
});

it('an operator publishes a version, sees it in history and log, and rolls it back', async () => {
  const { version, text: before } = await documents.read(NAME);
  const text = await otherText();
  const answer = await post(PAGE, await editor(text.replaceAll('\n', '\r\n'), 'publish'), { cookie: olga });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}?done=published`]);
  expect(await documents.read(NAME)).toMatchObject({ version: version + 1, text, draft: null });
  const html = (await (await get(PAGE, olga)).text()).replaceAll('<!-- -->', '');
  expect(html).toContain(`Version ${version + 1} (live)`);
  expect(html).toContain('“by hand”');
  expect(await (await get('/ops/log', olga)).text()).toContain('Olga');

  const look = await (await get(`${PAGE}?look=${version}`, olga)).text();
  expect(look).toContain('Changes by rolling back');
  const back = { act: 'rollback', version: String(version), base: String(version + 1) };
  const rolled = await post(PAGE, back, { cookie: olga });
  expect([rolled.status, rolled.headers.get('location')]).toEqual([303, `${PAGE}?done=back`]);
  expect(await documents.read(NAME)).toMatchObject({ version: version + 2, text: before });
});

it('the typed text is kept when another operator published first', async () => {
  const fields = await editor(await otherText(), 'publish');
  await console_('publish', {
    name: NAME,
    text: (await otherText()).replace('client-', 'faster-'),
    base_version: Number(fields['base']),
  });
  const { version } = await documents.read(NAME);
  const answer = await post(PAGE, fields, { cookie: olga });
  const html = (await answer.text()).replaceAll('<!-- -->', '');
  expect(answer.status).toBe(400);
  expect(html).toContain(`Version ${version} was published since`);
  expect(html).toContain(`name="base" value="${version}"`);
  expect(await documents.read(NAME)).toMatchObject({ version, draft: { text: fields['text'] } });
  await post(PAGE, { act: 'discard' }, { cookie: olga });
  expect((await documents.read(NAME)).draft).toBeNull();
});

it('the form of a document saves, refuses at the field, and keeps what was typed', async () => {
  const page = '/ops/frame';
  const send = async (act: string, lines: string, extra: Record<string, string> = {}) => {
    const { version, draft, draftRevision } = await documents.read('frame');
    const base = { base: String(draft?.base ?? version), revision: String(draftRevision), note: '', form: '1' };
    const answer = await post(page, { ...base, act, 'v/default/parents': lines, ...extra }, { cookie: olga });
    return { answer, html: (await answer.text()).replaceAll('<!-- -->', '') };
  };
  const { version } = await documents.read('frame');
  const wrong = await send('publish', 'https://a.example.com\r\nhttps://b.example.com/path');
  expect(wrong.answer.status).toBe(400);
  expect(wrong.html).toMatch(/id="f\/default\/parents-error".*?Line 2: must be an origin/s);
  expect(wrong.html).toContain('https://b.example.com/path</textarea>');
  expect(await documents.read('frame')).toMatchObject({ version, draft: { base: version } });

  const added = await send('add /variants', 'https://a.example.com');
  expect([added.answer.status, added.html.includes('Remove variant 1')]).toEqual([200, true]);
  const odd = await send('publish', '', { 'x/default?': '{ "no": ' });
  expect([odd.answer.status, odd.html.includes('{ &quot;no&quot;: </textarea>')]).toEqual([400, true]);
  // A button saves nothing, and neither does JSON that cannot be read.
  expect((await documents.read('frame')).draft?.text).toContain('b.example.com/path');

  const late = await send('draft', 'https://mine.example.com', { revision: '0' });
  expect([late.answer.status, late.html.includes('Theirs and yours')]).toEqual([400, true]);
  expect(late.html).toContain('https://mine.example.com</textarea>');

  expect((await send('publish', ' https://a.example.com \r\n\r\n')).answer.status).toBe(303);
  const stored = { default: { parents: ['https://a.example.com'] }, variants: [] };
  expect(JSON.parse((await documents.read('frame')).text)).toEqual(stored);
  await post(page, { act: 'rollback', version: String(version), base: String(version + 1) }, { cookie: olga });
});

it('the logo of a form is stored and put into the draft, also when it crossed with a renewal of the session', async () => {
  const cookie = await cookieOf('olga');
  const sendLogo = (path: string, session: string) => {
    const form = new FormData();
    form.set('logo', new Blob([smallPicture(64)], { type: 'image/png' }), 'logo.png');
    return visit(path, { body: form, headers: { cookie: session }, server: calm });
  };
  const renewed = await renew(cookie);
  expect((await get('/ops', renewed)).status).toBe(200);

  // It is sent again, with the file, by the cookie that the browser has now.
  const late = await sendLogo('/ops/logo', cookie);
  expect([late.status, late.headers.get('location')]).toEqual([307, '/ops/logo?resent=1']);
  expect((await sendLogo('/ops/logo?resent=1', cookie)).status).toBe(403);
  const done = await sendLogo('/ops/logo?resent=1', renewed);
  expect([done.status, done.headers.get('location')]).toEqual([303, '/ops/service?done=logo']);
  const { draft } = await documents.read('service');
  const [, id = ''] = /"logo": "([0-9a-f]{32})-64x64"/.exec(draft?.text ?? '') ?? [];
  const icon = await visit(`/look/icon/${id}/192`, { server: calm });
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
  await icon.body?.cancel();
  const page = await (await get('/ops/service', renewed)).text();
  expect(page).toContain(`/look/icon/${id}/`);
  await post('/ops/service', { act: 'discard' }, { cookie: renewed });
});

it('an operator tries an address against the redirect rules', async () => {
  const query = new URLSearchParams({ try: '/no/such/page', language: 'en-US', country: 'DE', platform: '' });
  expect(await (await get(`/ops/redirects?${query}`, olga)).text()).toContain('No rule applies');
  query.set('at', 'tomorrow');
  expect(await (await get(`/ops/redirects?${query}`, olga)).text()).toContain('“tomorrow” is no time');
  query.set('at', '2027-01-01T00:00:00Z');
  const later = await (await get(`/ops/redirects?${query}`, olga)).text();
  expect(later).toContain('No rule applies');
  expect(later).toContain('name="at" value="2027-01-01T00:00:00Z"');
  query.set('try', 'https://evil.example.com/');
  expect(await (await get(`/ops/redirects?${query}`, olga)).text()).toContain('Rules are asked about addresses of');
});

it('the command line publishes as the console and prints every problem of a text', async () => {
  const { version } = await documents.read(NAME);
  const refused = await console_('publish', { name: NAME, text: MALFORMED, base_version: version, note: '' });
  expect(refused).toEqual({
    status: 400,
    answer: { problems: [{ line: 2, column: 34, message: expect.stringContaining('allow_vconsole') }] },
  });
  const text = await otherText();
  const done = await console_('publish', { name: NAME, text, base_version: version, note: 'by script' });
  expect(done).toEqual({ status: 200, answer: { version: version + 1 } });
  expect((await console_('read', { name: NAME })).answer).toMatchObject({ version: version + 1, text });
  const { acts } = (await console_('log', { name: NAME, limit: 1 })).answer;
  expect(acts).toMatchObject([{ by: 'console', act: 'publish', note: 'by script' }]);
  const back = await console_('rollback', { name: NAME, version });
  expect(back).toEqual({ status: 200, answer: { version: version + 2 } });
  expect((await console_('history', { name: NAME })).answer).toMatchObject({
    versions: expect.arrayContaining([expect.objectContaining({ version: version + 2, rolled_back_to: version })]),
  });
});

it('an unknown document is refused, and so is a request without the secret', async () => {
  expect((await console_('read', { name: 'nothing' })).status).toBe(400);
  const headers = { host: HOST, cookie: olga };
  const open = new Request(`${ORIGIN}/_internal/config/list`, { method: 'POST', headers, body: '{}' });
  expect((await calm(open)).status).toBe(404);
});

it('a client reads the same document at every address', async () => {
  const body = { client: 'android', uuid: 'ab'.repeat(16), userid: 'somebody' };
  const { values } = await ok(configContract.globalConfig, { body });
  const own = await ok(configContract.debugOptions, { body });
  expect(values.debug_options).toEqual(own.values.debug_options);
  expect(typeof values.debug_options.allow_vconsole).toBe('boolean');
});

test('a line of the log leads to the person whose role changed, and to the list that was made anew', () => {
  const userId = 'V'.repeat(26);
  const by = { id: '', name: '', via: 'console' } as const;
  const act = { seq: 1, atMs: 0, by, name: 'people', beforeVersion: 0, afterVersion: 0 } as const;
  const person = { title: userId, href: `/ops/people?person=${userId}` };
  expect(shownAct({ ...act, act: 'operator_removed', note: userId })).toMatchObject({ ...person, note: '' });
  expect(shownAct({ ...act, act: 'person_blocked', note: `${userId}: Spam` })).toMatchObject({
    ...person,
    note: 'Spam',
  });
  const list = { title: 'the list of people', href: '/ops/people', note: '0 entries left the list' };
  expect(shownAct({ ...act, act: 'people_listed', note: list.note })).toMatchObject(list);
  const backup = { act: 'backup_made', name: 'backups', note: '20261127T090000Z+' } as const;
  expect(shownAct({ ...act, ...backup })).toMatchObject({ title: backup.note, href: '/ops/log', note: '' });
});
