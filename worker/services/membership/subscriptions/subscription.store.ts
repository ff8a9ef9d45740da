/**
 * Subscriptions in D1: what the provider renews by itself. A report that is older than the stored one changes nothing. The period
 * ends where the last payment ends it: providers begin the next one before they have its money.
 */
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { ProviderName } from '../provider/provider.ts';

export interface Subscription {
  readonly provider: ProviderName;
  readonly subscriptionRef: string;
  readonly userId: string;
  /** The order that began it; its product is renewed. */
  readonly orderId: string;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly cancelAtEnd: boolean;
  /** End of the period that is paid. */
  readonly periodEndMs: number;
  /** Invoice whose payment failed; '' while none is open. */
  readonly failedInvoice: string;
  readonly nextAttemptMs: number;
}

interface SubscriptionRow {
  readonly provider: string;
  readonly subscription_ref: string;
  readonly user_id: string;
  readonly order_id: string;
  readonly status: string;
  readonly cancel_at_end: number;
  readonly period_end: number;
  readonly failed_invoice: string;
  readonly next_attempt: number;
}

const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  provider: row.provider as ProviderName,
  subscriptionRef: row.subscription_ref,
  userId: row.user_id,
  orderId: row.order_id,
  status: row.status as Subscription['status'],
  cancelAtEnd: row.cancel_at_end === 1,
  periodEndMs: row.period_end,
  failedInvoice: row.failed_invoice,
  nextAttemptMs: row.next_attempt,
});

/** Begins the subscription of an order that is paid by this payment; nothing for a single payment, and for a repeat. */
export function subscriptionBegun(
  orderId: string,
  paid: {
    readonly paymentRef: string;
    readonly subscriptionRef: string;
    readonly periodEndMs: number;
    readonly atMs: number;
  },
): Statement {
  return statement(
    `INSERT INTO subscriptions (provider, subscription_ref, user_id, order_id, status, cancel_at_end, period_end, reported_at)
      SELECT provider, subscription_ref, user_id, id, 'active', 0, ?, ? FROM orders
      WHERE id = ? AND payment_ref = ? AND problem = '' AND subscription_ref = ? AND subscription_ref <> '' ON CONFLICT DO NOTHING`,
    paid.periodEndMs,
    paid.atMs,
    orderId,
    paid.paymentRef,
    paid.subscriptionRef,
  );
}

/** A paid renewal. */
export async function updatePeriodEnd(
  db: Database,
  provider: ProviderName,
  subscriptionRef: string,
  periodEndMs: number,
): Promise<void> {
  await db.run(
    'UPDATE subscriptions SET period_end = max(period_end, ?) WHERE provider = ? AND subscription_ref = ?',
    periodEndMs,
    provider,
    subscriptionRef,
  );
}

export async function selectSubscription(
  db: Database,
  provider: ProviderName,
  subscriptionRef: string,
): Promise<Subscription | null> {
  const row = await db.first<SubscriptionRow>(
    'SELECT * FROM subscriptions WHERE provider = ? AND subscription_ref = ?',
    provider,
    subscriptionRef,
  );
  return row && subscriptionOf(row);
}

export async function selectSubscriptionsOf(db: Database, userId: string): Promise<Subscription[]> {
  const rows = await db.all<SubscriptionRow>(
    'SELECT * FROM subscriptions WHERE user_id = ? ORDER BY period_end DESC',
    userId,
  );
  return rows.map(subscriptionOf);
}

/** `ended` is final. @param report.atMs  time of the report; older ones are ignored */
export async function updateSubscription(
  db: Database,
  report: {
    readonly provider: ProviderName;
    readonly subscriptionRef: string;
    readonly status: Subscription['status'];
    readonly cancelAtEnd: boolean;
    readonly atMs: number;
  },
): Promise<void> {
  await db.run(
    `UPDATE subscriptions SET status = ?, cancel_at_end = ?, reported_at = ?
      WHERE provider = ? AND subscription_ref = ? AND reported_at <= ? AND status <> 'ended'`,
    report.status,
    report.cancelAtEnd ? 1 : 0,
    report.atMs,
    report.provider,
    report.subscriptionRef,
    report.atMs,
  );
}

export async function updateFailure(
  db: Database,
  provider: ProviderName,
  subscriptionRef: string,
  failure: { readonly invoice: string; readonly nextAttemptMs: number },
): Promise<void> {
  await db.run(
    `UPDATE subscriptions SET failed_invoice = ?, next_attempt = ?, status = CASE WHEN status = 'ended' THEN 'ended' WHEN ? = '' THEN 'active' ELSE 'past_due' END
      WHERE provider = ? AND subscription_ref = ?`,
    failure.invoice,
    failure.nextAttemptMs,
    failure.invoice,
    provider,
    subscriptionRef,
  );
}
