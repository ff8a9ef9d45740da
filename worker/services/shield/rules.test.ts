import { describe, expect, it } from 'vitest';
import { addressKey, canonicalAction, deviceKey, mayOpen, spendBudget } from './rules.ts';

const DEVICE = '0123456789abcdef0123456789abcdef';
const NOW_MS = 1_800_000_000_000;
const claims = {
  jti: 'a'.repeat(32),
  device: DEVICE,
  action: 'POST:/v1/auth/signin',
  issued: NOW_MS / 1_000,
  exp: NOW_MS / 1_000 + 300,
};

describe('actions', () => {
  it.each([
    ['POST:/v1/auth/signin', 'POST:/v1/auth/signin'],
    ['POST:https://user.example.com/v1/auth/signin', 'POST:/v1/auth/signin'],
    ['post:http://localhost:8787/v1/auth/signin?client_id=cli', 'POST:/v1/auth/signin'],
    ['PATCH:/drive/v1/files/', 'PATCH:/drive/v1/files'],
    ['GET:/', 'GET:/'],
    ['GET:https://host', 'GET:/'],
    ['whatever', 'whatever'],
    ['', ''],
  ])('reads %s as %s', (given, read) => {
    expect(canonicalAction(given)).toBe(read);
  });
});

describe('what a token opens', () => {
  const wanted = { action: 'POST:/v1/auth/signin', device: DEVICE, nowMs: NOW_MS };

  it('opens its own action on its own device until it expires', () => {
    expect(mayOpen(claims, wanted)).toBe(true);
    expect(mayOpen(claims, { ...wanted, nowMs: claims.exp * 1_000 - 1 })).toBe(true);
    expect(mayOpen(claims, { ...wanted, nowMs: claims.exp * 1_000 })).toBe(false);
  });

  it('opens nothing on another device, and nothing for a caller without one', () => {
    expect(mayOpen(claims, { ...wanted, device: 'f'.repeat(32) })).toBe(false);
    expect(mayOpen(claims, { ...wanted, device: '' })).toBe(false);
  });

  it('is tied to its action for the sensitive set alone', () => {
    expect(mayOpen({ ...claims, action: '' }, wanted)).toBe(false);
    expect(mayOpen(claims, { ...wanted, action: 'POST:/v1/auth/token' })).toBe(false);
    expect(mayOpen({ ...claims, action: '' }, { ...wanted, action: 'GET:/drive/v1/files' })).toBe(true);
  });
});

describe('who pays', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each([
    [DEVICE, DEVICE],
    [DEVICE.toUpperCase(), DEVICE],
    [`wdi10.${DEVICE}${'x'.repeat(32)}`, DEVICE],
    ['short', ''],
    ['', ''],
  ])('finds the device in %s', (text, key) => {
    expect(deviceKey(text)).toBe(key);
  });
});

describe('the budget', () => {
  const ask = { nowMs: NOW_MS, windowMs: 60_000, limit: 2 };

  it('gives as many as the limit in one window and says how long to wait', () => {
    expect(spendBudget(null, ask)).toEqual({ ok: true, row: { startedMs: NOW_MS, used: 1 } });
    expect(spendBudget({ startedMs: NOW_MS, used: 1 }, ask)).toEqual({ ok: true, row: { startedMs: NOW_MS, used: 2 } });
    expect(spendBudget({ startedMs: NOW_MS - 59_500, used: 2 }, ask)).toEqual({ ok: false, retryInSeconds: 1 });
    expect(spendBudget({ startedMs: NOW_MS - 60_000, used: 2 }, ask)).toEqual({
      ok: true,
      row: { startedMs: NOW_MS, used: 1 },
    });
  });

  it('gives none when the limit is zero', () => {
    expect(spendBudget(null, { ...ask, limit: 0 })).toEqual({ ok: false, retryInSeconds: 60 });
  });
});
