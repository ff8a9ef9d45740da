import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { HASH_GATE_LIMITS, makeHashGate } from '#worker/services/auth/hashing/hash-gate.ts';
import { makeRefusals } from './refuse.ts';
import { makeSignInGate } from './sign-in-gate.ts';

let server: Server;
let origin: string;
const time = { nowMs: 0 };
const clock = { nowMs: () => time.nowMs };

beforeEach(async () => {
  time.nowMs = 1_000_000;
  const gate = makeSignInGate(makeHashGate(clock, HASH_GATE_LIMITS), clock, makeRefusals(false).refuse);
  server = createServer((request, response) => {
    if (!gate.refuse(request, response, String(request.headers['x-key']))) response.end('the Worker');
  });
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (key: string, path = '/v1/auth/signin', method = 'POST') =>
  fetch(`${origin}${path}`, { method, headers: { 'x-key': key }, ...(method === 'POST' ? { body: '{}' } : {}) });

async function flood(key: string): Promise<void> {
  for (let asked = 0; asked < 60; asked += 1) await (await ask(key)).text();
}

it('sign-ins of a flooding address get 429 with the name and number of the error and the seconds to wait', async () => {
  await flood('flood');
  const answer = await ask('flood', '/v1/auth/signin?client_id=cli');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(1);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({
    error: 'too_many_requests',
    error_code: 10,
    error_description: 'Too many requests. Wait a moment and try again.',
  });
});

it('a flood of sign-ins delays neither other addresses nor other requests of its own address', async () => {
  await flood('flood');
  expect(await (await ask('person')).text()).toBe('the Worker');
  for (const [path, method] of [
    ['/v1/auth/token', 'POST'],
    ['/v1/auth/signin-more', 'POST'],
    ['/v1/auth/signin', 'GET'],
    ['/drive/v1/files', 'GET'],
  ] as const)
    expect(await (await ask('flood', path, method)).text()).toBe('the Worker');
});

it('sign-ins of many addresses at once are refused except those with a passed human check', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => ask(`address-${number}`)));
  const refused = answers.filter(({ status }) => status === 429);
  // 40 go on to a password, 25 to be asked for a check.
  expect(refused).toHaveLength(200 - HASH_GATE_LIMITS.quiet.burst - 25);
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
  const headers = { 'x-key': 'person', 'x-captcha-token': 'token' };
  const checked = await fetch(`${origin}/v1/auth/signin`, { method: 'POST', headers, body: '{}' });
  expect(await checked.text()).toBe('the Worker');
});

it('sign-ins are forwarded again after a flood has ended', async () => {
  await flood('flood');
  time.nowMs += 5 * 60_000;
  expect(await (await ask('flood')).text()).toBe('the Worker');
});
