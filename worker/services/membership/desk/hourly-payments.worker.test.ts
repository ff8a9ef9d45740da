import { expect, it } from 'vitest';
import { HOUR_MS } from '#shared/units.ts';
import { refundOrder } from '../payments/refund.ts';
import { makeActs } from '../purchases/acts-fixture.ts';
import { makeShop } from '../purchases/orders-fixture.ts';
import type { BillingParts } from '../purchases/parts.ts';
import { hourlyPayments } from './hourly-payments.ts';

it('an hour has its first payments, all that was paid and all that was paid back, and no order that is not paid', async () => {
  const startMs = Date.UTC(2061, 2, 1, 10, 5);
  const shop = makeShop(startMs);
  const { buy } = makeActs(shop);
  const hour = Math.floor(startMs / HOUR_MS);
  const read = (sinceHour: number) => hourlyPayments(shop.parts as BillingParts, sinceHour * HOUR_MS);
  const first = await buy();
  await shop.order({ seenMinor: 799 });
  const paid = { hour, currency: 'USD', payments: 1, paidMinor: 799, refundedMinor: 0 };
  expect(await read(hour)).toEqual([paid]);
  shop.time.nowMs += 2 * HOUR_MS;
  await refundOrder(shop.parts, first.id);
  await refundOrder(shop.parts, first.id).catch(() => undefined);
  const refunded = { hour: hour + 2, currency: 'USD', payments: 0, paidMinor: 0, refundedMinor: 799 };
  expect(await read(hour)).toEqual([paid, refunded]);
  expect(await read(hour + 1)).toEqual([refunded]);
});

it('a renewal is revenue, and no first payment', async () => {
  const shop = makeShop(Date.UTC(2063, 2, 1, 10, 5));
  const { buy } = makeActs(shop);
  const hour = Math.floor(shop.time.nowMs / HOUR_MS);
  await buy({ renews: true });
  shop.time.nowMs = Date.UTC(2063, 3, 2);
  await shop.renew();
  await shop.deliver();
  const [first, renewed, ...more] = await hourlyPayments(shop.parts as BillingParts, hour * HOUR_MS);
  expect([first?.payments, first?.paidMinor]).toEqual([1, 799]);
  // Subscriptions of other tests are in the same tables, and are due as well.
  expect([renewed?.payments, more]).toEqual([0, []]);
  expect(renewed?.paidMinor).toBeGreaterThanOrEqual(799);
});
