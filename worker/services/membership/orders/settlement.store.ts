/** Settlement of orders in D1: with the ledger, and with the order that a change of plan replaces. */
import type { Database } from '#worker/platform/d1/database.ts';
import { selectOrder } from './order.store.ts';
import { type Order, type OrderRow, orderOf } from './order-row.ts';

export async function updateSettled(db: Database, id: string, what: 'credit' | 'reverse', atMs: number): Promise<void> {
  const column = what === 'credit' ? 'credited_at' : 'reversed_at';
  await db.run(`UPDATE orders SET ${column} = ? WHERE id = ? AND ${column} IS NULL`, atMs, id);
}

/** Claims an order for the one that takes its place. @returns whether `byId` holds the claim, also when it held it before */
export async function updateReplaced(db: Database, id: string, byId: string): Promise<boolean> {
  await db.run("UPDATE orders SET replaced_by = ? WHERE id = ? AND replaced_by = ''", byId, id);
  return (await selectOrder(db, id))?.replacedBy === byId;
}

export async function updateReplacement(db: Database, id: string, atMs: number): Promise<void> {
  await db.run('UPDATE orders SET replacement_at = ? WHERE id = ? AND replacement_at IS NULL', atMs, id);
}

/** An order that cannot be settled waits behind the others. */
export async function updateTried(db: Database, id: string, atMs: number): Promise<void> {
  await db.run('UPDATE orders SET tried_at = ? WHERE id = ?', atMs, id);
}

/** Paid orders whose ledger entry is missing; those that wait longest since their last try first. */
export async function selectUnsettled(db: Database, limit: number): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    `SELECT * FROM orders WHERE paid_at IS NOT NULL AND problem = '' AND (credited_at IS NULL OR (reversed_at IS NULL AND (dispute = 'lost' OR refunded_minor > 0)))
      AND (credited_at IS NULL OR dispute = 'lost' OR refunded_minor >= amount_minor) ORDER BY tried_at LIMIT ?`,
    limit,
  );
  return rows.map(orderOf);
}

/** Credited changes of plan whose former plan has not been ended. */
export async function selectReplacing(db: Database, limit: number): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    "SELECT * FROM orders WHERE replaces_id <> '' AND credited_at IS NOT NULL AND replacement_at IS NULL ORDER BY tried_at LIMIT ?",
    limit,
  );
  return rows.map(orderOf);
}
