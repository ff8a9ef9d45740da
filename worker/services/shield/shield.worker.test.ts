import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeShieldRoutes, makeShieldService, type ShieldDeps } from './index.ts';
import { CAPTCHA_PURPOSE, shieldObjectName } from './keys.ts';

const DEVICE = '0123456789abcdef0123456789abcdef';
const ACTION = 'POST:/v1/auth/signin';
const namespace = (env as unknown as { SHIELD: ShieldDeps['shield'] }).SHIELD;

function makeRoom(captchaPerMinute = 600) {
  const time = { nowMs: 1_800_000_000_000 };
  const keyring = makeKeyring(newHexId(32));
  const shield = makeShieldService({
    shield: namespace,
    keyring,
    limits: { captchaPerMinute, verificationsPerHour: 60, mailGapSeconds: 60, mailsPerDay: 10 },
    clock: { nowMs: () => time.nowMs },
  });
  const call = (more: Partial<CallContext> = {}): CallContext => ({
    requestId: 'r',
    nowMs: time.nowMs,
    locale: 'en-US',
    address: '203.0.113.9',
    deviceId: DEVICE,
    clientId: 'cli',
    userAgent: '',
    captchaToken: '',
    idempotencyKey: null,
    origin: 'https://drive.example.com',
    caller: null,
    ...more,
  });
  const init = async (action = ACTION, deviceId = DEVICE) =>
    (await shield.initCaptcha({ clientId: 'cli', action, deviceId }, call())).captcha_token;
  const spend = (token: string, action: string = ACTION, deviceId = DEVICE) =>
    shield.spendCaptcha({ token, action, deviceId }, call());
  return { time, keyring, shield, call, init, spend };
}

let room: ReturnType<typeof makeRoom>;
beforeEach(() => {
  room = makeRoom();
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.errorName : String(error)),
  );

describe('a captcha token', () => {
  it('is given at once for any action, for 300 seconds', async () => {
    const given = await room.shield.initCaptcha(
      { clientId: 'cli', action: 'GET:/drive/v1/files', deviceId: DEVICE },
      room.call(),
    );
    expect(given.expires_in).toBe(300);
    await room.spend(given.captcha_token, 'POST:/config/v1/basic');
  });

  it('opens one action once', async () => {
    const token = await room.init();
    await room.spend(token);
    expect(await refusal(room.spend(token))).toBe('captcha_invalid');
  });

  it('lets one of 300 parallel spends through', async () => {
    const token = await room.init();
    const outcomes = await Promise.all(Array.from({ length: 300 }, () => refusal(room.spend(token))));
    expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'captcha_invalid')).toHaveLength(299);
  });

  it('asked for with the host in the action opens the same action', async () => {
    await room.spend(await room.init('POST:https://user.example.com/v1/auth/signin'));
    await room.spend(await room.init(), 'POST:https://user.example.com/v1/auth/signin');
  });

  it('of the header device counts when the body names none', async () => {
    await room.spend(await room.init(ACTION, ''), ACTION, '');
  });

  it.each<[string, (room: ReturnType<typeof makeRoom>) => Promise<unknown>]>([
    ['of another device', async (r) => r.spend(await r.init(ACTION, 'f'.repeat(32)))],
    ['of another sensitive action', async (r) => r.spend(await r.init('POST:/v1/auth/token'))],
    ['of an ordinary action, for a sensitive one', async (r) => r.spend(await r.init('GET:/drive/v1/files'))],
    ['of another installation', async (r) => r.spend(await makeRoom().init())],
    [
      'signed for another purpose',
      async (r) =>
        r.spend(
          await r.keyring.sign('other', { jti: newHexId(), device: DEVICE, action: ACTION, issued: 0, exp: 9e9 }),
        ),
    ],
    [
      'signed by us but of another shape',
      async (r) => r.spend(await r.keyring.sign(CAPTCHA_PURPOSE, { device: DEVICE })),
    ],
    ['with a changed payload', async (r) => r.spend(`A${await r.init()}`)],
    ['with its signature cut', async (r) => r.spend((await r.init()).split('.')[0] ?? '')],
    ['that is noise', (r) => r.spend('noise')],
  ])('%s is captcha_invalid', async (_what, work) => {
    expect(await refusal(work(room))).toBe('captcha_invalid');
  });

  it('that is missing is captcha_required', async () => {
    expect(await refusal(room.spend(''))).toBe('captcha_required');
  });

  it('expires', async () => {
    const token = await room.init();
    room.time.nowMs += 300_000;
    expect(await refusal(room.spend(token))).toBe('captcha_invalid');
  });

  it('leaves no row behind once it could not be spent anyway', async () => {
    const jti = newHexId();
    const stub = namespace.getByName(shieldObjectName(jti));
    await stub.spend({ jti, untilMs: 1 });
    await runDurableObjectAlarm(stub);
    const left = await runInDurableObject(
      stub,
      (_object, state) => state.storage.sql.exec('SELECT 1 FROM spent WHERE jti = ?', jti).toArray().length,
    );
    expect(left).toBe(0);
  });
});

describe('the budget of an address', () => {
  it('ends with too_many_requests and the seconds to wait, and begins again a minute later', async () => {
    const small = makeRoom(3);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(small.init())));
    expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(17);
    const error = await small.init().catch((caught: unknown) => caught);
    expect((error as AppError).detail?.retryInSeconds).toBe(60);
    small.time.nowMs += 60_000;
    await small.init();
  });

  it('is not spent by other addresses', async () => {
    const small = makeRoom(1);
    await small.init();
    await small.shield.initCaptcha(
      { clientId: '', action: ACTION, deviceId: DEVICE },
      small.call({ address: '203.0.113.10' }),
    );
    expect(await refusal(small.init())).toBe('too_many_requests');
  });
});

describe('POST /v1/shield/captcha/init', () => {
  const post = (body: string, type: string) => {
    const app = new Hono<AppEnv>();
    app.use(async (c, next) => {
      c.set('call', room.call());
      c.set('bodyBytes', 100_000);
      await next();
    });
    app.route('/', makeShieldRoutes(room.shield));
    return app.request('/v1/shield/captcha/init', { method: 'POST', body, headers: { 'content-type': type } });
  };

  it.each([
    [
      'JSON',
      JSON.stringify({ client_id: 'cli', action: ACTION, device_id: DEVICE, meta: { email: 'a@example.com' } }),
      'application/json',
    ],
    [
      'JSON labelled as a form',
      JSON.stringify({ client_id: 'cli', action: ACTION, device_id: DEVICE, captcha_token: null }),
      'application/x-www-form-urlencoded',
    ],
    [
      'a form',
      `client_id=cli&action=${encodeURIComponent(ACTION)}&device_id=${DEVICE}`,
      'application/x-www-form-urlencoded',
    ],
  ])('reads %s and answers a token that opens the action', async (_what, body, type) => {
    const response = await post(body, type);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { captcha_token: string; expires_in: number };
    expect(answer.expires_in).toBe(300);
    await room.spend(answer.captcha_token);
  });
});
