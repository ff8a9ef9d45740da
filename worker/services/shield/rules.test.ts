import { expect, it } from 'vitest';
import {
  addressKey,
  CHECK_SCORE,
  canonicalAction,
  decideRisk,
  deviceKey,
  mayOpen,
  type RiskSigns,
  readCheckClaims,
  riskScore,
  type ShieldMode,
  spendBudget,
  subjectOf,
} from './rules.ts';

const DEVICE = '0123456789abcdef0123456789abcdef';
const NOW_MS = 1_800_000_000_000;
const claims = {
  jti: 'a'.repeat(32),
  device: DEVICE,
  action: 'POST:/v1/auth/signin',
  issued: NOW_MS / 1_000,
  exp: NOW_MS / 1_000 + 300,
  human: false,
};

it.each([
  ['POST:/v1/auth/signin', 'POST:/v1/auth/signin'],
  ['POST:https://user.example.com/v1/auth/signin', 'POST:/v1/auth/signin'],
  ['post:http://localhost:8787/v1/auth/signin?client_id=cli', 'POST:/v1/auth/signin'],
  ['PATCH:/drive/v1/files/', 'PATCH:/drive/v1/files'],
  ['GET:/', 'GET:/'],
  ['GET:https://host', 'GET:/'],
  ['whatever', 'whatever'],
  ['', ''],
])('actions: canonicalAction reads %s as %s', (given, read) => {
  expect(canonicalAction(given)).toBe(read);
});

it('an action is read in linear time, however many slashes it has', () => {
  const path = `/${'/'.repeat(500_000)}x`;
  expect(canonicalAction(`POST:${path}`)).toBe(`POST:${path}`);
});

const wanted = { action: 'POST:/v1/auth/signin', device: DEVICE, nowMs: NOW_MS };

it('a captcha token opens its own action on its own device until it expires', () => {
  expect(mayOpen(claims, wanted)).toBe(true);
  expect(mayOpen(claims, { ...wanted, nowMs: claims.exp * 1_000 - 1 })).toBe(true);
  expect(mayOpen(claims, { ...wanted, nowMs: claims.exp * 1_000 })).toBe(false);
});

it('a captcha token opens nothing on another device, and nothing for a caller without one', () => {
  expect(mayOpen(claims, { ...wanted, device: 'f'.repeat(32) })).toBe(false);
  expect(mayOpen(claims, { ...wanted, device: '' })).toBe(false);
});

