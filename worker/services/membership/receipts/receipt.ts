/** Receipts of paid orders: the order and its invoice number, which the first reader or the receipt mail issues. */
import type { OrderParts } from '../orders/deps.ts';
import type { Order } from '../orders/order-row.ts';
import { type Invoice, insertInvoice, selectInvoice } from './invoice.store.ts';

/** @returns null for an order that is not paid */
export async function invoiceOf(
  { db, clock }: Pick<OrderParts, 'db' | 'clock'>,
  order: Order,
): Promise<Invoice | null> {
  if (order.paidAtMs === null) return null;
  const issued = await selectInvoice(db, order.id);
  if (issued) return issued;
  await insertInvoice(db, order.id, clock.nowMs());
  return selectInvoice(db, order.id);
}
