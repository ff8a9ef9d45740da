/** Password hashes: the engines agree to the byte, and the stored hash is a PHC string of today's parameters. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { makeKeyring, toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { HasherObject } from '../hasher.object.ts';
import { type HashInput, makeWasmEngine } from '../hashing/hash-engine.ts';
import { makePasswords, UNKNOWN_USER_HASH } from './password.ts';
import { makeObjectEngine, makeServiceEngine } from './remote-hashing.ts';

/** The same pair as in scripts/start/runtime/hasher.test.ts, made by Node. */
const KNOWN: HashInput = {
  text: 'the keyed password, as base64url',
  salt: Uint8Array.from({ length: 16 }, (_, at) => at),
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
  tagBytes: 32,
};
const TAG = '6af10a567ea21d90169412bb8491bde9012b77ec79b1b2ae26d79aaa56cbb897';
const CALLER = { address: '203.0.113.9', account: 'email:a@example.com' };
const hashers = (env as unknown as { HASHERS: DurableObjectNamespace<HasherObject> }).HASHERS;
const keyring = makeKeyring(newHexId(32));

it('the engine in this isolate gives the bytes that Node gives', async () => {
  expect(toHex(await makeWasmEngine().derive(KNOWN))).toBe(TAG);
});

it('the engine in an object gives the same bytes', async () => {
  expect(toHex(await makeObjectEngine(hashers, keyring).derive(KNOWN, CALLER))).toBe(TAG);
});

it('the engine beside the runtime gets every parameter, and its failure is not a wrong password', async () => {
  const asked: unknown[] = [];
  const service = (status: number) => ({
    async fetch(_url: unknown, init?: RequestInit) {
      asked.push(JSON.parse(String(init?.body)));
      return new Response(Uint8Array.of(1, 2, 3), { status });
    },
  });
  const engine = makeServiceEngine(service(200) as unknown as Fetcher);
  expect([...(await engine.derive(KNOWN, CALLER))]).toEqual([1, 2, 3]);
  const { salt: _salt, ...rest } = KNOWN;
  expect(asked).toEqual([
    { ...rest, saltHex: '000102030405060708090a0b0c0d0e0f', caller: { ...CALLER, isChecked: false } },
  ]);
  const busy = makeServiceEngine({
    fetch: async () => new Response(null, { status: 429, headers: { 'retry-after': '7' } }),
  } as unknown as Fetcher);
  await expect(busy.derive(KNOWN, CALLER)).rejects.toMatchObject({
    errorName: 'too_many_requests',
    detail: { retryInSeconds: 7 },
  });
  const failing = makePasswords(keyring, makeServiceEngine(service(500) as unknown as Fetcher));
  await expect(failing.verify(UNKNOWN_USER_HASH, 'x')).rejects.toThrow('the hasher answered 500');
});

it('the engine in an object refuses calls past its queue, with the seconds to wait', async () => {
  const engine = makeObjectEngine(hashers, keyring);
  const calls = await Promise.allSettled(
    Array.from({ length: 40 }, () => engine.derive(KNOWN, { ...CALLER, account: newHexId() })),
  );
  const refused = calls.filter((call) => call.status === 'rejected').map((call) => call.reason);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(calls.length);
  for (const reason of refused) {
    expect(reason).toMatchObject({ errorName: 'too_many_requests' });
    expect((reason as AppError).detail?.retryInSeconds).toBeGreaterThanOrEqual(1);
  }
});

const passwords = makePasswords(keyring);

it("a password is stored with its own salt and today's parameters, and verifies", async () => {
  const [one, two] = [await passwords.hash('Пароль é'), await passwords.hash('Пароль é')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(passwords.isOutdated(one)).toBe(false);
  expect(await passwords.verify(one, 'Пароль é')).toBe(true);
  expect(await passwords.verify(one, 'Пароль e\u0301')).toBe(true);
  expect(await passwords.verify(one, 'Пароль e')).toBe(false);
});

it('a password stored with older parameters verifies and is outdated', async () => {
  const engine = makeWasmEngine();
  const weaker = { derive: (input: HashInput) => engine.derive({ ...input, memoryKib: 8_192, passes: 1 }) };
  const old = (await makePasswords(keyring, weaker).hash('magpie')).replace('m=19456,t=2', 'm=8192,t=1');
  expect(passwords.isOutdated(old)).toBe(true);
  expect(await passwords.verify(old, 'magpie')).toBe(true);
  expect(await passwords.verify(old, 'Magpie')).toBe(false);
});

it.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', UNKNOWN_USER_HASH.replace('argon2id', 'argon2d')])(
  'a password stored as "%s" is an error, not a wrong password',
  async (phc) => {
    await expect(passwords.verify(phc, 'x')).rejects.toThrow('unreadable');
  },
);
