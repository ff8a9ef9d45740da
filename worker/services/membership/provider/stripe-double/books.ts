/**
 * Objects of the double of Stripe's API with the fields that its reference names and the adapter reads, and the acts of customers
 * and banks that change them. Amounts are minor units, times are seconds.
 */
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { newHexId } from '#worker/platform/ids.ts';

export interface Session {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  client_reference_id: string;
  amount_total: number;
  currency: string;
  total_details: { amount_tax: number };
  created: number;
  expires_at: number;
  url: string | null;
  payment_intent: string | null;
  invoice: string | null;
  subscription: string | null;
  /** Not of the API: the price of later periods and their length. */
  renewal: { amount: number; interval: string };
}

export interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  status: 'succeeded' | 'failed';
  captured: boolean;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  created: number;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  billing_reason: 'subscription_create' | 'subscription_cycle';
  amount_paid: number;
  currency: string;
  next_payment_attempt: number | null;
  total_taxes: { amount: number }[];
  lines: { data: { period: { end: number } }[] };
  parent: { subscription_details: { subscription: string } };
  /** Only in answers that expand it. */
  payments: { data: { payment: { payment_intent: string } }[] };
}

export interface Subscription {
  id: string;
  object: 'subscription';
  status: 'active' | 'past_due' | 'canceled';
  customer: string;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number }[] };
  renewal: Session['renewal'] & { currency: string };
}

export interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: 'succeeded' | 'pending';
}

/** Thirty-one days and a year are near enough: the double has its own calendar, and the adapter reads its answers. */
const PERIOD_MS: Readonly<Record<string, number>> = { month: 31 * DAY_MS, year: 365 * DAY_MS };

function periodEnd(interval: string, fromSeconds: number): number {
  return fromSeconds + (PERIOD_MS[interval] ?? 0) / SECOND_MS;
}

function invoiceOf(
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  amount: number,
  intent: string,
  nowSeconds: number,
): Invoice {
  return {
    id: `in_${newHexId()}`,
    object: 'invoice',
    billing_reason: reason,
    amount_paid: intent === '' ? 0 : amount,
    currency: subscription.renewal.currency,
    next_payment_attempt: intent === '' ? nowSeconds + 3 * 86_400 : null,
    total_taxes: [{ amount: Math.floor(amount / 6) }],
    lines: { data: subscription.items.data.map((item) => ({ period: { end: item.current_period_end } })) },
    parent: { subscription_details: { subscription: subscription.id } },
    payments: { data: intent === '' ? [] : [{ payment: { payment_intent: intent } }] },
  };
}

export function makeBooks(clock: Clock) {
  const sessions = new Map<string, Session>();
  const charges: Charge[] = [];
  const invoices = new Map<string, Invoice>();
  const subscriptions = new Map<string, Subscription>();
  const refunds: Refund[] = [];
  const coupons = new Map<string, { id: string; amount_off: number; currency: string }>();
  const now = (): number => Math.floor(clock.nowMs() / SECOND_MS);

  function charge(amount: number, currency: string): string {
    const intent = `pi_${newHexId()}`;
    charges.unshift({
      id: `ch_${newHexId()}`,
      object: 'charge',
      payment_intent: intent,
      status: 'succeeded',
      captured: true,
      amount_captured: amount,
      amount_refunded: 0,
      currency,
      created: now(),
    });
    return intent;
  }

  function bill(
    subscription: Subscription,
    reason: Invoice['billing_reason'],
    amount: number,
    intent: string,
  ): Invoice {
    const invoice = invoiceOf(subscription, reason, amount, intent, now());
    invoices.set(invoice.id, invoice);
    return invoice;
  }

  function sessionOf(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }

  /** The customer pays on the hosted page. @param method  `bank`: the money comes later (`arrive`) */
  function pay(id: string, method: 'card' | 'bank' = 'card'): Session {
    const session = sessionOf(id);
    if (session.status !== 'open') throw new Error(`the session is ${session.status}`);
    session.status = 'complete';
    session.url = null;
    session.total_details.amount_tax = Math.floor(session.amount_total / 6);
    if (method === 'card') arrive(id);
    return session;
  }

  function arrive(id: string): Session {
    const session = sessionOf(id);
    session.payment_status = 'paid';
    const { amount_total: amount, currency, renewal } = session;
    const intent = amount === 0 ? '' : charge(amount, currency);
    if (session.mode === 'payment') {
      session.payment_intent = intent;
      return session;
    }
    const subscription: Subscription = {
      id: `sub_${newHexId()}`,
      object: 'subscription',
      status: 'active',
      customer: `cus_${newHexId()}`,
      cancel_at_period_end: false,
      items: { data: [{ current_period_end: periodEnd(renewal.interval, now()) }] },
      renewal: { ...renewal, currency },
    };
    subscriptions.set(subscription.id, subscription);
    session.subscription = subscription.id;
    session.invoice = bill(subscription, 'subscription_create', amount, intent).id;
    return session;
  }

  /** The next period of a subscription. @param card  `declines`: the period has begun, its invoice is open */
  function renew(id: string, card: 'pays' | 'declines'): Invoice {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    const { amount, interval, currency } = subscription.renewal;
    for (const item of subscription.items.data) item.current_period_end = periodEnd(interval, item.current_period_end);
    subscription.status = card === 'pays' ? 'active' : 'past_due';
    return bill(subscription, 'subscription_cycle', amount, card === 'pays' ? charge(amount, currency) : '');
  }

  /** A later attempt at an open invoice succeeds. */
  function payInvoice(invoice: Invoice, amount: number): Invoice {
    invoice.payments.data.push({ payment: { payment_intent: charge(amount, invoice.currency) } });
    invoice.amount_paid = amount;
    invoice.next_payment_attempt = null;
    const subscription = subscriptions.get(invoice.parent.subscription_details.subscription);
    if (subscription) subscription.status = 'active';
    return invoice;
  }

  return {
    sessions,
    charges,
    invoices,
    subscriptions,
    refunds,
    coupons,
    now,
    pay,
    arrive,
    renew,
    payInvoice,
    sessionOf,
  };
}

export type Books = ReturnType<typeof makeBooks>;
