/** The cookies of a sign-in: over http on this machine, over https, and in a browser that refuses them. */
import { beforeAll, expect, it } from 'vitest';
import { makeServer, ORIGIN, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { seed } from '#test/contract/world.ts';

const HOST = new URL(ORIGIN).host;
const calm = makeServer({ bindings: { SHIELD_MODE: 'never' } });

beforeAll(seed);

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const own = { host: HOST, accept: 'text/html', 'accept-language': 'en-US', ...headers };
  return visit(path, { headers: own, server: calm });
}

function post(path: string, fields: Record<string, string>, headers = {}, server: Server = calm): Promise<Response> {
  const own = { host: HOST, origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'cf-connecting-ip': '203.0.113.9' };
  const body = new URLSearchParams(fields);
  return visit(path, { body, headers: { ...own, ...headers }, server });
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

it('an installation over https sends its cookies secure and with the prefix', async () => {
  const https = ORIGIN.replace('http:', 'https:');
  const secure = makeServer({ bindings: { SHIELD_MODE: 'never', APP_ORIGIN: https, API_ORIGINS: https } });
  const answer = await post(
    '/auth',
    { username: 'alice@example.com', password: 'magpie-demo' },
    { origin: https },
    secure,
  );
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-magpie_session=[^;]+; Path=\/; HttpOnly; Secure;/);
});

const BROWSER = { accept: 'text/html,application/xhtml+xml' };
const fields = { username: 'alice@example.com', password: 'magpie-demo', next: '/drive/trash' };

it('leads straight on when the cookie of the sign-in page came back', async () => {
  const device = (await get('/auth')).headers.getSetCookie().find((line) => line.startsWith('magpie_device='));
  const answer = await post('/auth', fields, { ...BROWSER, cookie: device?.split(';')[0] ?? '' });
  expect(answer.headers.get('location')).toBe('/drive/trash');
});

it('looks for the session when it did not, and leads on where it is there', async () => {
  const answer = await post('/auth', fields, BROWSER);
  const place = answer.headers.get('location') ?? '';
  expect(place).toBe('/auth-success?cookie=asked&next=%2Fdrive%2Ftrash');
  const onwards = await get(`/en-US${place}`, { cookie: cookieOf(answer) });
  expect([onwards.status, onwards.headers.get('location')]).toEqual([303, '/drive/trash']);
});

it('reports a session that did not come back, with the next step', async () => {
  const html = await (await get('/en-US/auth-success?cookie=asked&next=%2Fdrive%2Ftrash')).text();
  expect(html).toContain('Your browser didn’t keep the sign-in');
  expect(html).toContain(`sent no cookie back to ${HOST}`);
  expect(html).toContain('href="/auth?next=%2Fdrive%2Ftrash"');
});
