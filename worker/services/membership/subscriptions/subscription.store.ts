/** Subscriptions in D1: what the provider renews by itself. A report that is older than the stored one changes nothing. */
import type { Database } from '#worker/platform/d1/database.ts';
import type { ProviderName } from '../provider/provider.ts';

export interface Subscription {
  readonly provider: ProviderName;
  readonly subscriptionRef: string;
  readonly userId: string;
  /** The order that began it; its product is renewed. */
  readonly orderId: string;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly cancelAtEnd: boolean;
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

export async function upsertSubscription(
  db: Database,
  subscription: Omit<Subscription, 'failedInvoice' | 'nextAttemptMs'> & { readonly reportedAtMs: number },
): Promise<void> {
  await db.run(
    `INSERT INTO subscriptions (provider, subscription_ref, user_id, order_id, status, cancel_at_end, period_end, reported_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (provider, subscription_ref) DO UPDATE
      SET period_end = max(period_end, excluded.period_end)`,
    subscription.provider,
    subscription.subscriptionRef,
    subscription.userId,
    subscription.orderId,
    subscription.status,
    subscription.cancelAtEnd ? 1 : 0,
    subscription.periodEndMs,
    subscription.reportedAtMs,
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
    readonly periodEndMs: number;
    readonly atMs: number;
  },
): Promise<void> {
  await db.run(
    `UPDATE subscriptions SET status = ?, cancel_at_end = ?, period_end = max(period_end, ?), reported_at = ?
      WHERE provider = ? AND subscription_ref = ? AND reported_at <= ? AND status <> 'ended'`,
    report.status,
    report.cancelAtEnd ? 1 : 0,
    report.periodEndMs,
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
