/** Who must pass a human check, and who judges it: risk, signatures, ways back, providers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captchaSign } from '#shared/shield/captcha-sign.ts';
import { solveWork } from '#test/seed/human.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { ACTION, DEVICE, LOADING, makeRoom, OURS, refusal } from '../captcha/check-fixture.ts';
import { PROVIDER_ACTION } from '../captcha/provider.ts';
import { makeShieldService } from '../index.ts';

let room: ReturnType<typeof makeRoom>;
beforeEach(() => {
  room = makeRoom();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('who must pass one', () => {
  const fail = async (times: number, callMore: Partial<CallContext> = {}, subject = 'alice@example.com') => {
    for (let i = 0; i < times; i += 1) await room.shield.reportFailure({ subject }, room.call(callMore));
  };

  it('is nobody after a few slips, and whoever slips eight times', async () => {
    await fail(4);
    expect((await room.init({ meta: { username: 'alice@example.com' } })).url).toBeUndefined();
    await fail(4);
    expect((await room.init()).url).toBeDefined();
    const elsewhere = { address: '198.51.100.1', deviceId: 'e'.repeat(32) };
    expect((await room.init({ deviceId: 'e'.repeat(32) }, elsewhere)).url).toBeUndefined();
    room.time.nowMs += 901_000;
    expect((await room.init()).url).toBeUndefined();
  });

  it('is learnt by other isolates after eight failures', async () => {
    const other = makeShieldService(room.deps);
    await fail(8);
    const asked = await other.initCaptcha({ clientId: '', action: ACTION, deviceId: DEVICE }, room.call());
    expect(asked.url).toBeDefined();
  });

  it('is an address that fails a hundred times, whatever it names itself', async () => {
    for (let i = 0; i < 99; i += 1) await fail(1, { deviceId: newHexId() }, `person${i}`);
    expect(room.shield.isSuspect(room.call())).toBe(false);
    await fail(1, { deviceId: newHexId() }, 'another');
    expect(room.shield.isSuspect(room.call())).toBe(true);
    expect(room.shield.isSuspect(room.call({ address: '198.51.100.1' }))).toBe(false);
    expect(room.shield.isSuspect(room.call({ address: '' }))).toBe(false);
  });

  it('counts neighbours in one IPv6 network together', async () => {
    for (let i = 0; i < 20; i += 1) await fail(1, { address: `2001:db8:1:2::${i}`, deviceId: '' });
    const neighbour = { address: '2001:db8:1:2:ffff::1', deviceId: '' };
    expect((await room.init({ deviceId: '' }, neighbour)).url).toBeDefined();
    const stranger = { address: '2001:db8:1:3::1', deviceId: '' };
    expect((await room.init({ deviceId: '' }, stranger)).url).toBeUndefined();
  });

  it('is everybody in mode always, nobody in mode never', async () => {
    expect((await makeRoom({ mode: 'always' }).init()).url).toBeDefined();
    const lenient = makeRoom({ mode: 'never' });
    const { captcha_token: token, url } = await lenient.init({ human: true });
    expect(url).toBeUndefined();
    expect(await refusal(lenient.spend(token))).toBe('no refusal');
  });

  it('asks for more work the more speaks against a caller', async () => {
    const levelOf = async () => {
      const [body = ''] = (await room.ticket()).split('.');
      return (JSON.parse(atob(body)) as { level: number }).level;
    };
    expect(await levelOf()).toBe(1);
    await fail(10);
    expect(await levelOf()).toBe(2);
    await fail(20);
    expect(await levelOf()).toBe(3);
  });
});

describe('captcha_sign', () => {
  const md5 = async (text: string) =>
    toHex(new Uint8Array(await crypto.subtle.digest('MD5', new TextEncoder().encode(text))));
  const meta = { client_version: '1.0.0', package_name: 'magpie.web', user_id: '', timestamp: '1800000000000' };

  it('gives nothing when right and takes nothing when forged', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const fields = {
      clientId: 'cli',
      clientVersion: '1.0.0',
      packageName: 'magpie.web',
      deviceId: DEVICE,
      timestamp: meta.timestamp,
    };
    const right = await room.init({ meta: { ...meta, captcha_sign: await captchaSign(fields, md5) } });
    expect(log).not.toHaveBeenCalled();
    const forged = await room.init({ meta: { ...meta, captcha_sign: '1.ffff' } });
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual([
      { level: 'info', event: 'shield.wrong_sign', clientId: 'cli' },
    ]);
    for (const { captcha_token: token } of [right, forged]) {
      expect(await refusal(room.spend(token))).toBe('captcha_required human_check');
      expect(await refusal(room.spend(token, { human: false }))).toBe('no refusal');
    }
  });

  it('that is right does not spare a check that is due', async () => {
    const fields = { clientId: 'cli', clientVersion: '', packageName: '', deviceId: DEVICE, timestamp: '' };
    const asked = await room.init({ human: true, meta: { captcha_sign: await captchaSign(fields, md5) } });
    expect(asked.url).toBeDefined();
  });
});

describe('the address of the check', () => {
  it('carries the way back of an app or of ours, and no other', async () => {
    const back = async (redirectUri: string) =>
      new URL((await room.init({ human: true, redirectUri })).url ?? '').searchParams.get('redirect_uri');
    expect(await back(LOADING)).toBe(LOADING);
    expect(await back('magpie://checked')).toBe('magpie://checked');
    expect(await back('https://evil.example/loading')).toBeNull();
    expect(await back('otherapp://callback')).toBeNull();
  });

  it('is always ours, whatever origin was asked', async () => {
    const { url } = await room.init({ human: true }, { origin: 'https://api.example.net' });
    expect(new URL(url ?? '').origin).toBe(OURS);
  });
});

describe('a provider', () => {
  const provider = {
    name: 'turnstile',
    siteKey: 'site',
    secret: 'hush',
    verifyUrl: 'https://provider.example/siteverify',
    scriptUrl: 'https://provider.example/api.js',
    hostname: 'drive.example.com',
  } as const;

  /** Answers for the provider; `lie` lays over what an honest one says. */
  async function makeChecked(lie: object = {}) {
    const asked: string[] = [];
    const state = { bound: '' };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, request) => {
      asked.push(new URLSearchParams(String(request?.body)).get('response') ?? '');
      const honest = { success: true, hostname: 'drive.example.com', action: PROVIDER_ACTION, cdata: state.bound };
      return Response.json({ ...honest, ...lie });
    });
    const checked = makeRoom({ provider });
    const of = await checked.ticket();
    state.bound = (await checked.shield.readCheck(of))?.bound ?? '';
    return { checked, of, asked };
  }

  it('that says yes gives one token for one of its own', async () => {
    const { checked, of, asked } = await makeChecked();
    const { captchaToken } = await checked.solve(of, 'their-token');
    expect(asked).toEqual(['their-token']);
    expect(await refusal(checked.spend(captchaToken))).toBe('no refusal');
  });

  it('that says yes twice is not believed the second time', async () => {
    const { checked, of } = await makeChecked();
    await checked.solve(of, 'their-token');
    expect(await refusal(checked.solve(of, 'their-token'))).toBe('captcha_invalid captcha_spent');
  });

  it.each<[string, object, string]>([
    ['says no', { success: false }, 'captcha_invalid check_failed'],
    ['says used', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'captcha_invalid check_late'],
    ['speaks of another site', { hostname: 'evil.example' }, 'captcha_invalid check_failed'],
    ['speaks of another purpose', { action: 'pay' }, 'captcha_invalid check_failed'],
    ['speaks of another check', { cdata: 'f'.repeat(32) }, 'captcha_invalid check_failed'],
    ['speaks nonsense', { success: 'yes' }, 'unavailable provider_unreachable'],
  ])('that %s gives nothing', async (_what, lie, says) => {
    const { checked, of } = await makeChecked(lie);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await refusal(checked.solve(of, 'their-token'))).toBe(says);
  });

  it('is what decides: work of our own does not pass', async () => {
    const { checked, of, asked } = await makeChecked({ success: false });
    const solution = await solveWork(await checked.work(of));
    expect(await refusal(checked.solve(of, solution))).toBe('captcha_invalid check_failed');
    expect(asked).toEqual([solution]);
  });

  it('is asked about its own kind of token alone', async () => {
    const { checked, asked } = await makeChecked();
    expect(await checked.shield.verifyProviderToken({ type: 'recaptcha', token: 't' }, checked.call())).toEqual({
      ok: false,
      reason: 'provider_off',
    });
    expect(asked).toEqual([]);
    expect(await checked.shield.verifyProviderToken({ type: 'Turnstile', token: 't' }, checked.call())).toEqual({
      ok: true,
    });
  });
});
