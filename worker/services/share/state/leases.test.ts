import { expect, test } from 'vitest';
import { LEASE_MS, makeLeases } from './leases.ts';
import type { ShareFacts } from './rules.ts';

const OPEN: ShareFacts = {
  status: 'OK',
  paused: false,
  ownerBlocked: false,
  expiresAtMs: null,
  restoreLimit: null,
  restoreCount: 0,
  locked: false,
  passVersion: 0,
};
const stored = () => true;

test('a link that is asked twice in a second is leased; its lease ends before its changes are answered', () => {
  const leases = makeLeases(0, 10_000);
  expect(leases.grant(OPEN, 10_000, stored)).toBe(0);
  expect(leases.left(10_000)).toBe(0);
  const leaseMs = leases.grant(OPEN, 10_500, stored);
  expect(leaseMs).toBeGreaterThan(0);
  expect(leaseMs).toBeLessThan(LEASE_MS);
  expect(leases.left(10_500)).toBe(LEASE_MS);
  expect(leases.left(11_400)).toBe(100);
  expect(leases.left(11_500)).toBe(0);
});

test('a link is leased at the first question of many', () => {
  expect(makeLeases(0, 0).grant(OPEN, 5_000, stored, true)).toBeGreaterThan(0);
});

test('a link that is asked once in a while is asked at every visit', () => {
  const leases = makeLeases(0, 0);
  for (let nowMs = 5_000; nowMs < 60_000; nowMs += LEASE_MS) expect(leases.grant(OPEN, nowMs, stored)).toBe(0);
});

test.each([
  ['with a passcode', { locked: true }],
  ['with a number of saves', { restoreLimit: 5 }],
  ['that is closed', { status: 'PROHIBITED' as const }],
])('a link %s is not leased', (_what, change) => {
  const leases = makeLeases(0, 0);
  for (let nowMs = 5_000; nowMs < 5_010; nowMs += 1)
    expect(leases.grant({ ...OPEN, ...change }, nowMs, stored, true)).toBe(0);
});

test('a restarted link waits for leases that it may have granted before', () => {
  let horizonMs = 0;
  let writes = 0;
  const before = makeLeases(0, 0);
  for (let nowMs = 1_000; nowMs < 61_000; nowMs += 100)
    before.grant(OPEN, nowMs, (untilMs) => {
      writes += 1;
      horizonMs = untilMs;
      return true;
    });
  expect(writes).toBe(1);
  expect(makeLeases(horizonMs, 61_000).left(61_000)).toBe(LEASE_MS);
  expect(makeLeases(horizonMs, 61_000).left(61_000 + LEASE_MS)).toBe(0);
  expect(makeLeases(horizonMs, horizonMs).left(horizonMs)).toBe(0);
});

test('without a stored sign of it nothing is leased', () => {
  const leases = makeLeases(0, 0);
  leases.grant(OPEN, 1_000, stored);
  expect(leases.grant(OPEN, 1_001, () => false)).toBe(0);
  expect(leases.left(1_001)).toBe(0);
});
