/**
 * Many orders with random decisions, webhooks and failures; used by the test and, with larger numbers, by hand
 * (`ORDERS=5000 npx vitest run --project=worker worker/services/membership/purchases/storm.worker.test.ts`).
 */
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { selectOrder } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { refundOrder } from '../payments/refund.ts';
import { settleOrder } from '../payments/settle.ts';
import { DELIVERIES, disputePayment } from '../provider/sandbox/sandbox.ts';
import type { makeShop } from './orders-fixture.ts';
import { cancelOrder } from './own-orders.ts';
import { sweepOrders } from './sweep.ts';

type Shop = ReturnType<typeof makeShop>;

/** Numbers from a seed, so that a failure can be repeated (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether money stayed, came and went back, or never came: what the test expects of the ledger. */
export type Fate = 'unpaid' | 'paid' | 'returned';

/** Cancels an order while its customer pays: the first of the two wins. */
async function raceToCancel(shop: Shop, coupon: string, paysFirst: boolean): Promise<{ order: Order; fate: Fate }> {
  const order = await shop.order({ coupon, seenMinor: 400 });
  // The provider has the payment before the cancellation reaches it; its message may come later.
  if (paysFirst) await shop.decide(order, { delivery: 'late' });
  const cancel = cancelOrder(shop.parts, order.userId, order.id);
  const [cancelled] = await Promise.allSettled([cancel, paysFirst ? null : shop.decide(order)]);
  return { order, fate: cancelled.status === 'fulfilled' ? 'unpaid' : 'paid' };
}

/** A customer who pays after the order was cancelled. */
async function cancelFirst(shop: Shop, coupon: string): Promise<{ order: Order; fate: Fate }> {
  const order = await shop.order({ coupon, seenMinor: 400 });
  await cancelOrder(shop.parts, order.userId, order.id);
  await shop.decide(order);
  return { order, fate: 'unpaid' };
}

async function live(shop: Shop, random: () => number, coupon: string): Promise<{ order: Order; fate: Fate }> {
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(random() * list.length)];
    if (chosen === undefined) throw new Error('an empty list');
    return chosen;
  };
  if (random() < 0.1) return raceToCancel(shop, coupon, random() < 0.5);
  const order = await shop.order({ seenMinor: 799 });
  if (random() < 0.3) await shop.decide(order, { decision: 'decline', delivery: pick(DELIVERIES) });
  if (random() < 0.2) {
    if (random() < 0.5) await shop.decide(order, { decision: 'expire', delivery: pick(DELIVERIES) });
    return { order, fate: 'unpaid' };
  }
  const { paymentRef } = await shop.decide(order, { delivery: pick(DELIVERIES) });
  if (random() < 0.2) {
    // The refund may be known before the payment.
    await shop.parts.providerOf('sandbox')?.refund(paymentRef, 799, order.id);
    return { order, fate: 'returned' };
  }
  if (random() < 0.25) {
    await disputePayment(shop.sandboxDeps, paymentRef, 'open', pick(DELIVERIES));
    const result = pick(['won', 'lost'] as const);
    await disputePayment(shop.sandboxDeps, paymentRef, result, result === 'lost' ? 'twice' : pick(DELIVERIES));
    return { order, fate: result === 'lost' ? 'returned' : 'paid' };
  }
  return { order, fate: 'paid' };
}

/** @returns the orders and what must have become of them */
export async function runStorm(
  shop: Shop,
  count: number,
  seed: number,
  coupon: string,
): Promise<{ order: Order; fate: Fate }[]> {
  const random = makeRandom(seed);
  // Both ways out of a race are met, also when all other races end in one way.
  const orders = [await raceToCancel(shop, coupon, true), await cancelFirst(shop, coupon)];
  while (orders.length < count) {
    const group = Math.min(10, count - orders.length);
    // Numbers of its own for each order: which of the group draws first is not fixed.
    const dice = Array.from({ length: group }, () => makeRandom(random() * 2 ** 32));
    orders.push(...(await Promise.all(dice.map((one) => live(shop, one, coupon)))));
    shop.ledger.failures = Math.floor(random() * 4);
    // Deliveries and sweeps overlap, as on several servers.
    await Promise.all([shop.deliver(), shop.deliver(), random() < 0.3 ? sweepOrders(shop.parts) : null]);
    if (random() < 0.2) {
      const { order } = orders[Math.floor(random() * orders.length)] ?? {};
      if (order) await settleOrder(shop.parts, order.id).catch(() => undefined);
    }
    shop.time.nowMs += MINUTE_MS;
  }
  shop.ledger.failures = 0;
  for (let run = 0; run < 3 + count / 100; run += 1) {
    shop.time.nowMs += 5 * MINUTE_MS;
    await shop.deliver();
    await sweepOrders(shop.parts);
  }
  return orders;
}

/** Pays back by the operators' way what is still paid, one in ten. */
export async function refundSome(shop: Shop, orders: readonly { order: Order; fate: Fate }[]): Promise<Set<string>> {
  const refunded = new Set<string>();
  for (const [index, { order, fate }] of orders.entries()) {
    if (fate !== 'paid' || index % 10 !== 0) continue;
    const now = await selectOrder(shop.parts.db, order.id);
    if (!now || now.refundedMinor > 0) continue;
    await Promise.allSettled([refundOrder(shop.parts, order.id), refundOrder(shop.parts, order.id)]);
    refunded.add(order.id);
  }
  await shop.deliver();
  shop.time.nowMs += DAY_MS;
  await sweepOrders(shop.parts);
  return refunded;
}
