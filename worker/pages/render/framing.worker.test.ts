/** Who may hold which page in a frame (trust.md hazard 3): the operators' list, for the drive and shares alone. */
import { expect, test } from 'vitest';
import { frameDocument } from '#shared/config/frame.ts';
import { makeMemoryDocuments } from '#test/contract/documents.ts';
import { makeServer, ORIGIN, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';

const PORTAL = 'https://portal.example.com';
const CONTENT = 'http://127.0.0.1:8787';

function serverWith(parents: readonly string[], mode = 'production'): Server {
  const { kv } = makeMemoryDocuments({ frame: { default: { parents }, variants: [] } });
  return makeServer({ bindings: { CONFIG: kv, MAGPIE_MODE: mode, CONTENT_ORIGIN: CONTENT } });
}

const listed = serverWith([PORTAL]);
const bare = serverWith([]);
const demo = serverWith([], 'demo');

const get = (server: Server, address: string, headers: Record<string, string> = {}): Promise<Response> =>
  visit(address, { headers, server });

const IN_FRAME = { 'sec-fetch-dest': 'iframe' };
const ancestors = (answer: Response) =>
  /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];

test.each(['/drive/all', '/drive/trash', '/s/VnoSuchShare_noSuchShare_0'])(
  'a page that may be framed: %s names the parents of the list, and no others',
  async (path) => {
    const answer = await get(listed, `${path}?origin=${PORTAL}`, IN_FRAME);
    expect(ancestors(answer)).toBe(PORTAL);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(await answer.text()).toContain(`data-frame-parent="${PORTAL}"`);
  },
);

test.each(['https://evil.example', `${PORTAL}.evil.example`, 'https://portal.example.com/', '*', ''])(
  'a framed page ignores the unlisted origin %j',
  async (origin) => {
    const answer = await get(listed, `/drive/all?${new URLSearchParams({ origin })}`, IN_FRAME);
    expect(ancestors(answer)).toBe(PORTAL);
    expect(await answer.text()).not.toContain('data-frame-parent');
  },
);

test('a framed drive shows a visitor how to open it, because browsers withhold the session from frames', async () => {
  const html = await (await get(listed, `/drive/all?origin=${PORTAL}`, IN_FRAME)).text();
  expect(html).toContain('Open Magpie in its own window');
  expect(html).toMatch(/href="\/drive\/all"[^>]*target="_blank"|target="_blank"[^>]*href="\/drive\/all"/);
  expect(html).toContain('action=login_to_drive');
});

test('a drive outside of a frame leads a visitor to sign-in', async () => {
  const answer = await get(listed, `/drive/all?origin=${PORTAL}`);
  expect([answer.status, answer.headers.get('location')?.startsWith('/auth?')]).toEqual([303, true]);
});

test.each([
  '/auth',
  '/auth/sign-up',
  '/drive/login',
  '/drive/payment',
  '/drive/payment/storage',
  '/en-US/unsubscribe',
  '/drive/account',
  '/en-US',
  '/ops',
])('a page that no origin may frame: %s, list or no list', async (path) => {
  const answer = await get(listed, `${path}?origin=${PORTAL}`, IN_FRAME);
  if (answer.status >= 300 && answer.status < 400) return;
  expect(ancestors(answer)).toBe("'none'");
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
  expect(await answer.text()).not.toContain('data-frame-parent');
});

test('the drive may not be framed while the list is empty', async () => {
  const answer = await get(bare, `/s/VnoSuchShare_noSuchShare_0?origin=${PORTAL}`, IN_FRAME);
  expect(ancestors(answer)).toBe("'none'");
  expect((await get(bare, `/drive/all?origin=${CONTENT}`, IN_FRAME)).status).toBe(303);
});

test('the demo page is on the content host and on the list', async () => {
  const page = await get(demo, `${CONTENT}/_dev/frame`);
  expect([page.status, ancestors(page)]).toEqual([200, "'none'"]);
  expect(await page.text()).toContain(`${ORIGIN}/drive/all?origin=${encodeURIComponent(CONTENT)}`);
  const framed = await get(demo, `/drive/all?origin=${encodeURIComponent(CONTENT)}`, IN_FRAME);
  expect(ancestors(framed)).toBe(CONTENT);
  const own = await get(demo, '/_dev/frame');
  expect(own.headers.get('location')).toBe(`${CONTENT}/_dev/frame`);
});

test('the demo page does not exist in production', async () => {
  expect((await get(bare, '/_dev/frame')).status).toBe(404);
  const led = await get(bare, `${CONTENT}/_dev/frame`);
  expect([led.status, led.headers.get('location')]).toEqual([308, `${ORIGIN}/_dev/frame`]);
});

test.each([
  'http://portal.example.com',
  'https://portal.example.com/',
  'https://*.example.com',
  'https://a.example;sandbox',
  'portal.example.com',
  '*',
])('the list refuses %s', (origin) => {
  expect(frameDocument.parse(JSON.stringify({ default: { parents: [origin] } })).ok).toBe(false);
});
