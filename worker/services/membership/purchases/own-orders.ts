/** A person's own orders: reading, cancelling, and asking the provider again. Another person's order is not found. */
import { AppError } from '#shared/errors.ts';
import type { OrderParts } from '../orders/deps.ts';
import { closeOrder } from '../orders/end-order.ts';
import { selectOrder, selectOrdersOf } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { recordReport } from '../payments/record-report.ts';

const PAGE = 50;

/** @throws AppError not_found */
export async function ownOrder(parts: OrderParts, userId: string, id: string): Promise<Order> {
  const order = await selectOrder(parts.db, id);
  if (!order || order.userId !== userId) throw new AppError('not_found');
  return order;
}

/** Newest first. @param pageToken  creation time of the last one of the page before; '' for the newest */
export async function ownOrders(
  parts: OrderParts,
  userId: string,
  pageToken: string,
  limit: number,
): Promise<{ orders: Order[]; nextPageToken: string }> {
  if (!/^\d{0,15}$/.test(pageToken)) throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  const most = Math.max(1, Math.min(limit || PAGE, PAGE));
  const orders = await selectOrdersOf(
    parts.db,
    userId,
    pageToken === '' ? Number.MAX_SAFE_INTEGER : Number(pageToken),
    most,
  );
  return { orders, nextPageToken: orders.length === most ? String(orders.at(-1)?.createdAtMs ?? '') : '' };
}

/** Asks the provider what became of an unpaid order: for a webhook that is late or lost. */
export async function refreshOrder(parts: OrderParts, order: Order): Promise<void> {
  if (order.paidAtMs !== null || order.checkoutRef === '') return;
  const provider = parts.providerOf(order.provider);
  for (const report of (await provider?.readCheckout(order.checkoutRef)) ?? [])
    await recordReport(parts, order.provider, report);
}

/** @throws AppError not_found; failed_precondition for an order whose payment is made or under way */
export async function cancelOrder(parts: OrderParts, userId: string, id: string): Promise<Order> {
  const order = await ownOrder(parts, userId, id);
  if (order.paidAtMs !== null || !(await closeOrder(parts, order))) {
    await refreshOrder(parts, order);
    throw new AppError('failed_precondition', { reason: 'order_paid' });
  }
  return ownOrder(parts, userId, id);
}
