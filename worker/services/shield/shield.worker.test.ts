import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { beforeEach, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeCall, refusal } from '#worker/platform/call-fixture.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeShieldParts, makeShieldRoutes, makeShieldService, type ShieldDeps } from './index.ts';
import { CAPTCHA_PURPOSE, shieldObjectName } from './keys.ts';

const DEVICE = '0123456789abcdef0123456789abcdef';
const ACTION = 'POST:/v1/auth/signin';
const namespace = (env as unknown as { SHIELD: ShieldDeps['shield'] }).SHIELD;

function makeWorld(captchaPerMinute = 600) {
  const time = { nowMs: 1_800_000_000_000 };
  const keyring = makeKeyring(newHexId(32));
  const parts = makeShieldParts({
    shield: namespace,
    keyring,
    limits: { captchaPerMinute, verificationsPerHour: 60, mailGapSeconds: 60, mailsPerDay: 10 },
    clock: { nowMs: () => time.nowMs },
  });
  const shield = makeShieldService(parts);
  const call = (more: Partial<CallContext> = {}) =>
    makeCall(time.nowMs, { deviceId: DEVICE, clientId: 'cli', origin: 'https://drive.example.com', ...more });
  const init = async (action = ACTION, deviceId = DEVICE) =>
    (await shield.initCaptcha({ clientId: 'cli', action, deviceId }, call())).captcha_token;
  const spend = (token: string, action: string = ACTION, deviceId = DEVICE) =>
    shield.spendCaptcha({ token, action, deviceId }, call());
  return { time, keyring, parts, shield, call, init, spend };
}

let world: ReturnType<typeof makeWorld>;
beforeEach(() => {
  world = makeWorld();
});

it('a captcha token is given at once for any action, for 300 seconds', async () => {
  const given = await world.shield.initCaptcha(
    { clientId: 'cli', action: 'GET:/drive/v1/files', deviceId: DEVICE },
    world.call(),
  );
  expect(given.expires_in).toBe(300);
  await world.spend(given.captcha_token, 'POST:/config/v1/basic');
});

it('a captcha token opens one action once', async () => {
  const token = await world.init();
  await world.spend(token);
  expect(await refusal(world.spend(token))).toBe('captcha_invalid');
});

it('of 300 parallel spends of one captcha token one succeeds', async () => {
  const token = await world.init();
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => refusal(world.spend(token))));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'captcha_invalid')).toHaveLength(299);
});

it('a captcha token for an action with the host opens the same action without it', async () => {
  await world.spend(await world.init('POST:https://user.example.com/v1/auth/signin'));
  await world.spend(await world.init(), 'POST:https://user.example.com/v1/auth/signin');
});

it('the device of the header counts when the body names none', async () => {
  await world.spend(await world.init(ACTION, ''), ACTION, '');
});

it.each<[string, (world: ReturnType<typeof makeWorld>) => Promise<unknown>]>([
  ['of another device', async (r) => r.spend(await r.init(ACTION, 'f'.repeat(32)))],
  ['of another sensitive action', async (r) => r.spend(await r.init('POST:/v1/auth/token'))],
  ['of an ordinary action, for a sensitive one', async (r) => r.spend(await r.init('GET:/drive/v1/files'))],
  ['of another installation', async (r) => r.spend(await makeWorld().init())],
  [
    'signed for another purpose',
    async (r) =>
      r.spend(await r.keyring.sign('other', { jti: newHexId(), device: DEVICE, action: ACTION, issued: 0, exp: 9e9 })),
  ],
  [
    'signed by us but of another shape',
    async (r) => r.spend(await r.keyring.sign(CAPTCHA_PURPOSE, { device: DEVICE })),
  ],
  ['with a changed payload', async (r) => r.spend(`A${await r.init()}`)],
  ['with its signature cut', async (r) => r.spend((await r.init()).split('.')[0] ?? '')],
  ['that is noise', (r) => r.spend('noise')],
])('a captcha token %s is captcha_invalid', async (_what, work) => {
  expect(await refusal(work(world))).toBe('captcha_invalid');
});

it('a missing captcha token is captcha_required', async () => {
  expect(await refusal(world.spend(''))).toBe('captcha_required');
});

it('a captcha token expires', async () => {
  const token = await world.init();
  world.time.nowMs += 300_000;
  expect(await refusal(world.spend(token))).toBe('captcha_invalid');
});

it('the alarm deletes the row of an expired spent token', async () => {
  const jti = newHexId();
  const stub = namespace.getByName(shieldObjectName(jti));
  await stub.spend({ jti, untilMs: 1 });
  await runAlarm(stub);
  const left = await runInDurableObject(
    stub,
    (_object, state) => state.storage.sql.exec('SELECT 1 FROM spent WHERE jti = ?', jti).toArray().length,
  );
  expect(left).toBe(0);
});

it('the budget of an address ends with too_many_requests and the seconds to wait, and renews a minute later', async () => {
  const small = makeWorld(3);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(small.init())));
  expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(17);
  const error = await small.init().catch((caught: unknown) => caught);
  expect((error as AppError).detail?.retryInSeconds).toBe(60);
  small.time.nowMs += 60_000;
  await small.init();
});

it('other addresses do not spend the budget of an address', async () => {
  const small = makeWorld(1);
  await small.init();
  await small.shield.initCaptcha(
    { clientId: '', action: ACTION, deviceId: DEVICE },
    small.call({ address: '203.0.113.10' }),
  );
  expect(await refusal(small.init())).toBe('too_many_requests');
});

const post = (body: string, type: string) => {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('call', world.call());
    c.set('bodyBytes', 100_000);
    await next();
  });
  app.route('/', makeShieldRoutes(world.parts));
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
])('captcha init reads %s and answers a token that opens the action', async (_what, body, type) => {
  const response = await post(body, type);
  expect(response.status).toBe(200);
  const answer = (await response.json()) as { captcha_token: string; expires_in: number };
  expect(answer.expires_in).toBe(300);
  await world.spend(answer.captcha_token);
});
