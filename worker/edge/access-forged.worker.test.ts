/** Headers, cookies and stored answers never open a closed page. Rules that change, and answers of other domains. */
import { afterEach, expect, test, vi } from 'vitest';
import { askFrom as ask, RULES } from '#test/contract/access-request.ts';
import { makeMemoryDocuments, serverWithRules } from '#test/contract/documents.ts';
import { makeServer, ORIGIN } from '#test/contract/send.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const server = serverWithRules(RULES);

test.each([
  ['x-forwarded-for', '192.0.2.1'],
  ['x-real-ip', '192.0.2.1'],
  ['true-client-ip', '192.0.2.1'],
  ['forwarded', 'for=192.0.2.1'],
  ['x-client-ip', '192.0.2.1'],
  ['cf-connecting-ipv6', '2400::1'],
  ['cf-pseudo-ipv4', '240.0.0.1'],
  ['cf-ipcountry', 'DE'],
  ['x-country', 'DE'],
  ['accept-language', '%ff;q=x'],
  ['cookie', 'pp_access=true'],
  ['cookie', 'pp_access=%7B%22region%22%3A%22DE%22%7D; pp_access_to_visit=true'],
  ['cookie', '=;=;;; pp_access="%ff"'],
])('the header %s: %s opens no closed page', async (name, value) => {
  const headers = { [name]: value };
  expect((await ask(server, '/en-US/faq', { country: 'KP', headers })).status).toBe(451);
  expect((await ask(server, '/en-US/faq', { address: '203.0.113.5', country: 'DE', headers })).status).toBe(403);
});

test.each([
  '',
  ' ',
  'unknown',
  '203.0.113.5, 192.0.2.1',
  '%00',
  '203.0.113.5/32',
  'x'.repeat(5_000),
  '[',
  ']:',
  '::ffff:',
])('a malformed address (%j) gets a page and no failure', async (address) =>
  expect((await ask(server, '/en-US/faq', { address })).status).toBeLessThan(500),
);

test('changed access rules are live within a minute, closing and opening', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const documents = makeMemoryDocuments({});
  const server = makeServer({ bindings: { CONFIG: documents.kv } });
  const statusOf = async () => (await ask(server, '/blocked', { country: 'KP' })).status;
  expect(await statusOf()).toBe(200);
  documents.publish('access', JSON.stringify(RULES));
  vi.setSystemTime(Date.now() + 60_000);
  expect(await statusOf()).toBe(451);
  documents.publish('access', '{ "blockedCountries": ["KP" ');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await statusOf(), 'a malformed document changes nothing').toBe(451);
  documents.publish('access', '{}');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await statusOf()).toBe(200);
});

test('two visitors behind one cache never get what the other got', async () => {
  const server = serverWithRules({ blockedCountries: ['KP'] });
  for (const path of ['/en-US/faq', '/', '/en-US/help', '/openapi.json'])
    for (const country of ['DE', 'KP', 'DE', 'KP', 'KP', 'DE']) {
      const answer = await ask(server, path, { country });
      await answer.text();
      if (country === 'KP') {
        expect([answer.status, answer.headers.get('cache-control')], path).toEqual([451, 'no-store']);
      } else {
        expect(answer.status, path).not.toBe(451);
        expect(answer.headers.get('cache-control') ?? '', path).not.toMatch(/public|s-maxage/);
      }
    }
});

const DOMAINS = ['https://one.example', 'https://two.example'];

/** Domain -> its answer; 'silent' fails. */
function stubDomains(answers: Readonly<Record<string, boolean | 'silent'>>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(String(input));
    const answer = answers[url.origin] ?? 'silent';
    if (answer === 'silent') throw new Error('no route to host');
    return Response.json({ accessible: answer });
  });
}

test('other domains: that all say no close a page, and are told the country alone', async () => {
  const asked = stubDomains({ 'https://one.example': false, 'https://two.example': false });
  const answer = await ask(serverWithRules({ domains: DOMAINS }), '/en-US/faq', {
    country: 'DE',
    headers: { cookie: 'pp_user_id=x' },
  });
  expect(answer.status).toBe(451);
  expect(asked.mock.calls.map(([url]) => String(url)).toSorted()).toEqual(
    DOMAINS.map((domain) => `${domain}/access_controller/v1/area_accessible?country=DE`),
  );
  expect(JSON.stringify(asked.mock.calls)).not.toMatch(/192\.0\.2\.1|pp_user_id/);
});

test.each([
  ['one says yes', { 'https://one.example': false, 'https://two.example': true } as const],
  ['all are silent', {} as const],
])('other domains let a page through when %s, and this browser keeps that for 10 minutes', async (_, answers) => {
  stubDomains(answers);
  const answer = await ask(serverWithRules({ domains: DOMAINS }), '/blocked', { country: 'DE' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toBe('pp_access=true; Path=/; Max-Age=600; SameSite=Strict');
});

test('other domains are not asked while the cookie says yes, nor for calls, nor when one of them is ourselves', async () => {
  const asked = stubDomains({ 'https://one.example': false });
  const server = serverWithRules({ domains: DOMAINS });
  await ask(server, '/blocked', { country: 'DE', headers: { cookie: 'pp_access=true' } });
  await ask(server, '/drive/v1/about', { country: 'DE' });
  const ours = makeServer({
    bindings: {
      CONFIG: makeMemoryDocuments({ access: { domains: [...DOMAINS, 'https://three.example'] } }).kv,
      MAGPIE_MODE: 'production',
      MAIL: 'off',
      API_ORIGINS: `${ORIGIN},https://three.example`,
    },
  });
  expect((await ask(ours, '/blocked', { country: 'DE' })).status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
});

test('other domains are asked in spite of a cookie that is not ours', async () => {
  stubDomains({ 'https://one.example': false });
  for (const value of ['1', 'false', '"true"', '%22yes%22', '{"accessible":true}', 'null', '%', ''])
    expect(
      (await ask(serverWithRules({ domains: DOMAINS }), '/blocked', { headers: { cookie: `pp_access=${value}` } }))
        .status,
    ).toBe(451);
});

test('other domains: open nothing that our own rules close', async () => {
  const asked = stubDomains({ 'https://one.example': true });
  const server = serverWithRules({ ...RULES, domains: DOMAINS });
  expect((await ask(server, '/blocked', { country: 'KP', headers: { cookie: 'pp_access=true' } })).status).toBe(451);
  expect(asked).not.toHaveBeenCalled();
});

test('other domains are asked once for the visitors of one country', async () => {
  const asked = stubDomains({ 'https://one.example': false });
  const server = serverWithRules({ domains: DOMAINS });
  for (let visit = 0; visit < 5; visit += 1) await ask(server, '/blocked', { country: 'DE' });
  expect(asked).toHaveBeenCalledTimes(2);
});

test.each(['{"accessible":"yes"}', '[]', '<html>', ''])(
  'other domains: that answer %j have not answered',
  async (body) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body));
    expect((await ask(serverWithRules({ domains: DOMAINS }), '/blocked', {})).status).toBe(200);
  },
);
