import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { settlementOf } from '#shared/membership/order.rules.ts';
import { DAY_MS } from '#shared/units.ts';
import { insertCoupon, selectCoupon } from '../coupons/coupon.store.ts';
import { selectOrder } from '../orders/order.store.ts';
import { selectPaidBetween } from '../payments/reconciliation.store.ts';
import { makeShop } from './orders-fixture.ts';
import { refundSome, runStorm } from './storm-fixture.ts';

const COUNT = Number((env as { ORDERS?: string }).ORDERS ?? 80);

it(
  'credits every paid order once and reverses every returned one once, whatever is repeated, lost, late or failing',
  async () => {
    const shop = makeShop(Date.UTC(2031, 5, 1));
    const startMs = shop.time.nowMs;
    const coupon = 'STORM';
    await insertCoupon(shop.parts.db, {
      code: coupon,
      percentOff: 50,
      amountOffMinor: 0,
      currency: '',
      products: [],
      mostUses: COUNT,
      note: '',
      startsAtMs: 0,
      endsAtMs: startMs + 365 * DAY_MS,
    });
    const orders = await runStorm(shop, COUNT, 20_260_131, coupon);
    const refunded = await refundSome(shop, orders);
    for (const { order, fate } of orders) {
      const now = await selectOrder(shop.parts.db, order.id);
      if (!now) throw new Error(`order ${order.id} is gone`);
      const [credited, reversed] = [shop.ledger.grants.has(order.id), shop.ledger.reversals.has(order.id)];
      const label = `${order.id} ${fate}`;
      expect(credited, label).toBe(fate !== 'unpaid');
      expect(reversed, label).toBe(fate === 'returned' || refunded.has(order.id));
      expect(settlementOf(now), label).toBeNull();
    }
    const reduced = orders.filter(({ order }) => order.coupon === coupon);
    const honoured = reduced.filter(({ fate }) => fate !== 'unpaid');
    // Some were paid before they were cancelled, and some after: else the number of uses proves nothing.
    expect(honoured.length).toBeGreaterThan(0);
    expect(honoured.length).toBeLessThan(reduced.length);
    expect((await selectCoupon(shop.parts.db, coupon))?.uses).toBe(honoured.length);
    const provider = shop.parts.provider;
    const theirs = (await provider?.listPayments(startMs, shop.time.nowMs)) ?? [];
    const ours = await selectPaidBetween(shop.parts.db, 'sandbox', startMs, shop.time.nowMs);
    const sum = (books: readonly { amountMinor: number; refundedMinor: number }[]) =>
      books.reduce((total, { amountMinor, refundedMinor }) => total + amountMinor - refundedMinor, 0);
    expect(ours).toHaveLength(theirs.length);
    expect(sum(ours)).toBe(sum(theirs));
  },
  Math.max(300_000, COUNT * 1_000),
);
