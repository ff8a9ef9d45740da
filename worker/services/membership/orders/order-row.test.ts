import { expect, it } from 'vitest';
import { fingerprintOf, isFingerprintOf } from './order-row.ts';

const request = {
  productId: 'p',
  quantity: 1,
  currency: 'EUR',
  coupon: ' ten',
  renews: false,
  seenMinor: 500,
} as const;

it('a repeated order has the fingerprint of the first, that of the version before too', () => {
  expect(isFingerprintOf(fingerprintOf(request), request)).toBe(true);
  expect(isFingerprintOf(JSON.stringify(['p', 1, 'EUR', 'DE', 'TEN', false, 500]), request)).toBe(true);
});

it('another order under the same key has another fingerprint', () => {
  expect(isFingerprintOf(fingerprintOf({ ...request, quantity: 2 }), request)).toBe(false);
  expect(isFingerprintOf(JSON.stringify(['p', 2, 'EUR', 'DE', 'TEN', false, 500]), request)).toBe(false);
  expect(isFingerprintOf('in_1', request)).toBe(false);
});
