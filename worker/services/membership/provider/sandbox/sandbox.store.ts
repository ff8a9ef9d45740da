/** The sandbox's own books in D1, apart from ours: checkouts, payments and webhooks to deliver. */
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { Checkout, ProviderEvent } from '../provider.ts';

/** How a card behaves at renewals. */
export type RenewalCard = 'good' | 'failing';

export interface SandboxCheckout {
  readonly ref: string;
  readonly checkout: Checkout;
  readonly state: 'open' | 'paid' | 'declined' | 'expired';
  readonly paymentRef: string;
  readonly paidAtMs: number;
  readonly periodEndMs: number;
  readonly cancelAtEnd: boolean;
  readonly renewals: number;
  readonly renewalCard: RenewalCard;
  readonly ended: boolean;
}

interface CheckoutRow {
  readonly ref: string;
  readonly checkout: string;
  readonly state: string;
  readonly payment_ref: string;
  readonly paid_at: number | null;
  readonly period_end: number;
  readonly cancel_at_end: number;
  readonly renewals: number;
  readonly renewal_card: string;
  readonly ended: number;
}

export interface SandboxPayment {
  readonly paymentRef: string;
  readonly checkoutRef: string;
  /** '' for the first payment of a checkout. */
  readonly invoiceRef: string;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly atMs: number;
}

interface PaymentRow {
  readonly payment_ref: string;
  readonly checkout_ref: string;
  readonly invoice_ref: string;
  readonly amount_minor: number;
  readonly refunded_minor: number;
  readonly currency: string;
  readonly at: number;
}

const checkoutOf = (row: CheckoutRow): SandboxCheckout => ({
  ref: row.ref,
  checkout: JSON.parse(row.checkout) as Checkout,
  state: row.state as SandboxCheckout['state'],
  paymentRef: row.payment_ref,
  paidAtMs: row.paid_at ?? 0,
  periodEndMs: row.period_end,
  cancelAtEnd: row.cancel_at_end === 1,
  renewals: row.renewals,
  renewalCard: row.renewal_card as RenewalCard,
  ended: row.ended === 1,
});

const paymentOf = (row: PaymentRow): SandboxPayment => ({
  paymentRef: row.payment_ref,
  checkoutRef: row.checkout_ref,
  invoiceRef: row.invoice_ref,
  amountMinor: row.amount_minor,
  refundedMinor: row.refunded_minor,
  currency: row.currency,
  atMs: row.at,
});

export async function insertCheckout(db: Database, ref: string, checkout: Checkout): Promise<void> {
  await db.run(
    "INSERT INTO sandbox_checkouts (ref, checkout, state) VALUES (?, ?, 'open') ON CONFLICT DO NOTHING",
    ref,
    JSON.stringify(checkout),
  );
}

export async function selectCheckout(db: Database, ref: string): Promise<SandboxCheckout | null> {
  const row = await db.first<CheckoutRow>('SELECT * FROM sandbox_checkouts WHERE ref = ?', ref);
  return row && checkoutOf(row);
}

export async function selectDueRenewals(db: Database, nowMs: number, limit: number): Promise<SandboxCheckout[]> {
  const rows = await db.all<CheckoutRow>(
    'SELECT * FROM sandbox_checkouts WHERE period_end > 0 AND ended = 0 AND period_end <= ? ORDER BY period_end LIMIT ?',
    nowMs,
    limit,
  );
  return rows.map(checkoutOf);
}

export async function selectPayment(db: Database, paymentRef: string): Promise<SandboxPayment | null> {
  const row = await db.first<PaymentRow>('SELECT * FROM sandbox_payments WHERE payment_ref = ?', paymentRef);
  return row && paymentOf(row);
}

export async function selectPayments(db: Database, fromMs: number, untilMs: number): Promise<SandboxPayment[]> {
  const rows = await db.all<PaymentRow>('SELECT * FROM sandbox_payments WHERE at >= ? AND at < ?', fromMs, untilMs);
  return rows.map(paymentOf);
}

/** Inserts a payment once, in the same batch as what depends on it. */
/** Only a checkout that is paid has payments: one that was closed beside its decision has none. */
export function insertPayment(payment: SandboxPayment): Statement {
  return statement(
    'INSERT INTO sandbox_payments (payment_ref, checkout_ref, invoice_ref, amount_minor, currency, at) SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM sandbox_checkouts WHERE ref = ? AND state = ?) ON CONFLICT DO NOTHING',
    payment.paymentRef,
    payment.checkoutRef,
    payment.invoiceRef,
    payment.amountMinor,
    payment.currency,
    payment.atMs,
    payment.checkoutRef,
    'paid',
  );
}

/**
 * @param deliveries  0: the webhook is lost
 * @param paymentRef  reported only when that payment exists; '' for an event without one
 */
export function insertWebhook(
  event: ProviderEvent,
  dueAtMs: number,
  deliveries: number,
  paymentRef: string,
): Statement {
  return statement(
    "INSERT INTO sandbox_events (event_id, body, due_at, deliveries_left) SELECT ?, ?, ?, ? WHERE ? = '' OR EXISTS (SELECT 1 FROM sandbox_payments WHERE payment_ref = ?) ON CONFLICT DO NOTHING",
    event.eventId,
    JSON.stringify(event),
    dueAtMs,
    deliveries,
    paymentRef,
    paymentRef,
  );
}

export async function selectDueWebhooks(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<{ eventId: string; body: string }[]> {
  const rows = await db.all<{ event_id: string; body: string }>(
    'SELECT event_id, body FROM sandbox_events WHERE deliveries_left > 0 AND due_at <= ? ORDER BY due_at LIMIT ?',
    nowMs,
    limit,
  );
  return rows.map(({ event_id: eventId, body }) => ({ eventId, body }));
}

export async function updateDelivered(db: Database, eventId: string): Promise<void> {
  await db.run('UPDATE sandbox_events SET deliveries_left = max(0, deliveries_left - 1) WHERE event_id = ?', eventId);
}
