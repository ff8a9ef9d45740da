/** Reconciliations in D1, one a day, and the payments that they compare. */
import type { Database } from '#worker/platform/d1/database.ts';
import type { ProviderName } from '../provider/provider.ts';

export interface Reconciliation {
  /** `2026-11-25`, UTC. */
  readonly day: string;
  readonly balanced: boolean;
  /** JSON: currency -> minor units. */
  readonly oursMinor: string;
  readonly theirsMinor: string;
  /** JSON list, the first hundred. */
  readonly differences: string;
  readonly atMs: number;
}

export async function upsertReconciliation(db: Database, result: Reconciliation): Promise<void> {
  await db.run(
    `INSERT INTO reconciliations (day, balanced, ours_minor, theirs_minor, differences, at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (day) DO UPDATE SET balanced = excluded.balanced, ours_minor = excluded.ours_minor, theirs_minor = excluded.theirs_minor, differences = excluded.differences, at = excluded.at`,
    result.day,
    result.balanced ? 1 : 0,
    result.oursMinor,
    result.theirsMinor,
    result.differences,
    result.atMs,
  );
}

/** Balanced days from `sinceDay` on. */
export async function selectReconciled(db: Database, sinceDay: string): Promise<string[]> {
  const rows = await db.all<{ day: string }>(
    'SELECT day FROM reconciliations WHERE day >= ? AND balanced = 1',
    sinceDay,
  );
  return rows.map(({ day }) => day);
}

/** Newest first. */
export async function selectReconciliations(db: Database, limit: number): Promise<Reconciliation[]> {
  const rows = await db.all<{
    day: string;
    balanced: number;
    ours_minor: string;
    theirs_minor: string;
    differences: string;
    at: number;
  }>('SELECT * FROM reconciliations ORDER BY day DESC LIMIT ?', limit);
  return rows.map((row) => ({
    day: row.day,
    balanced: row.balanced === 1,
    oursMinor: row.ours_minor,
    theirsMinor: row.theirs_minor,
    differences: row.differences,
    atMs: row.at,
  }));
}

export interface PaidOrder {
  readonly paymentRef: string;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly atMs: number;
}

/** Payments of our books; orders that cost nothing have none. */
export async function selectPaidBetween(
  db: Database,
  provider: ProviderName,
  fromMs: number,
  untilMs: number,
): Promise<PaidOrder[]> {
  const rows = await db.all<{
    payment_ref: string;
    amount_minor: number;
    refunded_minor: number;
    currency: string;
    paid_at: number;
  }>(
    'SELECT payment_ref, amount_minor, refunded_minor, currency, paid_at FROM orders WHERE provider = ? AND paid_at >= ? AND paid_at < ? AND amount_minor > 0',
    provider,
    fromMs,
    untilMs,
  );
  return rows.map((row) => ({
    paymentRef: row.payment_ref,
    amountMinor: row.amount_minor,
    refundedMinor: row.refunded_minor,
    currency: row.currency,
    atMs: row.paid_at,
  }));
}
