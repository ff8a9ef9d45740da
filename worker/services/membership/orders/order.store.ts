/**
 * Orders in D1. Facts are written by conditional statements and never taken back, so that repeated, parallel and reordered
 * reports end in the same rows.
 */
import { type DisputeResult, laterDispute } from '#shared/membership/order.rules.ts';
import { type Database, type SqlValue, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { ProviderName } from '../provider/provider.ts';
import { type Order, type OrderRow, orderOf } from './order-row.ts';

export interface NewOrder {
  readonly id: string;
  readonly userId: string;
  /** The caller's idempotency key, or one that a renewal derives from its invoice. */
  readonly key: string;
  readonly fingerprint: string;
  readonly productId: string;
  readonly quantity: number;
  readonly region: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly discountMinor: number;
  readonly creditMinor: number;
  readonly taxMinor: number;
  readonly taxPercent: number;
  readonly coupon: string;
  readonly product: string;
  readonly replacesId: string;
  /** Refunds of `replacesId` when the credit was computed, minor units. */
  readonly replacedRefundedMinor: number;
  readonly renews: boolean;
  readonly attribution: string;
  readonly locale: string;
  readonly provider: ProviderName;
  readonly subscriptionRef: string;
  readonly invoiceRef: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

const NEW_COLUMNS = [
  'id',
  'user_id',
  'idem_key',
  'fingerprint',
  'product_id',
  'quantity',
  'region',
  'currency',
  'amount_minor',
  'discount_minor',
  'credit_minor',
  'tax_minor',
  'tax_percent',
  'coupon',
  'product',
  'replaces_id',
  'replaced_refunded_minor',
  'renews',
  'attribution',
  'locale',
  'provider',
  'subscription_ref',
  'invoice_ref',
  'created_at',
  'expires_at',
] as const;

function valuesOf(order: NewOrder): SqlValue[] {
  return [
    order.id,
    order.userId,
    order.key,
    order.fingerprint,
    order.productId,
    order.quantity,
    order.region,
    order.currency,
    order.amountMinor,
    order.discountMinor,
    order.creditMinor,
    order.taxMinor,
    order.taxPercent,
    order.coupon,
    order.product,
    order.replacesId,
    order.replacedRefundedMinor,
    order.renews ? 1 : 0,
    order.attribution,
    order.locale,
    order.provider,
    order.subscriptionRef,
    order.invoiceRef,
    order.createdAtMs,
    order.expiresAtMs,
  ];
}

/** Most orders that a person makes from a time on; renewals do not count. */
export interface OrderLimit {
  readonly most: number;
  readonly sinceMs: number;
}

const UNLIMITED: OrderLimit = { most: 1, sinceMs: Number.MAX_SAFE_INTEGER };

/** An order with the fingerprint of the request that made it. */
export type KeyedOrder = Order & { readonly fingerprint: string };

export async function selectOrderByKey(db: Database, userId: string, key: string): Promise<KeyedOrder | null> {
  const row = await db.first<OrderRow>('SELECT * FROM orders WHERE user_id = ? AND idem_key = ?', userId, key);
  return row && { ...orderOf(row), fingerprint: row.fingerprint };
}

/** Inserts an order, or finds the one that the same person made with the same key. @returns null beyond the limit */
export async function insertOrder(db: Database, order: NewOrder, limit = UNLIMITED): Promise<KeyedOrder | null> {
  await db.run(
    `INSERT INTO orders (${NEW_COLUMNS.join(', ')}) SELECT ${NEW_COLUMNS.map(() => '?').join(', ')}
      WHERE (SELECT count(*) FROM orders WHERE user_id = ? AND created_at > ? AND invoice_ref = '') < ?
      ON CONFLICT (user_id, idem_key) DO NOTHING`,
    ...valuesOf(order),
    order.userId,
    limit.sinceMs,
    limit.most,
  );
  return selectOrderByKey(db, order.userId, order.key);
}

export async function selectOrder(db: Database, id: string): Promise<Order | null> {
  const row = await db.first<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
  return row && orderOf(row);
}

export async function selectOrderByPayment(
  db: Database,
  provider: ProviderName,
  paymentRef: string,
): Promise<Order | null> {
  const row = await db.first<OrderRow>(
    "SELECT * FROM orders WHERE provider = ? AND payment_ref = ? AND payment_ref <> ''",
    provider,
    paymentRef,
  );
  return row && orderOf(row);
}

/** Newest first. @param beforeMs  epoch ms, exclusive */
export async function selectOrdersOf(db: Database, userId: string, beforeMs: number, limit: number): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    'SELECT * FROM orders WHERE user_id = ? AND created_at < ? ORDER BY created_at DESC, id LIMIT ?',
    userId,
    beforeMs,
    limit,
  );
  return rows.map(orderOf);
}

export async function updateCheckout(db: Database, id: string, ref: string, url: string): Promise<void> {
  await db.run("UPDATE orders SET checkout_ref = ?, checkout_url = ? WHERE id = ? AND checkout_ref = ''", ref, url, id);
}

export interface PaymentFact {
  readonly paymentRef: string;
  readonly subscriptionRef: string;
  readonly taxMinor: number;
  readonly problem: string;
  readonly atMs: number;
}

/** Unpaid orders of a person that would take the place of the same order. */
export async function selectRivals(
  db: Database,
  order: { userId: string; replacesId: string; id: string },
): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    "SELECT * FROM orders WHERE user_id = ? AND replaces_id = ? AND replaces_id <> '' AND id <> ? AND paid_at IS NULL AND cancelled_at IS NULL",
    order.userId,
    order.replacesId,
    order.id,
  );
  return rows.map(orderOf);
}

