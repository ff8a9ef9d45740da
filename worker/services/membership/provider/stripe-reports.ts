/** Objects of the Stripe API -> reports. Pure; the shapes are the library's types. */
import type { Stripe } from 'stripe';
import type { DisputeResult } from '#shared/membership/order.rules.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { PaymentReport } from './provider.ts';

type Ref = string | { readonly id: string } | null | undefined;

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : (ref?.id ?? '');
}

/** The payment of an invoice; '' when it was not expanded or was paid without one. */
export function invoicePayment(invoice: Stripe.Invoice): string {
  for (const { payment } of invoice.payments?.data ?? []) {
    const ref = idOf(payment.payment_intent);
    if (ref !== '') return ref;
  }
  return '';
}

function taxOf(amounts: readonly { readonly amount: number }[] | null | undefined): number {
  return (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** End of the period that an invoice pays. The subscription itself may have begun a later one that is not paid. */
function paidUntil(invoice: Stripe.Invoice): number {
  return Math.max(0, ...invoice.lines.data.map(({ period }) => period.end)) * SECOND_MS;
}

/** @param session  with `invoice.payments` expanded */
export function sessionReports(session: Stripe.Checkout.Session, atMs: number): PaymentReport[] {
  const orderId = session.client_reference_id ?? '';
  if (orderId === '') return [];
  if (session.status === 'expired') return [{ kind: 'checkout-expired', orderId, atMs }];
  if (session.status !== 'complete' || session.payment_status === 'unpaid') return [];
  const invoice = session.invoice !== null && typeof session.invoice === 'object' ? session.invoice : null;
  return [
    {
      kind: 'paid',
      orderId,
      // A first period that a coupon makes free has no payment.
      paymentRef: idOf(session.payment_intent) || (invoice && invoicePayment(invoice)) || session.id,
      amountMinor: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      taxMinor: session.total_details?.amount_tax ?? 0,
      subscriptionRef: idOf(session.subscription),
      periodEndMs: invoice ? paidUntil(invoice) : 0,
      atMs,
    },
  ];
}

/** Renewals only: the first invoice of a subscription is reported with its checkout. @param invoice  with `payments` expanded */
export function invoiceReports(invoice: Stripe.Invoice, paid: boolean, atMs: number): PaymentReport[] {
  const subscriptionRef = idOf(invoice.parent?.subscription_details?.subscription);
  if (subscriptionRef === '' || invoice.billing_reason !== 'subscription_cycle') return [];
  const invoiceRef = invoice.id ?? '';
  if (!paid)
    return [
      {
        kind: 'renewal-failed',
        subscriptionRef,
        invoiceRef,
        nextAttemptMs: (invoice.next_payment_attempt ?? 0) * SECOND_MS,
        atMs,
      },
    ];
  return [
    {
      kind: 'renewed',
      subscriptionRef,
      invoiceRef,
      paymentRef: invoicePayment(invoice) || invoiceRef,
      amountMinor: invoice.amount_paid,
      currency: invoice.currency.toUpperCase(),
      taxMinor: taxOf(invoice.total_taxes),
      periodEndMs: paidUntil(invoice),
      atMs,
    },
  ];
}

export function refundReports(refund: Stripe.Refund, atMs: number): PaymentReport[] {
  const paymentRef = idOf(refund.payment_intent);
  if (refund.status !== 'succeeded' || paymentRef === '') return [];
  return [{ kind: 'refunded', refundRef: refund.id, paymentRef, amountMinor: refund.amount, atMs }];
}

/** Every status before a decision is an open dispute. */
function resultOf(status: string): DisputeResult {
  return status === 'won' || status === 'lost' ? status : 'open';
}

export function disputeReports(dispute: Stripe.Dispute, atMs: number): PaymentReport[] {
  const paymentRef = idOf(dispute.payment_intent);
  if (paymentRef === '') return [];
  return [{ kind: 'dispute', disputeRef: dispute.id, paymentRef, result: resultOf(dispute.status), atMs }];
}

export function subscriptionReports(subscription: Stripe.Subscription, atMs: number): PaymentReport[] {
  const { status } = subscription;
  const ended = status === 'canceled' || status === 'unpaid' || status === 'incomplete_expired';
  return [
    {
      kind: 'subscription',
      subscriptionRef: subscription.id,
      status: ended ? 'ended' : status === 'past_due' ? 'past_due' : 'active',
      cancelAtEnd: subscription.cancel_at_period_end,
      atMs,
    },
  ];
}
