/**
 * The sandbox: a payment provider inside the installation that moves no money. Its hosted page asks for a decision instead of a
 * card, and it can repeat, delay and lose its webhooks, so that all that follows a payment can be tried.
 */
import { AppError } from '#shared/errors.ts';
import { addMonths } from '#shared/membership/calendar.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { Checkout, PaymentProvider, PaymentReport, ProviderEvent } from '../provider.ts';
import { readEvent } from '../report-schema.ts';
import { requireSignature, SIGNATURE_HEADER } from '../signature.ts';
import {
  insertCheckout,
  insertPayment,
  insertWebhook,
  type RenewalCard,
  type SandboxCheckout,
  type SandboxPayment,
  selectCheckout,
  selectPayment,
  selectPayments,
} from './sandbox.store.ts';

export interface SandboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly appOrigin: string;
}

/** How the webhook of a decision arrives. */
export const DELIVERIES = ['once', 'twice', 'late', 'lost'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** `challenge` opens the step in which a bank asks its customer; it ends in one of the others. */
export const DECISIONS = ['approve', 'decline', 'expire'] as const;
export type Decision = (typeof DECISIONS)[number];

const LATE_MS = 90 * SECOND_MS;

/** Webhooks of one event: how many, and how much later. */
const SCHEDULE: Readonly<Record<Delivery, { deliveries: number; delayMs: number }>> = {
  once: { deliveries: 1, delayMs: 0 },
  twice: { deliveries: 2, delayMs: 0 },
  late: { deliveries: 1, delayMs: LATE_MS },
  lost: { deliveries: 0, delayMs: 0 },
};

/** @param paymentRef  '' for an event that reports no payment */
export function webhookOf(event: ProviderEvent, delivery: Delivery, nowMs: number, paymentRef = ''): Statement {
  const { deliveries, delayMs } = SCHEDULE[delivery];
  return insertWebhook(event, nowMs + delayMs, deliveries, paymentRef);
}

/** End of the period that begins at `fromMs`. 0 for a single payment. */
export function nextPeriodEnd(interval: Checkout['interval'], firstMs: number, periods: number): number {
  if (interval === null) return 0;
  return addMonths(firstMs, (interval === 'year' ? 12 : 1) * periods);
}

function paidReport(stored: SandboxCheckout): Extract<PaymentReport, { kind: 'paid' }> {
  const { checkout } = stored;
  return {
    kind: 'paid',
    orderId: checkout.orderId,
    paymentRef: stored.paymentRef,
    amountMinor: checkout.amountMinor,
    currency: checkout.currency,
    taxMinor: 0,
    subscriptionRef: checkout.interval === null ? '' : stored.ref,
    periodEndMs: nextPeriodEnd(checkout.interval, stored.paidAtMs, 1),
    atMs: stored.paidAtMs,
  };
}

/** The state of a checkout, as reports. */
function reportsOf(stored: SandboxCheckout): PaymentReport[] {
  const { orderId } = stored.checkout;
  if (stored.state === 'paid') return [paidReport(stored)];
  if (stored.state === 'expired') return [{ kind: 'checkout-expired', orderId, atMs: stored.checkout.expiresAtMs }];
  return [];
}

const SET_STATE =
  "UPDATE sandbox_checkouts SET state = ?, payment_ref = ?, paid_at = ?, period_end = ?, renewal_card = ? WHERE ref = ? AND state IN ('open', 'declined')";

/** Decides a checkout, once: a checkout that is paid or has expired stays so. A declined one can be tried again. */
export async function decideCheckout(
  { db, clock }: SandboxDeps,
  ref: string,
  choice: { readonly decision: Decision; readonly delivery: Delivery; readonly card: RenewalCard },
): Promise<SandboxCheckout> {
  const stored = await selectCheckout(db, ref);
  if (!stored) throw new AppError('not_found');
  const nowMs = clock.nowMs();
  if (stored.state !== 'open' && stored.state !== 'declined') return stored;
  const decision = nowMs >= stored.checkout.expiresAtMs ? 'expire' : choice.decision;
  const { checkout } = stored;
  if (decision === 'decline') {
    await db.batch([
      statement(SET_STATE, 'declined', '', null, 0, 'good', ref),
      webhookOf(
        {
          eventId: `${ref}.declined.${nowMs}`,
          type: 'payment.declined',
          reports: [{ kind: 'declined', orderId: checkout.orderId, atMs: nowMs }],
        },
        choice.delivery,
        nowMs,
      ),
    ]);
  } else if (decision === 'expire') {
    await db.batch([
      statement(SET_STATE, 'expired', '', null, 0, 'good', ref),
      webhookOf(
        {
          eventId: `${ref}.expired`,
          type: 'checkout.expired',
          reports: [{ kind: 'checkout-expired', orderId: checkout.orderId, atMs: nowMs }],
        },
        choice.delivery,
        nowMs,
      ),
    ]);
  } else {
    const paymentRef = `${ref}.1`;
    const periodEndMs = nextPeriodEnd(checkout.interval, nowMs, 1);
    const paid: SandboxCheckout = { ...stored, state: 'paid', paymentRef, paidAtMs: nowMs, periodEndMs };
    await db.batch([
      statement(SET_STATE, 'paid', paymentRef, nowMs, periodEndMs, choice.card, ref),
      insertPayment({
        paymentRef,
        checkoutRef: ref,
        invoiceRef: '',
        amountMinor: checkout.amountMinor,
        refundedMinor: 0,
        currency: checkout.currency,
        atMs: nowMs,
      }),
      webhookOf(
        { eventId: `${ref}.paid`, type: 'payment.succeeded', reports: [paidReport(paid)] },
        choice.delivery,
        nowMs,
        paymentRef,
      ),
    ]);
  }
  return (await selectCheckout(db, ref)) ?? stored;
}

async function requirePayment(db: Database, paymentRef: string): Promise<SandboxPayment> {
  const payment = await selectPayment(db, paymentRef);
  if (!payment) throw new AppError('not_found', { message: `no payment ${paymentRef}` });
  return payment;
}

/** A bank that takes a payment back, as its webhooks report it. */
export async function disputePayment(
  { db, clock }: SandboxDeps,
  paymentRef: string,
  result: 'open' | 'won' | 'lost',
  delivery: Delivery,
): Promise<void> {
  await requirePayment(db, paymentRef);
  const nowMs = clock.nowMs();
  await db.batch([
    statement('UPDATE sandbox_payments SET dispute = ? WHERE payment_ref = ?', result, paymentRef),
    webhookOf(
      {
        eventId: `${paymentRef}.dispute.${result}`,
        type: 'payment.dispute',
        reports: [{ kind: 'dispute', disputeRef: `${paymentRef}.dispute`, paymentRef, result, atMs: nowMs }],
      },
      delivery,
      nowMs,
    ),
  ]);
}

const SUBSCRIPTION_SQL: Readonly<Record<'now' | 'end' | 'never', string>> = {
  now: 'UPDATE sandbox_checkouts SET ended = 1 WHERE ref = ?',
  end: 'UPDATE sandbox_checkouts SET cancel_at_end = 1 WHERE ref = ?',
  never: 'UPDATE sandbox_checkouts SET cancel_at_end = 0 WHERE ref = ? AND ended = 0',
};

export function makeSandbox(deps: SandboxDeps): PaymentProvider {
  const { db, clock, keyring, appOrigin } = deps;
  return {
    name: 'sandbox',
    async openCheckout(checkout) {
      const ref = `sb_${checkout.orderId}`;
      await insertCheckout(db, ref, checkout);
      return { checkoutRef: ref, url: `${appOrigin}${href('payment.sandbox', { ref })}` };
    },
    async readCheckout(ref) {
      const stored = await selectCheckout(db, ref);
      return stored ? reportsOf(stored) : [];
    },
    async closeCheckout(ref) {
      await db.run(
        "UPDATE sandbox_checkouts SET state = 'expired' WHERE ref = ? AND state IN ('open', 'declined')",
        ref,
      );
      return (await selectCheckout(db, ref))?.state !== 'paid';
    },
    async refund(paymentRef, amountMinor, key) {
      const payment = await requirePayment(db, paymentRef);
      const nowMs = clock.nowMs();
      const eventId = `${paymentRef}.refund.${key}`;
      await db.batch([
        statement(
          'UPDATE sandbox_payments SET refunded_minor = min(amount_minor, refunded_minor + ?) WHERE payment_ref = ? AND NOT EXISTS (SELECT 1 FROM sandbox_events WHERE event_id = ?)',
          amountMinor,
          payment.paymentRef,
          eventId,
        ),
        webhookOf(
          {
            eventId,
            type: 'payment.refunded',
            reports: [{ kind: 'refunded', refundRef: eventId, paymentRef, amountMinor, atMs: nowMs }],
          },
          'once',
          nowMs,
        ),
      ]);
      return eventId;
    },
    async cancelSubscription(ref, when) {
      const stored = await selectCheckout(db, ref);
      if (!stored) throw new AppError('not_found');
      const nowMs = clock.nowMs();
      await db.batch([
        statement(SUBSCRIPTION_SQL[when], ref),
        webhookOf(
          {
            eventId: `${ref}.subscription.${when}.${nowMs}`,
            type: 'subscription.changed',
            reports: [
              {
                kind: 'subscription',
                subscriptionRef: ref,
                status: when === 'now' ? 'ended' : 'active',
                cancelAtEnd: when === 'end',
                atMs: nowMs,
              },
            ],
          },
          'once',
          nowMs,
        ),
      ]);
    },
    portalUrl: async () => null,
    async readWebhook(rawBody, headers, nowMs) {
      await requireSignature(keyring, rawBody, headers.get(SIGNATURE_HEADER) ?? '', nowMs);
      return readEvent(rawBody);
    },
    listPayments: (fromMs, untilMs) => selectPayments(db, fromMs, untilMs),
  };
}

/** Days between two attempts of the sandbox to renew by a failing card, and how many it makes. */
export const RETRY_MS = 2 * DAY_MS;
export const MOST_ATTEMPTS = 4;
