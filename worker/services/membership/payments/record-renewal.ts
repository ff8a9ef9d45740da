/**
 * Renewals as the provider reports them. Each paid renewal is an order of its own, so that the ledger, receipts, refunds and
 * reconciliation treat it like any other. While a renewal fails, a grace entry of the ledger keeps the plan.
 */

import { paymentProblem } from '#shared/membership/order.rules.ts';
import { DAY_MS } from '#shared/units.ts';
import { GRACE_DAYS } from '../keys.ts';
import type { OrderParts } from '../orders/deps.ts';
import { insertOrder, selectOrder, updatePaid, updateReturns } from '../orders/order.store.ts';
import type { PaymentReport, ProviderName } from '../provider/provider.ts';
import {
  selectSubscription,
  updateFailure,
  updatePeriodEnd,
  updateSubscription,
} from '../subscriptions/subscription.store.ts';
import { selectInvoiceOrder } from './renewal.store.ts';
import { settleOrder } from './settle.ts';

type Renewed = Extract<PaymentReport, { kind: 'renewed' }>;
type Failed = Extract<PaymentReport, { kind: 'renewal-failed' }>;
type Changed = Extract<PaymentReport, { kind: 'subscription' }>;

/** Begins keys that no caller can send: a header holds no line feed. */
const OWN_KEY = '\n';

/** Id of the order of a renewal: the same for every report of it. */
export function renewalOrderId(firstOrderId: string, invoiceRef: string): string {
  return `${firstOrderId}.${invoiceRef}`;
}

/** @throws Error when the subscription is not known yet: the report waits in the inbox until its first payment is recorded */
async function subscriptionOf(parts: OrderParts, provider: ProviderName, subscriptionRef: string) {
  const subscription = await selectSubscription(parts.db, provider, subscriptionRef);
  const first = subscription && (await selectOrder(parts.db, subscription.orderId));
  if (!subscription || !first) throw new Error(`subscription ${subscriptionRef} is not known`);
  return { subscription, first };
}

export async function recordRenewal(parts: OrderParts, provider: ProviderName, report: Renewed): Promise<void> {
  const { subscription, first } = await subscriptionOf(parts, provider, report.subscriptionRef);
  const priceMinor = first.amountMinor + first.discountMinor + first.creditMinor;
  const order = await insertOrder(parts.db, {
    ...first,
    id: renewalOrderId(first.id, report.invoiceRef),
    key: `${OWN_KEY}renewal ${report.invoiceRef}`,
    fingerprint: report.invoiceRef,
    amountMinor: priceMinor,
    discountMinor: 0,
    creditMinor: 0,
    taxMinor: report.taxMinor,
    coupon: '',
    replacesId: '',
    replacedRefundedMinor: 0,
    attribution: '{}',
    invoiceRef: report.invoiceRef,
    renews: false,
    createdAtMs: report.atMs,
    expiresAtMs: report.atMs + DAY_MS,
  });
  if (!order) throw new Error(`the order of invoice ${report.invoiceRef} is missing`);
  const problem = paymentProblem(order, report);
  await updatePaid(parts.db, order.id, { ...report, problem });
  if (problem !== '') await parts.recordProblem(problem, order.id);
  else await updatePeriodEnd(parts.db, provider, report.subscriptionRef, report.periodEndMs);
  await updateReturns(parts.db, provider, report.paymentRef);
  await settleOrder(parts, order.id);
  if (subscription.failedInvoice !== report.invoiceRef) return;
  await parts.ledger.reverseGrace(first.userId, report.invoiceRef);
  await updateFailure(parts.db, provider, report.subscriptionRef, { invoice: '', nextAttemptMs: 0 });
}

export async function recordRenewalFailure(parts: OrderParts, provider: ProviderName, report: Failed): Promise<void> {
  const { subscription, first } = await subscriptionOf(parts, provider, report.subscriptionRef);
  // The report of the payment may have come first.
  if (await selectInvoiceOrder(parts.db, provider, report.invoiceRef)) return;
  await updateFailure(parts.db, provider, report.subscriptionRef, {
    invoice: report.invoiceRef,
    nextAttemptMs: report.nextAttemptMs,
  });
  const untilMs = Math.min(subscription.periodEndMs, report.atMs) + GRACE_DAYS * DAY_MS;
  if (untilMs <= parts.clock.nowMs()) return;
  await parts.ledger.grace(first.userId, report.invoiceRef, first.product, untilMs);
  // The payment may have been recorded beside this call.
  if (await selectInvoiceOrder(parts.db, provider, report.invoiceRef))
    return parts.ledger.reverseGrace(first.userId, report.invoiceRef);
  await parts.recordFailedRenewal(first, report.invoiceRef, untilMs);
}

export async function recordSubscription(parts: OrderParts, provider: ProviderName, report: Changed): Promise<void> {
  await subscriptionOf(parts, provider, report.subscriptionRef);
  await updateSubscription(parts.db, { provider, ...report });
}
