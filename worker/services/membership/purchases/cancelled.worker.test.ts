import { expect, it } from 'vitest';
import type { Database } from '#worker/platform/d1/database.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { closeOrder, endOrder } from '../orders/end-order.ts';
import { recordReport } from '../payments/record-report.ts';
import { makeActs } from './acts-fixture.ts';
import { createOrder } from './create-order.ts';
import { makeShop, ORDER as WANTED } from './orders-fixture.ts';
import { cancelOrder, ownOrders } from './own-orders.ts';

const shop = makeShop();
const { parts, ledger, time } = shop;
const { stateOf, paidReportOf, makeCoupon, usesOf, openProblems, interrupted } = makeActs(shop);

it('refuses to cancel an order whose checkout is complete, and keeps its coupon', async () => {
  const [userId, coupon] = [newWireId(), await makeCoupon()];
  const order = await shop.order({ userId, coupon, seenMinor: 400 });
  await shop.decide(order, { delivery: 'lost' });
  await expect(cancelOrder(parts, userId, order.id)).rejects.toMatchObject({ detail: { reason: 'order_paid' } });
  expect(await stateOf(order)).toBe('paid');
  expect(await usesOf(coupon)).toBe(1);
});

it('closes the checkout of an order that is cancelled while the checkout is opened', async () => {
  const [userId, key, coupon] = [newWireId(), newWireId(), await makeCoupon()];
  const cancel = async () => {
    const { orders } = await ownOrders(parts, userId, '', 1);
    await cancelOrder(parts, userId, orders[0]?.id ?? '');
  };
  const request = { ...WANTED, userId, key, coupon, seenMinor: 400 };
  const order = await createOrder(interrupted('openCheckout', cancel), shop.catalogue, request);
  expect((await shop.decide(order)).state).toBe('expired');
  expect(await stateOf(order)).toBe('cancelled');
  expect(await usesOf(coupon)).toBe(0);
});

it('closes a checkout that is opened while its order is cancelled', async () => {
  const userId = newWireId();
  const order = await shop.order({ userId, seenMinor: 799 });
  // As the order was read before its checkout had a reference.
  expect(await closeOrder(parts, { ...order, checkoutRef: '' })).toBe(true);
  expect((await shop.decide(order)).state).toBe('expired');
});

it('does not pay a free order that was cancelled', async () => {
  const [userId, coupon] = [newWireId(), await makeCoupon(100)];
  const db: Database = {
    ...parts.db,
    batch: async (statements) => {
      const answer = await parts.db.batch(statements);
      const { orders } = await ownOrders(parts, userId, '', 1);
      if (statements.some(({ sql }) => sql.includes('INTO coupon_uses'))) await endOrder(parts, orders[0]?.id ?? '', 1);
      return answer;
    },
  };
  const request = { ...WANTED, userId, key: newWireId(), coupon, seenMinor: 0 };
  await createOrder({ ...parts, db }, shop.catalogue, request).catch(() => undefined);
  const [order] = (await ownOrders(parts, userId, '', 1)).orders;
  expect(order).toMatchObject({ paidAtMs: null });
  expect(await usesOf(coupon)).toBe(0);
});

it('claims no coupon for a repeat of an order that was cancelled', async () => {
  const coupon = await makeCoupon();
  const person = { userId: newWireId(), key: newWireId(), coupon, seenMinor: 400 };
  const order = await shop.order(person);
  await cancelOrder(parts, person.userId, order.id);
  expect((await shop.order(person)).cancelledAtMs).not.toBeNull();
  expect(await usesOf(coupon)).toBe(0);
});

it('uses the coupon of a cancelled order again when its money comes after all, or notes that it is used twice', async () => {
  const [coupon, userId] = [await makeCoupon(), newWireId()];
  const [order, other] = [await shop.order({ userId, coupon, seenMinor: 400 }), await shop.order({ seenMinor: 799 })];
  const report = await paidReportOf(order);
  await endOrder(parts, order.id, time.nowMs);
  expect(await usesOf(coupon)).toBe(0);
  await recordReport(parts, 'sandbox', report);
  expect(await usesOf(coupon)).toBe(1);
  expect(await openProblems()).not.toContain(`coupon_used_twice ${order.id}`);
  await parts.db.run('UPDATE orders SET coupon = ?, user_id = ? WHERE id = ?', coupon, userId, other.id);
  const late = await paidReportOf(other);
  await endOrder(parts, other.id, time.nowMs);
  await recordReport(parts, 'sandbox', late);
  expect(await openProblems()).toContain(`coupon_used_twice ${other.id}`);
  expect(ledger.grants.has(other.id)).toBe(true);
});
