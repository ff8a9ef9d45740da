/** Invoice numbers in D1: each paid order has one, given once, without gaps. */
import type { Database } from '#worker/platform/d1/database.ts';

export interface Invoice {
  readonly number: number;
  readonly issuedAtMs: number;
}

/** Gives an order the next number; an order that has one keeps it. One statement, so that two calls never share a number. */
export async function insertInvoice(db: Database, orderId: string, nowMs: number): Promise<void> {
  await db.run(
    `INSERT INTO invoices (number, order_id, issued_at)
      SELECT coalesce((SELECT max(number) FROM invoices), 0) + 1, id, ? FROM orders
      WHERE id = ? AND paid_at IS NOT NULL AND problem = '' ON CONFLICT DO NOTHING`,
    nowMs,
    orderId,
  );
}

export async function selectInvoice(db: Database, orderId: string): Promise<Invoice | null> {
  const row = await db.first<{ number: number; issued_at: number }>(
    'SELECT number, issued_at FROM invoices WHERE order_id = ?',
    orderId,
  );
  return row && { number: row.number, issuedAtMs: row.issued_at };
}
