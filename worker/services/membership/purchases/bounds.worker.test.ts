import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { OrderParts } from '../orders/deps.ts';
import { makeActs } from './acts-fixture.ts';
import { readOrder } from './operations.ts';
import { makeShop, ORDER as WANTED } from './orders-fixture.ts';
import { cancelOrder } from './own-orders.ts';
import type { BillingParts } from './parts.ts';
import { quoteOrder } from './quote.ts';
import { sweepOrders } from './sweep.ts';

const shop = makeShop();
const { parts, ledger, time } = shop;
const { interrupted } = makeActs(shop);

it('settles what can be settled although many others cannot', async () => {
  const stuck = await Promise.all(Array.from({ length: 101 }, () => shop.order({ seenMinor: 799 })));
  const paid =
    "UPDATE orders SET paid_at = 1, payment_ref = 'stuck' || id, credited_at = 1, dispute = 'lost' WHERE id = ?";
  for (const { id } of stuck) await parts.db.run(paid, id);
  const order = await shop.order({ seenMinor: 799 });
  await parts.db.run("UPDATE orders SET paid_at = 2, payment_ref = 'last' || id WHERE id = ?", order.id);
  const failing: OrderParts = { ...parts, ledger: { ...parts.ledger, reverse: () => Promise.reject(new Error('no')) } };
  for (let run = 0; run < 2; run += 1) {
    time.nowMs += MINUTE_MS;
    await sweepOrders(failing);
  }
  expect(ledger.grants.has(order.id)).toBe(true);
  // Other files share the tables: nothing of these orders waits for a sweep.
  await parts.db.run("UPDATE orders SET problem = 'stuck', receipt_at = 1 WHERE payment_ref LIKE 'stuck%'");
});

it('makes no more than twenty orders of a person in an hour, cancelled ones too, however many are asked for at once', async () => {
  const userId = newWireId();
  const tries = await Promise.allSettled(Array.from({ length: 25 }, () => shop.order({ userId, seenMinor: 799 })));
  const orders = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(orders).toHaveLength(20);
  for (const order of orders.slice(0, 2)) await cancelOrder(parts, userId, order.id);
  await expect(shop.order({ userId, seenMinor: 799 })).rejects.toMatchObject({ errorName: 'resource_exhausted' });
  time.nowMs += HOUR_MS;
  await shop.order({ userId, seenMinor: 799 });
});

it('asks the provider about an unpaid order once in five seconds', async () => {
  const order = await shop.order({ seenMinor: 799 });
  let asked = 0;
  const counting = {
    ...interrupted('readCheckout', async () => (asked += 1)),
    documents: {},
  } as unknown as BillingParts;
  const read = () => readOrder(counting, order.userId, order.id);
  await Promise.all([read(), read(), read()]);
  expect(asked).toBe(1);
  time.nowMs += 5_000;
  await read();
  expect(asked).toBe(2);
});

it('refuses a quantity whose time no ledger takes', async () => {
  const plans = shop.catalogue.plans.map((plan) => ({ ...plan, months: 24 }));
  const request = { ...WANTED, userId: newWireId(), quantity: 100 };
  await expect(quoteOrder(parts, { ...shop.catalogue, plans }, request)).rejects.toMatchObject({
    errorName: 'invalid_argument',
    detail: { field: 'quantity' },
  });
});
