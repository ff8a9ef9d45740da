/** When a caller must pass a human check, and how it is checked: risk, signatures, return addresses, providers. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { captchaSign } from '#shared/shield/captcha-sign.ts';
import { solveWork } from '#test/seed/human.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { ACTION, DEVICE, LOADING, makeWorld, OURS, refusal } from '../captcha/check-fixture.ts';
import { PROVIDER_ACTION } from '../captcha/provider.ts';
import { verifyProviderToken } from '../captcha/verify-provider-token.ts';
import { makeShieldParts, makeShieldService } from '../index.ts';

let world: ReturnType<typeof makeWorld>;
beforeEach(() => {
  world = makeWorld();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fail = async (times: number, callMore: Partial<CallContext> = {}, subject = 'alice@example.com') => {
  for (let i = 0; i < times; i += 1) await world.shield.reportFailure({ subject }, world.call(callMore));
};

it('a caller needs a check after eight failures, and none after four', async () => {
  await fail(4);
  expect((await world.init({ meta: { username: 'alice@example.com' } })).url).toBeUndefined();
  await fail(4);
  expect((await world.init()).url).toBeDefined();
  const elsewhere = { address: '198.51.100.1', deviceId: 'e'.repeat(32) };
  expect((await world.init({ deviceId: 'e'.repeat(32) }, elsewhere)).url).toBeUndefined();
  world.time.nowMs += 901_000;
  expect((await world.init()).url).toBeUndefined();
});

it('other isolates ask for a check after eight failures', async () => {
  const other = makeShieldService(makeShieldParts(world.deps));
  await fail(8);
  const asked = await other.initCaptcha({ clientId: '', action: ACTION, deviceId: DEVICE }, world.call());
  expect(asked.url).toBeDefined();
});

it('an address is suspect after a hundred failures, whatever device and name it sends', async () => {
  for (let i = 0; i < 99; i += 1) await fail(1, { deviceId: newHexId() }, `person${i}`);
  expect(world.shield.isSuspect(world.call())).toBe(false);
  await fail(1, { deviceId: newHexId() }, 'another');
  expect(world.shield.isSuspect(world.call())).toBe(true);
  expect(world.shield.isSuspect(world.call({ address: '198.51.100.1' }))).toBe(false);
  expect(world.shield.isSuspect(world.call({ address: '' }))).toBe(false);
});

it('who must pass a check: failures of neighbours in one IPv6 network count together', async () => {
  for (let i = 0; i < 20; i += 1) await fail(1, { address: `2001:db8:1:2::${i}`, deviceId: '' });
  const neighbour = { address: '2001:db8:1:2:ffff::1', deviceId: '' };
  expect((await world.init({ deviceId: '' }, neighbour)).url).toBeDefined();
  const stranger = { address: '2001:db8:1:3::1', deviceId: '' };
  expect((await world.init({ deviceId: '' }, stranger)).url).toBeUndefined();
});

it('mode always asks every caller for a check, mode never asks none', async () => {
  expect((await makeWorld({ mode: 'always' }).init()).url).toBeDefined();
  const lenient = makeWorld({ mode: 'never' });
  const { captcha_token: token, url } = await lenient.init({ human: true });
  expect(url).toBeUndefined();
  expect(await refusal(lenient.spend(token))).toBe('no refusal');
});

it('a check asks for more work at a higher risk', async () => {
  const levelOf = async () => {
    const [body = ''] = (await world.ticket()).split('.');
    return (JSON.parse(atob(body)) as { level: number }).level;
  };
  expect(await levelOf()).toBe(1);
  await fail(10);
  expect(await levelOf()).toBe(2);
  await fail(20);
  expect(await levelOf()).toBe(3);
});

const md5 = async (text: string) =>
  toHex(new Uint8Array(await crypto.subtle.digest('MD5', new TextEncoder().encode(text))));
const meta = { client_version: '1.0.0', package_name: 'magpie.web', user_id: '', timestamp: '1800000000000' };

it('a right captcha_sign gains nothing and a forged one costs nothing but a log line', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const fields = {
    clientId: 'cli',
    clientVersion: '1.0.0',
    packageName: 'magpie.web',
    deviceId: DEVICE,
    timestamp: meta.timestamp,
  };
  const right = await world.init({ meta: { ...meta, captcha_sign: await captchaSign(fields, md5) } });
  expect(log).not.toHaveBeenCalled();
  const forged = await world.init({ meta: { ...meta, captcha_sign: '1.ffff' } });
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual([
    { level: 'info', event: 'shield.wrong_sign', clientId: 'cli' },
  ]);
  for (const { captcha_token: token } of [right, forged]) {
    expect(await refusal(world.spend(token))).toBe('captcha_required human_check');
    expect(await refusal(world.spend(token, { human: false }))).toBe('no refusal');
  }
});

it('a right captcha_sign does not replace a needed check', async () => {
  const fields = { clientId: 'cli', clientVersion: '', packageName: '', deviceId: DEVICE, timestamp: '' };
  const asked = await world.init({ human: true, meta: { captcha_sign: await captchaSign(fields, md5) } });
  expect(asked.url).toBeDefined();
});

it('the address of a check carries a return address of an app or of ours, and no other', async () => {
  const back = async (redirectUri: string) =>
    new URL((await world.init({ human: true, redirectUri })).url ?? '').searchParams.get('redirect_uri');
  expect(await back(LOADING)).toBe(LOADING);
  expect(await back('magpie://checked')).toBe('magpie://checked');
  expect(await back('https://evil.example/loading')).toBeNull();
  expect(await back('otherapp://callback')).toBeNull();
});

it('the address of a check is on our origin, whatever origin the call used', async () => {
  const { url } = await world.init({ human: true }, { origin: 'https://api.example.net' });
  expect(new URL(url ?? '').origin).toBe(OURS);
});

const provider = {
  name: 'turnstile',
  siteKey: 'site',
  secret: 'hush',
  verifyUrl: 'https://provider.example/siteverify',
  scriptUrl: 'https://provider.example/api.js',
  hostname: 'drive.example.com',
} as const;

/** Answers for the provider; `lie` replaces fields of an honest answer. */
async function makeChecked(lie: object = {}) {
  const asked: string[] = [];
  const state = { bound: '' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, request) => {
    asked.push(new URLSearchParams(String(request?.body)).get('response') ?? '');
    const honest = { success: true, hostname: 'drive.example.com', action: PROVIDER_ACTION, cdata: state.bound };
    return Response.json({ ...honest, ...lie });
  });
  const checked = makeWorld({ provider });
  const of = await checked.ticket();
  state.bound = (await checked.shield.readCheck(of))?.bound ?? '';
  return { checked, of, asked };
}

