import { expect, it } from 'vitest';
import { matchStep, newTotpSecret, totpCode, totpUri } from './totp.ts';

/** `12345678901234567890` of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of the app at %i s is that of the standard', (seconds, code) => {
  expect(totpCode(SECRET, seconds * 1_000)).toBe(code);
  expect(matchStep(SECRET, code, seconds * 1_000, 0)).toBe(Math.floor(seconds / 30));
});

it.each([
  [-60_000, false],
  [-30_000, true],
  [0, true],
  [30_000, true],
  [60_000, false],
])('a code of the app %i ms away from now is accepted: %s', (awayMs, taken) => {
  const nowMs = 1_800_000_015_000;
  expect(matchStep(SECRET, totpCode(SECRET, nowMs + awayMs), nowMs, 0) !== null).toBe(taken);
});

it('a code of a used step, or of one before it, is refused', () => {
  const nowMs = 1_800_000_015_000;
  const step = Math.floor(nowMs / 30_000);
  const code = totpCode(SECRET, nowMs);
  expect(matchStep(SECRET, code, nowMs, step - 1)).toBe(step);
  expect(matchStep(SECRET, code, nowMs, step)).toBeNull();
  expect(matchStep(SECRET, code, nowMs, step + 1)).toBeNull();
});

it('only six plain digits are a code of the app', () => {
  const nowMs = 59_000;
  expect(matchStep(SECRET, ' 287 082 ', nowMs, 0)).toBe(1);
  for (const text of ['', '28708', '2870820', '287082.', '287083', '２８７０８２', '000287082', '1e5', 'NaN'])
    expect(matchStep(SECRET, text, nowMs, 0)).toBeNull();
});

it('a new TOTP secret has 160 bits and differs each time', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('the otpauth address names issuer, account, secret, digits and period', () => {
  const url = new URL(totpUri(SECRET, 'a b&c=d@example.com'));
  expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp');
  expect(decodeURIComponent(url.pathname)).toBe('/Magpie:a b&c=d@example.com');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    issuer: 'Magpie',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
