/** Refunds by operators. The provider pays back; its report makes the ledger reverse the grant. */
import { AppError } from '#shared/errors.ts';
import type { OrderParts } from '../orders/deps.ts';
import { insertRefund, selectOrder, updateReturns } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { settleOrder } from './settle.ts';

/** Amount that an operator may pay back now, minor units: the rest of a payment, without what a change of plan took off its price. */
export async function refundableMinor({ db }: Pick<OrderParts, 'db'>, order: Order): Promise<number> {
  if (order.paidAtMs === null) return 0;
  const change = order.replacedBy === '' ? null : await selectOrder(db, order.replacedBy);
  return Math.max(0, order.amountMinor - order.refundedMinor - (change?.creditMinor ?? 0));
}

/**
 * Pays back the rest of an order, without what a change of plan took off its price. Repeating it pays once.
 * @throws AppError not_found; failed_precondition for an order that is not paid or is paid back; unavailable
 */
export async function refundOrder(parts: OrderParts, id: string): Promise<Order> {
  const order = await selectOrder(parts.db, id);
  if (!order) throw new AppError('not_found');
  const restMinor = await refundableMinor(parts, order);
  if (restMinor === 0) throw new AppError('failed_precondition', { reason: 'nothing_to_refund' });
  const provider = parts.providerOf(order.provider);
  if (!provider) throw new AppError('unavailable', { reason: 'payment_provider' });
  const key = `${order.id}-${order.refundedMinor}`;
  const refundRef = await provider.refund(order.paymentRef, restMinor, key);
  // The webhook reports the same refund under the same reference.
  await insertRefund(parts.db, order.provider, {
    refundRef,
    paymentRef: order.paymentRef,
    amountMinor: restMinor,
    atMs: parts.clock.nowMs(),
  });
  await updateReturns(parts.db, order.provider, order.paymentRef);
  await settleOrder(parts, id);
  return (await selectOrder(parts.db, id)) ?? order;
}
