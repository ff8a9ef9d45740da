/** The sign-in and the calls of the command line, against a double of the server's two addresses of the device grant. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { callRemote, readServer, signOut } from './remote.ts';

let server: Server;
let origin: string;
let home: string;
/** Answers of the token endpoint, in order; then a token. */
let polls: string[];
let calls: string[];
let valid: Set<string>;
let shown: string[];
let waits: number[];

beforeEach(async () => {
  [polls, calls, shown, waits, valid] = [[], [], [], [], new Set()];
  home = scratchFolder();
  vi.stubEnv('XDG_CONFIG_HOME', home);
  server = createServer((request, response) => {
    const { url = '' } = request;
    const reply = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    calls.push(url);
    if (url === '/v1/auth/device/code')
      reply(200, {
        device_code: 'd',
        user_code: 'BCDF-GHJK',
        verification_uri: `${origin}/auth/device`,
        expires_in: 30,
        interval: 5,
      });
    else if (url === '/v1/auth/token') {
      const error = polls.shift();
      if (error !== undefined) return reply(400, { error });
      const token = `token-${calls.length}`;
      valid.add(token);
      reply(200, { access_token: token, expires_in: 7_200 });
    } else if (url === '/v1/auth/revoke') {
      valid.clear();
      reply(200, {});
    } else if (!valid.has(request.headers.authorization?.slice('Bearer '.length) ?? '')) reply(401, {});
    else reply(200, { asked: url });
    return undefined;
  });
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});

afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const call = (target = '/_internal/config/list') =>
  callRemote(origin, target, {}, { show: (line) => void shown.push(line), wait: async (ms) => waits.push(ms) });

it('shows a code once, waits as asked, and uses the token for the calls that follow', async () => {
  polls = ['authorization_pending', 'slow_down', 'authorization_pending'];
  expect(await call()).toEqual({ status: 200, text: '{"asked":"/console/v1/config/list"}' });
  expect(shown).toEqual([`Open ${origin}/auth/device as an operator and allow the code BCDF-GHJK`]);
  expect(waits).toEqual([5_000, 5_000, 10_000, 10_000]);
  const before = calls.length;
  expect((await call('/_internal/health')).text).toContain('/console/v1/health');
  expect(calls.slice(before)).toEqual(['/console/v1/health']);
});

it('asks again when the server no longer takes the token', async () => {
  await call();
  valid.clear();
  expect((await call()).status).toBe(200);
  expect(shown.length).toBe(2);
});

it('a refusal in the browser and the end of the code have sentences of their own', async () => {
  polls = ['access_denied'];
  await expect(call()).rejects.toThrow('refused in the browser');
  polls = ['expired_token'];
  await expect(call()).rejects.toThrow('the code has ended');
  polls = Array.from({ length: 20 }, () => 'authorization_pending');
  await expect(call()).rejects.toThrow('the code has ended');
});

it('a given token is used alone, and signing out forgets the stored one', async () => {
  await call();
  expect(await signOut(origin)).toContain('signed out');
  expect(await signOut(origin)).toContain('no token');
  vi.stubEnv('MAGPIE_OPS_TOKEN', 'given');
  await expect(call()).rejects.toThrow(`${origin} does not take MAGPIE_OPS_TOKEN`);
  valid.add('given');
  expect((await call()).status).toBe(200);
  expect(shown.length).toBe(1);
});

it('a server that does not answer is named with the reason and what to do, an unknown authority with its own', async () => {
  await call();
  const reasons = [
    ['ECONNREFUSED', /no answer from \S+ \(fetch failed: of ECONNREFUSED\); look at the address/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS to the file of its authority/],
  ] as const;
  for (const [code, message] of reasons) {
    const cause = Object.assign(new Error(`of ${code}`), { code });
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed', { cause }));
    await expect(call()).rejects.toThrow(message);
  }
});

it.each([
  ['https://drive.example.com/ops', 'https://drive.example.com'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
])('the server of %s is %s', (text, wanted) => {
  expect(readServer(text)).toBe(wanted);
});

it.each(['http://drive.example.com', 'drive.example.com', 'ftp://drive.example.com', ''])('%j is no server', (text) => {
  expect(() => readServer(text)).toThrow(/--url must/);
});
