/**
 * The sandbox's own clock: renewals that are due, and webhooks that are due. Called after each decision and by the schedule.
 */
import { addMonths } from '#shared/membership/calendar.ts';
import { type Statement, statement } from '#worker/platform/d1/database.ts';
import { logError } from '#worker/platform/log.ts';
import type { PaymentReport } from '../provider.ts';
import { SIGNATURE_HEADER, signWebhook } from '../signature.ts';
import {
  insertPayment,
  type SandboxCheckout,
  selectDueRenewals,
  selectDueWebhooks,
  updateDelivered,
} from './sandbox.store.ts';
import { MOST_ATTEMPTS, RETRY_MS, type SandboxDeps, webhookOf } from './sandbox.ts';

/** Renewals and webhooks of one run. */
const RENEWALS = 100;
const WEBHOOKS = 200;

/** A period that has begun is paid for by its invoice; the number makes repeating it harmless. */
function renewalOf(stored: SandboxCheckout, nowMs: number): Statement[] {
  const { checkout } = stored;
  const number = stored.renewals + 1;
  if (stored.renewalCard === 'failing') return failureOf(stored, number, nowMs);
  const invoiceRef = `${stored.ref}.invoice.${number}`;
  const paymentRef = `${stored.ref}.${number + 1}`;
  const periodEndMs = addMonths(stored.periodEndMs, checkout.interval === 'year' ? 12 : 1);
  const report: PaymentReport = {
    kind: 'renewed',
    subscriptionRef: stored.ref,
    invoiceRef,
    paymentRef,
    amountMinor: checkout.renewalMinor,
    currency: checkout.currency,
    taxMinor: 0,
    periodEndMs,
    atMs: nowMs,
  };
  return [
    statement(
      'UPDATE sandbox_checkouts SET period_end = ?, renewals = ? WHERE ref = ? AND renewals = ?',
      periodEndMs,
      number,
      stored.ref,
      stored.renewals,
    ),
    insertPayment({
      paymentRef,
      checkoutRef: stored.ref,
      invoiceRef,
      amountMinor: checkout.renewalMinor,
      refundedMinor: 0,
      currency: checkout.currency,
      atMs: nowMs,
    }),
    webhookOf({ eventId: `${invoiceRef}.paid`, type: 'invoice.paid', reports: [report] }, 'once', nowMs),
  ];
}

/** One attempt of a failing card; after the last the subscription ends. The invoice is the same for all attempts. */
function failureOf(stored: SandboxCheckout, attempt: number, nowMs: number): Statement[] {
  const invoiceRef = `${stored.ref}.invoice.failing`;
  const isLast = attempt >= MOST_ATTEMPTS;
  const failure: PaymentReport = {
    kind: 'renewal-failed',
    subscriptionRef: stored.ref,
    invoiceRef,
    nextAttemptMs: isLast ? 0 : nowMs + RETRY_MS,
    atMs: nowMs,
  };
  const end: PaymentReport = {
    kind: 'subscription',
    subscriptionRef: stored.ref,
    status: 'ended',
    cancelAtEnd: false,
    atMs: nowMs,
  };
  return [
    statement(
      'UPDATE sandbox_checkouts SET renewals = ?, period_end = ?, ended = ? WHERE ref = ? AND renewals = ?',
      attempt,
      isLast ? stored.periodEndMs : nowMs + RETRY_MS,
      isLast ? 1 : 0,
      stored.ref,
      stored.renewals,
    ),
    webhookOf(
      {
        eventId: `${invoiceRef}.${attempt}`,
        type: 'invoice.payment_failed',
        reports: isLast ? [failure, end] : [failure],
      },
      'once',
      nowMs,
    ),
  ];
}

function endOf(stored: SandboxCheckout, nowMs: number): Statement[] {
  const report: PaymentReport = {
    kind: 'subscription',
    subscriptionRef: stored.ref,
    status: 'ended',
    cancelAtEnd: true,
    atMs: nowMs,
  };
  return [
    statement('UPDATE sandbox_checkouts SET ended = 1 WHERE ref = ?', stored.ref),
    webhookOf({ eventId: `${stored.ref}.ended`, type: 'subscription.ended', reports: [report] }, 'once', nowMs),
  ];
}

export async function renewDue({ db, clock }: SandboxDeps): Promise<void> {
  const nowMs = clock.nowMs();
  for (const stored of await selectDueRenewals(db, nowMs, RENEWALS))
    await db.batch(stored.cancelAtEnd ? endOf(stored, nowMs) : renewalOf(stored, nowMs));
}

/** Sends what is due to our own endpoint's function, signed as over the network. */
export async function deliverDue(
  { db, clock, keyring }: SandboxDeps,
  receive: (rawBody: string, headers: Headers) => Promise<void>,
): Promise<void> {
  for (const { eventId, body } of await selectDueWebhooks(db, clock.nowMs(), WEBHOOKS)) {
    const headers = new Headers({ [SIGNATURE_HEADER]: await signWebhook(keyring, body, clock.nowMs()) });
    try {
      await receive(body, headers);
      await updateDelivered(db, eventId);
    } catch (error) {
      // Delivered again by the next run.
      logError('membership.sandbox-webhook', error, { event: eventId });
    }
  }
}
