/**
 * The schedule's work on orders: what a crash or a lost webhook left open. Every step is bounded and repeats harmlessly; what fails
 * for one order does not hold the others.
 */
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { OrderParts } from '../orders/deps.ts';
import { closeOrder, endOrder } from '../orders/end-order.ts';
import { selectUnpaid, selectWithoutReceipt, updateChecked } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { selectReplacing, selectUnsettled, updateTried } from '../orders/settlement.store.ts';
import { settleOrder } from '../payments/settle.ts';
import { handleWaiting } from '../webhooks/receive.ts';
import { refreshOrder } from './own-orders.ts';

/** Rows of one step of one run; the next run goes on. */
const BATCH = 100;
/** An unpaid order is asked about this often. */
const CHECK_MS = 4 * MINUTE_MS;
/** The longest that a bank takes to send the money of a checkout. */
const PENDING_MS = 30 * DAY_MS;

async function each(orders: readonly Order[], what: string, work: (order: Order) => Promise<void>): Promise<void> {
  for (const order of orders) {
    try {
      await work(order);
    } catch (error) {
      logError(`membership.${what}`, error, { order: order.id });
    }
  }
}

export async function sweepOrders(parts: OrderParts): Promise<void> {
  const { db, clock } = parts;
  await handleWaiting(parts, BATCH);
  const nowMs = clock.nowMs();
  await each(await selectUnpaid(db, nowMs - CHECK_MS, BATCH), 'refresh', async (order) => {
    await updateChecked(db, order.id, nowMs, nowMs);
    await refreshOrder(parts, order);
    if (nowMs < order.expiresAtMs) return;
    if (!(await closeOrder(parts, order)) && nowMs >= order.expiresAtMs + PENDING_MS)
      await endOrder(parts, order.id, nowMs);
  });
  for (const select of [selectUnsettled, selectReplacing])
    await each(await select(db, BATCH), 'settle', async (order) => {
      await updateTried(db, order.id, nowMs);
      await settleOrder(parts, order.id);
    });
  await each(await selectWithoutReceipt(db, BATCH), 'receipt', (order) => parts.sendReceipt(order));
}