it('only tokens of sensitive actions are bound to their action', () => {
  expect(mayOpen({ ...claims, action: '' }, wanted)).toBe(false);
  expect(mayOpen(claims, { ...wanted, action: 'POST:/v1/auth/token' })).toBe(false);
  expect(mayOpen({ ...claims, action: '' }, { ...wanted, action: 'GET:/drive/v1/files' })).toBe(true);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('addressKey counts %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it.each([
  [DEVICE, DEVICE],
  [DEVICE.toUpperCase(), DEVICE],
  [`wdi10.${DEVICE}${'x'.repeat(32)}`, DEVICE],
  ['short', ''],
  ['', ''],
])('deviceKey finds the device in %s', (text, key) => {
  expect(deviceKey(text)).toBe(key);
});

const ask = { nowMs: NOW_MS, windowMs: 60_000, limit: 2 };

it('a budget allows its limit in one window and then returns the time to wait', () => {
  expect(spendBudget(null, ask)).toEqual({ ok: true, row: { startedMs: NOW_MS, used: 1 } });
  expect(spendBudget({ startedMs: NOW_MS, used: 1 }, ask)).toEqual({ ok: true, row: { startedMs: NOW_MS, used: 2 } });
  expect(spendBudget({ startedMs: NOW_MS - 59_500, used: 2 }, ask)).toEqual({ ok: false, retryInSeconds: 1 });
  expect(spendBudget({ startedMs: NOW_MS - 60_000, used: 2 }, ask)).toEqual({
    ok: true,
    row: { startedMs: NOW_MS, used: 1 },
  });
});

it('a budget with limit zero allows nothing', () => {
  expect(spendBudget(null, { ...ask, limit: 0 })).toEqual({ ok: false, retryInSeconds: 60 });
});

const DAY_MS = 86_400_000;
/** A device known for a week, an ordinary address, nothing wrong. */
const known: RiskSigns = {
  rate: 0.01,
  addressKnown: true,
  deviceAgeMs: 7 * DAY_MS,
  addressFailures: 0,
  deviceFailures: 0,
  subjectFailures: 0,
  isSensitive: true,
  wrongSign: false,
};

it.each<[string, Partial<RiskSigns>, number]>([
  ['a known device', {}, 15],
  ['a known device at an ordinary action', { isSensitive: false }, 0],
  ['a new device', { deviceAgeMs: 0 }, 25],
  ['a device of an hour', { deviceAgeMs: 3_600_000 }, 20],
  ['no device', { deviceAgeMs: null }, 30],
  ['a new device after three slips', { deviceAgeMs: 0, deviceFailures: 3, addressFailures: 3, subjectFailures: 3 }, 25],
  ['a new device after five slips', { deviceAgeMs: 0, deviceFailures: 5, addressFailures: 5, subjectFailures: 5 }, 45],
  ['a known device behind a busy address', { rate: 0.3 }, 25],
  ['a form without device behind a busy address', { deviceAgeMs: null, rate: 0.3 }, 40],
  ['a form without device after eight slips', { deviceAgeMs: null, addressFailures: 8 }, 55],
  ['a known device after eight slips', { deviceFailures: 8, addressFailures: 8 }, 70],
  ['a new device at an account under attack', { deviceAgeMs: 0, subjectFailures: 8 }, 55],
  ['a known device at an account under attack', { subjectFailures: 8 }, 45],
  ['a new device from an address that guesses', { deviceAgeMs: 0, addressFailures: 20 }, 65],
  ['an ordinary action from an address that guesses', { isSensitive: false, addressFailures: 20 }, 40],
  ['an address that sprays', { addressFailures: 100 }, 75],
  ['an address at the end of its budget, new device', { deviceAgeMs: 0, rate: 0.95 }, 65],
  ['an unknown address, no device', { addressKnown: false, deviceAgeMs: null }, 40],
  ['a wrong signature alone', { wrongSign: true }, 20],
  ['a wrong signature on a new device', { deviceAgeMs: 0, wrongSign: true }, 30],
  [
    'all there is',
    {
      rate: 1,
      addressKnown: false,
      deviceAgeMs: null,
      addressFailures: 100,
      deviceFailures: 20,
      subjectFailures: 8,
      wrongSign: true,
    },
    225,
  ],
])('the risk score of %s is as listed', (_who, signs, score) => {
  expect(riskScore({ ...known, ...signs })).toBe(score);
});

it('the risk score grows with every sign', () => {
  const more: readonly (readonly [keyof RiskSigns, readonly (number | null | boolean)[]])[] = [
    ['rate', [0, 0.25, 0.5, 0.9, 1]],
    ['deviceAgeMs', [30 * DAY_MS, DAY_MS - 1, 0, null]],
    ['addressFailures', [0, 4, 8, 20, 100, 1_000]],
    ['deviceFailures', [0, 4, 8, 20, 1_000]],
    ['subjectFailures', [0, 4, 8, 1_000]],
    ['isSensitive', [false, true]],
    ['wrongSign', [false, true]],
    ['addressKnown', [true, false]],
  ];
  for (const [sign, values] of more) {
    const scores = values.map((value) => riskScore({ ...known, [sign]: value } as RiskSigns));
    expect(scores, sign).toEqual(scores.toSorted((a, b) => a - b));
  }
});

it.each<[ShieldMode, number, boolean, ReturnType<typeof decideRisk>]>([
  ['auto', CHECK_SCORE - 1, false, { check: false }],
  ['auto', CHECK_SCORE, false, { check: true, level: 1 }],
  ['auto', 0, true, { check: true, level: 1 }],
  ['auto', 70, false, { check: true, level: 2 }],
  ['auto', 200, true, { check: true, level: 3 }],
  ['always', 0, false, { check: true, level: 1 }],
  ['never', 200, true, { check: false }],
])('risk: decideRisk in mode %s with a score of %i, demanded: %s', (mode, score, demanded, decision) => {
  expect(decideRisk(mode, score, demanded)).toEqual(decision);
});

it.each([
  [{ username: ' Alice ' }, 'alice'],
  [{ email: 'A@Example.com' }, 'a@example.com'],
  [{ phone_number: '+4912345' }, '+4912345'],
  [{ username: '', email: 'a@example.com' }, 'a@example.com'],
  [{ username: 7, email: null, captcha_sign: 'x' }, ''],
  [{}, ''],
])('the guessed identifier is read from %j', (meta, subject) => {
  expect(subjectOf(meta)).toBe(subject);
});

const ticket = {
  jti: 'a'.repeat(32),
  device: DEVICE,
  action: '',
  payer: 'b'.repeat(64),
  level: 1,
  exp: NOW_MS / 1_000 + 1,
};

it.each<[string, unknown, boolean]>([
  ['in time', ticket, true],
  ['late', { ...ticket, exp: NOW_MS / 1_000 }, false],
  ['of a captcha token', claims, false],
  ['of a level there is not', { ...ticket, level: 0 }, false],
  ['that is null', null, false],
])('a ticket %s is read: %s', (_what, value, isRead) => {
  expect(readCheckClaims(value, NOW_MS) !== null).toBe(isRead);
});
