import { expect, it } from 'vitest';
import { isPassCode } from '#shared/share/model.ts';
import { DAY_MS } from '#shared/units.ts';
import {
  daysLeft,
  expiryOf,
  isCrawler,
  type ShareFacts,
  secondsLeft,
  statusFor,
  statusForRestore,
  statusOf,
} from './rules.ts';

const NOW = 1_800_000_000_000;
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

const rows: [string, Partial<ShareFacts>, number | null, string][] = [
  ['an open link is OK', {}, null, 'OK'],
  ['a link is live until its last millisecond', { expiresAtMs: NOW + 1 }, null, 'OK'],
  ['a link has expired at its time', { expiresAtMs: NOW }, null, 'EXPIRED'],
  ['a deleted link stays deleted after its time', { status: 'DELETED', expiresAtMs: NOW - 1 }, null, 'DELETED'],
  [
    'a prohibited link says so before asking for a passcode',
    { status: 'PROHIBITED', locked: true },
    null,
    'PROHIBITED',
  ],
  ['an expired link says so before asking for a passcode', { expiresAtMs: NOW - 1, locked: true }, null, 'EXPIRED'],
  ['a link under review is AUDITING', { status: 'AUDITING' }, null, 'AUDITING'],
  ['a locked link asks for its passcode', { locked: true, passVersion: 2 }, null, 'PASS_CODE_EMPTY'],
  ['a token of this passcode opens', { locked: true, passVersion: 2 }, 2, 'OK'],
  ['a token of the passcode before does not open', { locked: true, passVersion: 2 }, 1, 'PASS_CODE_EMPTY'],
  ['a link with saves left is OK', { restoreLimit: 2, restoreCount: 1 }, null, 'OK'],
  ['a used-up link is MAX_RESTORE_COUNT', { restoreLimit: 2, restoreCount: 2 }, null, 'MAX_RESTORE_COUNT'],
];
it.each(rows)('what a link is: %s', (_name, change, passVersion, expected) => {
  expect(statusFor({ ...OPEN, ...change }, passVersion, NOW)).toBe(expected);
});

it('the status for the owner ignores passcodes', () => {
  expect(statusOf({ ...OPEN, locked: true }, NOW)).toBe('OK');
});

it('the status for a restore ignores the number of saves', () => {
  expect(statusForRestore({ ...OPEN, restoreLimit: 1, restoreCount: 1 }, null, NOW)).toBe('OK');
  expect(statusForRestore({ ...OPEN, restoreLimit: 1, restoreCount: 1, locked: true }, null, NOW)).toBe(
    'PASS_CODE_EMPTY',
  );
});

it('the time left is rounded up to days and down to seconds, -1 for never', () => {
  expect([daysLeft(null, NOW), secondsLeft(null, NOW)]).toEqual([-1, -1]);
  expect([daysLeft(NOW + DAY_MS + 1, NOW), secondsLeft(NOW + 1_999, NOW)]).toEqual([2, 1]);
  expect([daysLeft(NOW - 5, NOW), secondsLeft(NOW - 5, NOW)]).toEqual([0, 0]);
});

it('a link lasts 1 to 365 days or forever', () => {
  expect(expiryOf(-1, NOW)).toBeNull();
  expect(expiryOf(0, NOW)).toBeNull();
  expect(expiryOf(365, NOW)).toBe(NOW + 365 * DAY_MS);
  for (const wrong of [366, -2, 1.5, Number.NaN]) expect(expiryOf(wrong, NOW)).toBeUndefined();
});

it('a passcode has 4 to 10 letters and digits', () => {
  expect(['abcd', 'A1b2C3d4E5'].every(isPassCode)).toBe(true);
  expect(['abc', 'abcdefghijk', 'ab cd', 'äbcd', ''].some(isPassCode)).toBe(false);
});

it('a crawler is recognised by its user agent', () => {
  expect(isCrawler('Mozilla/5.0 (compatible; Googlebot/2.1)')).toBe(true);
  expect(isCrawler('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36')).toBe(false);
});
