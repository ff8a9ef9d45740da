/**
 * Settles an order with the ledger: one entry when it was paid, one reversal when the money went back.
 * The ledger accepts each key once, so a crash between its answer and the mark on the order repeats harmlessly.
 */
import { isAppError } from '#shared/errors.ts';
import { settlementOf } from '#shared/membership/order.rules.ts';
import type { OrderParts } from '../orders/deps.ts';
import { selectOrder, updateProblem } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { selectLastPaid } from '../orders/period.store.ts';
import { updateReplaced, updateReplacement, updateSettled } from '../orders/settlement.store.ts';
import { endSubscription } from '../subscriptions/end.ts';

/** Ends what a paid change of plan takes the place of: its grant, and its subscription. Its unused value was taken off the price. */
async function replaceOrder(parts: OrderParts, order: Order): Promise<void> {
  const old = await selectOrder(parts.db, order.replacesId);
  if (old && (await updateReplaced(parts.db, old.id, order.id))) {
    await parts.ledger.reverse(old);
    await updateSettled(parts.db, old.id, 'reverse', parts.clock.nowMs());
    if (old.subscriptionRef !== '') await endSubscription(parts, old);
  } else if (old) await parts.recordProblem('order_replaced_twice', order.id);
  await updateReplacement(parts.db, order.id, parts.clock.nowMs());
}

const isReplacing = ({ replacesId, creditedAtMs, replacementAtMs }: Order): boolean =>
  replacesId !== '' && creditedAtMs !== null && replacementAtMs === null;

/** @returns false when the account is closed: the money waits for an operator */
async function creditOrder(parts: OrderParts, order: Order): Promise<boolean> {
  try {
    await parts.ledger.credit(order);
    return true;
  } catch (error) {
    if (!isAppError(error) || error.errorName !== 'failed_precondition') throw error;
    if (order.subscriptionRef !== '') await endSubscription(parts, order);
    await updateProblem(parts.db, order.id, 'account_closed');
    await parts.recordProblem('account_closed', order.id);
    return false;
  }
}

/** Takes a grant back. A subscription whose running period was returned ends: it would charge for a plan that the person has no more. */
async function reverseOrder(parts: OrderParts, order: Order): Promise<void> {
  await parts.ledger.reverse(order);
  const last =
    order.subscriptionRef === '' ? null : await selectLastPaid(parts.db, order.provider, order.subscriptionRef);
  // Before the mark on the order: a provider that does not answer is asked again.
  if (last?.id === order.id) await endSubscription(parts, order);
}

/** Most entries of one order: a credit and its reversal. */
const MOST_STEPS = 2;

export async function settleOrder(parts: OrderParts, orderId: string): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const order = await selectOrder(parts.db, orderId);
    const due = order && settlementOf(order);
    if (!order || !due) break;
    if (due === 'reverse') await reverseOrder(parts, order);
    else if (!(await creditOrder(parts, order))) return;
    await updateSettled(parts.db, order.id, due, parts.clock.nowMs());
  }
  // Last: a provider that does not answer holds neither entry.
  const order = await selectOrder(parts.db, orderId);
  if (order && isReplacing(order)) await replaceOrder(parts, order);
}
