/** Receipts of paid orders: the order and its invoice number, which is issued when it is first read. */
import type { OrderParts } from '../orders/deps.ts';
import type { Order } from '../orders/order-row.ts';
import { type Invoice, insertInvoice, selectInvoice } from './invoice.store.ts';

/** @returns null for an order that is not paid, or whose payment does not match it */
export async function invoiceOf(
  { db, clock }: Pick<OrderParts, 'db' | 'clock'>,
  order: Order,
): Promise<Invoice | null> {
  if (order.paidAtMs === null || order.problem !== '') return null;
  const issued = await selectInvoice(db, order.id);
  if (issued) return issued;
  await insertInvoice(db, order.id, clock.nowMs());
  return selectInvoice(db, order.id);
}