/**
 * The first report of a payment counts.
 * @param and  runs in the same transaction, also for a repeat
 * @returns whether this call was the first
 */
export async function updatePaid(
  db: Database,
  id: string,
  fact: PaymentFact,
  ...and: readonly Statement[]
): Promise<boolean> {
  const paid = statement(
    `UPDATE orders SET paid_at = ?, payment_ref = ?, problem = ?, tax_minor = CASE WHEN ? > 0 THEN ? ELSE tax_minor END,
      subscription_ref = CASE WHEN ? <> '' THEN ? ELSE subscription_ref END WHERE id = ? AND paid_at IS NULL`,
    fact.atMs,
    fact.paymentRef,
    fact.problem,
    fact.taxMinor,
    fact.taxMinor,
    fact.subscriptionRef,
    fact.subscriptionRef,
    id,
  );
  const [changed = 0] = await db.batch([paid, ...and]);
  return changed > 0;
}

/** Copies what is known about refunds and disputes of a payment to its order, when there is one. */
export async function updateReturns(db: Database, provider: ProviderName, paymentRef: string): Promise<void> {
  const results = await db.all<{ result: DisputeResult }>(
    'SELECT result FROM disputes WHERE provider = ? AND payment_ref = ?',
    provider,
    paymentRef,
  );
  const dispute = results.map(({ result }) => result).reduce(laterDispute, 'none');
  await db.run(
    `UPDATE orders SET refunded_minor = (SELECT coalesce(sum(amount_minor), 0) FROM refunds r WHERE r.provider = orders.provider AND r.payment_ref = orders.payment_ref),
      dispute = CASE WHEN dispute = 'lost' THEN 'lost' WHEN ? = 'none' THEN dispute ELSE ? END WHERE provider = ? AND payment_ref = ?`,
    dispute,
    dispute,
    provider,
    paymentRef,
  );
}

export async function insertRefund(
  db: Database,
  provider: ProviderName,
  refund: { refundRef: string; paymentRef: string; amountMinor: number; atMs: number },
): Promise<void> {
  await db.run(
    'INSERT INTO refunds (provider, refund_ref, payment_ref, amount_minor, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    provider,
    refund.refundRef,
    refund.paymentRef,
    refund.amountMinor,
    refund.atMs,
  );
}

export async function upsertDispute(
  db: Database,
  provider: ProviderName,
  dispute: { disputeRef: string; paymentRef: string; result: DisputeResult; atMs: number },
): Promise<void> {
  await db.run(
    `INSERT INTO disputes (provider, dispute_ref, payment_ref, result, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (provider, dispute_ref) DO UPDATE SET result = excluded.result, at = excluded.at
      WHERE result = 'open' OR excluded.result = 'lost'`,
    provider,
    dispute.disputeRef,
    dispute.paymentRef,
    dispute.result,
    dispute.atMs,
  );
}

export async function updateDeclined(db: Database, id: string, atMs: number): Promise<void> {
  await db.run('UPDATE orders SET declined_at = ? WHERE id = ? AND paid_at IS NULL', atMs, id);
}

/** @returns whether this call ended the order */
export async function updateCancelled(db: Database, id: string, atMs: number): Promise<boolean> {
  const changed = await db.run(
    'UPDATE orders SET cancelled_at = ? WHERE id = ? AND paid_at IS NULL AND cancelled_at IS NULL',
    atMs,
    id,
  );
  return changed > 0;
}

export async function updateProblem(db: Database, id: string, problem: string): Promise<void> {
  await db.run("UPDATE orders SET problem = ? WHERE id = ? AND problem = ''", problem, id);
}

export async function updateReceipt(db: Database, id: string, atMs: number): Promise<void> {
  await db.run('UPDATE orders SET receipt_at = ? WHERE id = ? AND receipt_at IS NULL', atMs, id);
}

export async function selectWithoutReceipt(db: Database, limit: number): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    'SELECT * FROM orders WHERE credited_at IS NOT NULL AND receipt_at IS NULL ORDER BY paid_at LIMIT ?',
    limit,
  );
  return rows.map(orderOf);
}

/** Unpaid orders that were not looked at since `checkedBeforeMs`: their report may be lost, or their end has come. */
export async function selectUnpaid(db: Database, checkedBeforeMs: number, limit: number): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    'SELECT * FROM orders WHERE paid_at IS NULL AND cancelled_at IS NULL AND checked_at < ? ORDER BY checked_at LIMIT ?',
    checkedBeforeMs,
    limit,
  );
  return rows.map(orderOf);
}

/** @returns false when the provider was asked after `sinceMs` */
export async function updateChecked(db: Database, id: string, atMs: number, sinceMs: number): Promise<boolean> {
  return (await db.run('UPDATE orders SET checked_at = ? WHERE id = ? AND checked_at <= ?', atMs, id, sinceMs)) > 0;
}

/** Pays an order that costs nothing, unless it was cancelled. */
export async function updateFree(db: Database, id: string, paymentRef: string, atMs: number): Promise<void> {
  await db.run(
    'UPDATE orders SET paid_at = ?, payment_ref = ? WHERE id = ? AND paid_at IS NULL AND cancelled_at IS NULL',
    atMs,
    paymentRef,
    id,
  );
}

/** Orders of a person that may still be paid. */
export async function selectPayable(db: Database, userId: string): Promise<Order[]> {
  const rows = await db.all<OrderRow>(
    'SELECT * FROM orders WHERE user_id = ? AND paid_at IS NULL AND cancelled_at IS NULL',
    userId,
  );
  return rows.map(orderOf);
}
