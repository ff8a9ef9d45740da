import { expect, it } from 'vitest';
import { decideCode, decideMail, readVerifiedClaims } from './rules.ts';

const T = 1_000_000_000;
const ask = (nowMs: number) => ({ nowMs, gapMs: 60_000, windowMs: 86_400_000, limit: 3 });

it.each<[string, number[], number, number | null]>([
  ['goes when none went before', [], T, null],
  ['waits for the rest of the minute', [T], T + 1_000, 59],
  ['waits one second at least', [T], T + 59_999, 1],
  ['goes after a minute', [T], T + 60_000, null],
  ['goes while fewer than the limit went in 24 hours', [T, T + 60_000], T + 120_000, null],
  ['waits until the oldest leaves the window', [T, T + 60_000, T + 120_000], T + 180_000, 86_220],
  ['goes when the oldest has left', [T, T + 60_000, T + 120_000], T + 86_400_000, null],
])('a mail to an address: %s', (_what, sent, nowMs, wait) => {
  expect(decideMail(sent, ask(nowMs))).toEqual(wait === null ? { ok: true } : { ok: false, retryInSeconds: wait });
});

it('an address gets no more mails than the limit in any 24 hours, however the requests are spread', () => {
  const sent: number[] = [];
  for (let nowMs = T; nowMs < T + 3 * 86_400_000; nowMs += 61_000) {
    const counting = sent.filter((at) => at > nowMs - 86_400_000);
    if (decideMail(counting, ask(nowMs)).ok) sent.push(nowMs);
  }
  for (const from of sent)
    expect(sent.filter((at) => at >= from && at < from + 86_400_000).length).toBeLessThanOrEqual(3);
});

const row = { subject: 's', purpose: 'p', codeHash: 'right', tries: 0, untilMs: T };
it.each([
  ['right', row, 'right', T - 1, 'right'],
  ['wrong', row, 'wrong', T - 1, 'wrong'],
  ['expired at its last millisecond', row, 'right', T, 'expired'],
  ['right after four wrong ones', { ...row, tries: 4 }, 'right', T - 1, 'right'],
  ['expired after five wrong ones', { ...row, tries: 5 }, 'right', T - 1, 'expired'],
  ['expired when it is unknown', null, 'right', T - 1, 'expired'],
])('a code is %s', (_what, stored, codeHash, nowMs, decision) => {
  expect(decideCode(stored, { codeHash, nowMs, maxTries: 5 })).toBe(decision);
});

it.each([
  null,
  'x',
  {},
  { jti: 'x', subject: 's', purpose: 'p', exp: 1 },
  { jti: 'a'.repeat(32), subject: 's', exp: 1 },
])('a verification token is not %j', (value) => {
  expect(readVerifiedClaims(value)).toBeNull();
});
