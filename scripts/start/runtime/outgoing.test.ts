/** Two hundred spellings of forbidden addresses, as links, as redirects and as answers of a name server. A listener counts who arrives. */
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { callOutside, type OutgoingDeps, OutgoingError } from '#worker/platform/outgoing/outgoing.ts';
import { resolveBySystem } from './outbound.ts';
import { callOutbound } from './outbound-fixture.ts';

const FORBIDDEN_IPV4 = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
];

function spellingsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (number: number): string => number.toString(16);
  const pair = (high: number, low: number): string => hex(high * 256 + low);
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replaceAll('.', '。'),
    [...address]
      .map((digit) => (digit === '.' ? '.' : String.fromCodePoint(digit.charCodeAt(0) - 48 + 0xff10)))
      .join(''),
    address.replace('.', '%2e'),
    `[::ffff:${address}]`,
    `[0:0:0:0:0:ffff:${pair(a, b)}:${pair(c, d)}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${pair(a, b)}:${pair(c, d)}]`,
    `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
    `[2001:0:${pair(a, b)}:${pair(c, d)}::]`,
  ];
}

const HOSTS = [
  ...FORBIDDEN_IPV4.flatMap(spellingsOf),
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'ip6-localhost',
  'metadata.google.internal',
  'router.lan',
];

let arrivals = 0;
const victim = createServer((socket) => {
  arrivals += 1;
  socket.destroy();
});
/** Redirects to the address in its query. */
const redirector = http.createServer((request, response) => {
  const to = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '';
  // Bytes as they are: no spelling is refused by this server.
  response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
});

victim.listen(0, '::');
redirector.listen(0, '127.0.0.1');
await Promise.all([once(victim, 'listening'), once(redirector, 'listening')]);
const victimPort = String((victim.address() as AddressInfo).port);
const redirectorHost = `127.0.0.1:${(redirector.address() as AddressInfo).port}`;
beforeEach(() => {
  arrivals = 0;
});
afterAll(() => {
  victim.close();
  redirector.close();
});

/** The Worker's function over the Node side, as on one machine; the port of the victim is allowed, so only the address decides. */
function chain(resolve: (name: string) => Promise<readonly LookupAddress[]>): OutgoingDeps {
  const rules = { allowed: new Set([redirectorHost]), ports: new Set([victimPort]) };
  return {
    ...rules,
    call: (address, init) => {
      const headers = Object.fromEntries(new Headers(init.headers as Record<string, string>));
      return callOutbound({ resolve, ...rules }, address, headers, init.signal as AbortSignal);
    },
  };
}

async function reasonOf(deps: OutgoingDeps, address: string, limitMs = 10_000): Promise<string> {
  try {
    const { status } = await callOutside(deps, address, { signal: AbortSignal.timeout(limitMs) });
    return `status ${status}`;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.reason;
  }
}

test('there are two hundred spellings, and the listener would see a call', async () => {
  expect(HOSTS.length).toBeGreaterThanOrEqual(200);
  const open = chain(resolveBySystem);
  const deps = { ...open, allowed: new Set([`127.0.0.1:${victimPort}`]) };
  await fetch(`http://127.0.0.1:${victimPort}/`).catch(() => undefined);
  expect(arrivals).toBe(1);
  expect(await reasonOf(deps, `http://127.0.0.1:${victimPort}/`)).toBe('forbidden');
});

test('no spelling of a forbidden address is called by a link', async () => {
  const deps = chain(resolveBySystem);
  for (const host of HOSTS)
    expect([host, await reasonOf(deps, `http://${host}:${victimPort}/`)]).toEqual([host, 'forbidden']);
  expect(arrivals).toBe(0);
});

test('no spelling of a forbidden address is called by a redirect', async () => {
  const deps = chain(resolveBySystem);
  for (const host of HOSTS) {
    const to = encodeURIComponent(`http://${host}:${victimPort}/`);
    const reason = await reasonOf(deps, `http://${redirectorHost}/?to=${to}`);
    expect([host, ['forbidden', 'redirects'].includes(reason)]).toEqual([host, true]);
  }
  expect(arrivals).toBe(0);
});

test('the Node side alone refuses every spelling too', async () => {
  const deps = { resolve: resolveBySystem, allowed: new Set<string>(), ports: new Set([victimPort]) };
  for (const host of HOSTS) {
    if (!URL.canParse(`http://${host}:${victimPort}/`)) continue;
    const answer = await callOutbound(deps, new URL(`http://${host}:${victimPort}/`).href);
    expect([host, answer.headers.get('x-magpie-outbound')]).toEqual([host, 'refused']);
  }
  expect(arrivals).toBe(0);
});

test('a name that leads to a forbidden address is not called, whatever the address is', async () => {
  for (const address of [
    ...FORBIDDEN_IPV4,
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1%lo',
    '2002:7f00:1::',
  ]) {
    const deps = chain(() => resolveBySystem(address));
    expect([address, await reasonOf(deps, `http://files.example:${victimPort}/`)]).toEqual([address, 'forbidden']);
  }
  expect(arrivals).toBe(0);
});

test('a name whose answer changes after the check is not called under the new one', async () => {
  let answers = 0;
  // Public for every check, this machine for every question after it.
  const deps = chain(async () => {
    answers += 1;
    return resolveBySystem(answers % 2 === 1 ? '2606:4700:4700::1111' : '127.0.0.1');
  });
  const reasons = [];
  for (let call = 0; call < 4; call += 1)
    reasons.push(await reasonOf(deps, `http://files.example:${victimPort}/`, 200));
  // Each call asks once and connects to that answer; this machine is refused where it is the answer.
  expect(reasons).toEqual(['unreachable', 'forbidden', 'unreachable', 'forbidden']);
  expect(answers).toBe(4);
  expect(arrivals).toBe(0);
});

test('redirects in a circle end', async () => {
  const self = `http://${redirectorHost}/?to=${encodeURIComponent(`http://${redirectorHost}/`)}`;
  const circle = http.createServer((_request, response) => response.writeHead(302, { location: '/' }).end());
  circle.listen(0, '127.0.0.1');
  await once(circle, 'listening');
  const host = `127.0.0.1:${(circle.address() as AddressInfo).port}`;
  const rules = { allowed: new Set([host, redirectorHost]), ports: new Set<string>() };
  const deps: OutgoingDeps = {
    ...rules,
    call: (address) => callOutbound({ resolve: resolveBySystem, ...rules }, address),
  };
  expect(await reasonOf(deps, `http://${host}/`)).toBe('redirects');
  expect(await reasonOf(deps, self)).toBe('redirects');
  circle.close();
});
