/** Payments and refunds of each hour (UTC), summed up from the books. */
import { HOUR_MS } from '#shared/units.ts';
import type { BillingParts } from '../purchases/parts.ts';

export interface HourlyPayments {
  /** Of the epoch. */
  readonly hour: number;
  readonly currency: string;
  /** Orders that were paid for the first time: no renewals, and none that cost nothing. */
  readonly payments: number;
  /** All that was paid, renewals too, minor units. */
  readonly paidMinor: number;
  /** Paid back in this hour, minor units. */
  readonly refundedMinor: number;
}

interface Row {
  readonly hour: number;
  readonly currency: string;
  readonly payments: number;
  readonly paid: number;
  readonly refunded: number;
}

/** @param sinceMs  a full hour */
export async function hourlyPayments({ db }: BillingParts, sinceMs: number): Promise<HourlyPayments[]> {
  const rows = await db.all<Row>(
    // D1 binds numbers as reals.
    `SELECT hour, currency, sum(payments) AS payments, sum(paid) AS paid, sum(refunded) AS refunded FROM (
      SELECT CAST(paid_at / ?1 AS INTEGER) AS hour, currency, sum(invoice_ref = '') AS payments, sum(amount_minor) AS paid, 0 AS refunded
        FROM orders WHERE paid_at >= ?2 AND amount_minor > 0 GROUP BY 1, 2
      UNION ALL
      SELECT CAST(r.at / ?1 AS INTEGER), o.currency, 0, 0, sum(r.amount_minor)
        FROM refunds r JOIN orders o ON o.provider = r.provider AND o.payment_ref = r.payment_ref WHERE r.at >= ?2 GROUP BY 1, 2
    ) GROUP BY hour, currency ORDER BY hour, currency`,
    HOUR_MS,
    sinceMs,
  );
  return rows.map(({ paid, refunded, ...row }) => ({ ...row, paidMinor: paid, refundedMinor: refunded }));
}
