/** The data block of documents for hand-offs; simulating an app exists in demo mode only. */
import { expect, test } from 'vitest';
import { SHELL_COOKIE } from '#shared/bridge/shell.ts';
import { makeServer, ORIGIN, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';

const HOST = new URL(ORIGIN).host;
const demo = makeServer({});
const production = makeServer({ bindings: { MAGPIE_MODE: 'production', MAIL: 'off' } });
const WORN = `${SHELL_COOKIE}=${encodeURIComponent(JSON.stringify({ kind: 'iOS', manner: 'answer', sub: 'x', token: 'x' }))}`;

function get(path: string, server: Server = demo, headers: Record<string, string> = {}): Promise<Response> {
  const own = { host: HOST, accept: 'text/html', 'accept-language': 'ru', ...headers };
  return visit(path, { headers: own, server });
}

test.each(['/', '/auth', '/auth?next=%2Fdrive%2Fall', '/?from_source=mail', '/?from_source=pc_client&port=zz'])(
  'a document: at %s carries nothing for hand-offs',
  async (path) => {
    const html = await (await get(path)).text();
    expect(html).not.toMatch(/magpie-bridge|bridge\.js|shell\.js/);
  },
);

test.each(['/?code=abc', '/auth?bridge_auth=1', '/auth?next=%2Fdrive%2Fall%3Ffrom_source%3Dbrowser_extension'])(
  'a document: at %s carries script and texts in its language, and nothing that can close its block',
  async (path) => {
    const html = await (await get(path)).text();
    const block = /<script type="application\/json" id="magpie-bridge">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    const facts = JSON.parse(block) as { locale: string; sub: string; texts: Record<string, string> };
    expect(facts).toMatchObject({ locale: 'ru', sub: '' });
    expect(facts.texts['auth.bridge.cancel']).toBe('Отмена');
    expect(html).toContain('/assets/bridge.js');
  },
);

test('a document whose address holds a code sends no referrer and is not cached', async () => {
  const { headers } = await get('/auth?code=abc');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('demo mode offers the simulated app and marks the documents of a visitor who chose it', async () => {
  expect((await get('/_dev/shell')).status).toBe(200);
  expect(await (await get('/auth', demo, { cookie: WORN })).text()).toContain('/assets/shell.js');
  expect(await (await get('/auth')).text()).not.toContain('/assets/shell.js');
});

test('production ignores the cookie of the simulated app', async () => {
  expect((await get('/_dev/shell', production)).status).toBe(404);
  expect(await (await get('/auth', production, { cookie: WORN })).text()).not.toContain('/assets/shell.js');
});

test.each(['cross-site', 'same-site', 'none'])(
  'a request from a page that is %s cannot choose the simulated app',
  async (site) => {
    const answer = await visit('/_dev/shell', {
      body: 'kind=iOS&manner=answer&person=',
      headers: { 'sec-fetch-site': site },
      server: demo,
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie') ?? '').not.toContain(SHELL_COOKIE);
  },
);