it('an accepted provider token gives one captcha token', async () => {
  const { checked, of, asked } = await makeChecked();
  const { captchaToken } = await checked.solve(of, 'their-token');
  expect(asked).toEqual(['their-token']);
  expect(await refusal(checked.spend(captchaToken))).toBe('no refusal');
});

it('a provider token that the provider accepts twice is refused the second time', async () => {
  const { checked, of } = await makeChecked();
  await checked.solve(of, 'their-token');
  expect(await refusal(checked.solve(of, 'their-token'))).toBe('captcha_invalid captcha_spent');
});

it.each<[string, object, string]>([
  ['refuses', { success: false }, 'captcha_invalid check_failed'],
  ['reports a used token', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'captcha_invalid check_late'],
  ['names another site', { hostname: 'evil.example' }, 'captcha_invalid check_failed'],
  ['names another purpose', { action: 'pay' }, 'captcha_invalid check_failed'],
  ['names another check', { cdata: 'f'.repeat(32) }, 'captcha_invalid check_failed'],
  ['answers nonsense', { success: 'yes' }, 'unavailable provider_unreachable'],
])('a provider that %s gives no token', async (_what, lie, expected) => {
  const { checked, of } = await makeChecked(lie);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await refusal(checked.solve(of, 'their-token'))).toBe(expected);
});

it('a configured provider decides: our own proof of work does not pass', async () => {
  const { checked, of, asked } = await makeChecked({ success: false });
  const solution = await solveWork(await checked.work(of));
  expect(await refusal(checked.solve(of, solution))).toBe('captcha_invalid check_failed');
  expect(asked).toEqual([solution]);
});

it('a provider is only asked about its own kind of token', async () => {
  const { checked, asked } = await makeChecked();
  expect(await verifyProviderToken(checked.parts, { type: 'recaptcha', token: 't' }, checked.call())).toEqual({
    ok: false,
    reason: 'provider_off',
  });
  expect(asked).toEqual([]);
  expect(await verifyProviderToken(checked.parts, { type: 'Turnstile', token: 't' }, checked.call())).toEqual({
    ok: true,
  });
});
