import http from 'node:http';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { resolveBySystem } from './outbound.ts';
import { callOutbound } from './outbound-fixture.ts';
import { isOwnAddress } from './own-address.ts';

const refused = async (address: string | string[], url = 'http://files.example/') => {
  const addresses = await Promise.all([address].flat().map(resolveBySystem));
  const answer = await callOutbound({ resolve: async () => addresses.flat(), allowed: new Set() }, url);
  return answer.headers.get('x-magpie-outbound');
};

it.each(['127.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', '64:ff9b::a00:1'])(
  'a call of the server to the outside is refused when the name leads to %s',
  async (address) => {
    expect(await refused(address)).toBe('refused');
  },
);

it('a call of the server to the outside is refused when one of several addresses is not public', async () => {
  expect(await refused(['8.8.8.8', '10.0.0.1'])).toBe('refused');
});

it('a call of the server to the outside is refused on another port than the default', async () => {
  expect(await refused('8.8.8.8', 'http://files.example:22/')).toBe('refused');
});

it('a sign-in provider of the operator may be private, for calls of sign-in alone', async () => {
  const origin = http.createServer((request, response) => response.end(String(request.headers['x-magpie-purpose'])));
  const pair = `127.0.0.1:${await listenOnLoopback(origin)}`;
  const deps = { resolve: resolveBySystem, allowed: new Set<string>(), providers: new Set([pair]) };
  const call = (headers: Record<string, string>) => callOutbound(deps, `http://${pair}/`, headers);
  expect((await call({})).headers.get('x-magpie-outbound')).toBe('refused');
  expect(await (await call({ 'x-magpie-purpose': 'sign-in' })).text()).toBe('undefined');
  origin.close();
});

it('a call of the server to the outside connects to the checked address, keeps the host name and returns a redirect', async () => {
  const origin = http.createServer((request, response) => {
    response.writeHead(302, {
      location: 'http://127.0.0.1/',
      'x-host': request.headers.host,
      'x-cf': request.headers['cf-worker'] ?? 'none',
    });
    response.end('moved');
  });
  const port = await listenOnLoopback(origin);
  const deps = { resolve: () => resolveBySystem('127.0.0.1'), allowed: new Set([`files.example:${port}`]) };
  const answer = await callOutbound(deps, `http://files.example:${port}/a?b`, { 'cf-worker': 'x' });
  expect([answer.status, answer.headers.get('x-host'), answer.headers.get('x-cf'), await answer.text()]).toEqual([
    302,
    `files.example:${port}`,
    'none',
    'moved',
  ]);
  origin.close();
});

it.each([
  ['an unheard-of status', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Le'],
])('a call of the server to the outside fails alone when the other server sends %s', async (_what, bytes) => {
  const origin = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });
  const port = await listenOnLoopback(origin);
  const deps = { resolve: () => resolveBySystem('127.0.0.1'), allowed: new Set([`files.example:${port}`]) };
  const answer = await callOutbound(deps, `http://files.example:${port}/`);
  expect([answer.status, answer.headers.get('x-magpie-outbound')]).toEqual([502, 'failed']);
  origin.close();
});

it.each([
  ['its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
  ['its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
])('a body of the other server that ends before %s does not look whole', async (_what, bytes) => {
  const origin = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });
  const port = await listenOnLoopback(origin);
  const deps = { resolve: () => resolveBySystem('127.0.0.1'), allowed: new Set([`files.example:${port}`]) };
  await expect(callOutbound(deps, `http://files.example:${port}/`)).rejects.toThrow();
  origin.close();
});

it.each([
  ['ENOTFOUND', 'host_unknown'],
  ['EAI_AGAIN', 'lookup_failed'],
  ['ECONNREFUSED', 'lookup_failed'],
])('a look-up that ends with %s is answered as %s', async (code, outcome) => {
  const resolve = () => Promise.reject(Object.assign(new Error(code), { code }));
  const answer = await callOutbound({ resolve, allowed: new Set() }, 'http://files.example/');
  expect([answer.status, answer.headers.get('x-magpie-outbound')]).toEqual([502, outcome]);
});

it('a public address of this machine is refused, unless its port is named', async () => {
  const own = '8.8.8.8';
  const isOwn = (address: string) => isOwnAddress(address, () => ({ eth0: [{ address: own } as never] }));
  const deps = { resolve: () => resolveBySystem(own), isOwn };
  const answer = await callOutbound({ ...deps, allowed: new Set() }, 'http://files.example/');
  expect(answer.headers.get('x-magpie-outbound')).toBe('refused');
  expect([isOwn('8.8.4.4'), isOwn('::ffff:8.8.8.8'), isOwnAddress('127.0.0.1')]).toEqual([false, true, true]);
});

it('an IPv6 address of this machine is known in every spelling', () => {
  const read = () => ({ eth0: [{ address: '2606:4700::1' } as never], none: undefined });
  expect(isOwnAddress('2606:4700:0:0:0:0:0:1', read)).toBe(true);
  expect(isOwnAddress('2606:4700::2', read)).toBe(false);
});
