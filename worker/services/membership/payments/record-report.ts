/** Records what a provider reports. Repeating a report changes nothing. */
import { paymentProblem } from '#shared/membership/order.rules.ts';
import { insertCouponUse } from '../coupons/coupon.store.ts';
import type { OrderParts } from '../orders/deps.ts';
import { endOrder } from '../orders/end-order.ts';
import {
  insertRefund,
  selectOrder,
  selectOrderByPayment,
  updateDeclined,
  updatePaid,
  updateReturns,
  upsertDispute,
} from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import type { PaymentReport, ProviderName } from '../provider/provider.ts';
import { subscriptionBegun } from '../subscriptions/subscription.store.ts';
import { recordRenewal, recordRenewalFailure, recordSubscription } from './record-renewal.ts';
import { settleOrder } from './settle.ts';

type Paid = Extract<PaymentReport, { kind: 'paid' }>;

/** A cancelled order that is paid after all uses its coupon again. */
async function reclaimCoupon(parts: OrderParts, { id, coupon: code, userId }: Order): Promise<void> {
  const use = { code, userId, orderId: id, nowMs: parts.clock.nowMs() };
  if (!(await insertCouponUse(parts.db, use))) await parts.recordProblem('coupon_used_twice', id);
}

/** The credit of a change of plan was the value of a payment: whether that payment is still there. */
async function recordLostCredit(parts: OrderParts, old: Order, change: Order): Promise<void> {
  const isTakenBack = old.dispute === 'open' || old.dispute === 'lost';
  const isSpentTwice = old.refundedMinor + change.creditMinor > old.amountMinor;
  const isLate = change.replacementAtMs === null && old.refundedMinor !== change.replacedRefundedMinor;
  if (change.creditMinor > 0 && (isTakenBack || isSpentTwice || isLate))
    await parts.recordProblem('credit_returned', change.id);
}

async function recordPaid(parts: OrderParts, provider: ProviderName, report: Paid): Promise<void> {
  const order = await selectOrder(parts.db, report.orderId);
  // Another installation's order, or another provider's: the payment is found by reconciliation.
  if (!order || order.provider !== provider) return parts.recordProblem('payment_without_order', report.paymentRef);
  const fact = { ...report, problem: paymentProblem(order, report) };
  await updatePaid(parts.db, order.id, fact, subscriptionBegun(order.id, report));
  // Read again: another payment of the same order may be recorded beside this one.
  const stored = await selectOrder(parts.db, order.id);
  if (stored?.paymentRef !== report.paymentRef)
    await parts.recordProblem('order_paid_twice', `${order.id} ${report.paymentRef}`);
  else if (stored.problem !== '') await parts.recordProblem(stored.problem, order.id);
  if (stored && stored.cancelledAtMs !== null && stored.coupon !== '') await reclaimCoupon(parts, stored);
  const replaced = stored && (await selectOrder(parts.db, stored.replacesId));
  if (replaced) await recordLostCredit(parts, replaced, stored);
  await updateReturns(parts.db, provider, report.paymentRef);
  await settleOrder(parts, order.id);
}

async function settlePayment(parts: OrderParts, provider: ProviderName, paymentRef: string): Promise<void> {
  await updateReturns(parts.db, provider, paymentRef);
  const order = await selectOrderByPayment(parts.db, provider, paymentRef);
  if (!order) return;
  const change = await selectOrder(parts.db, order.replacedBy);
  if (change) await recordLostCredit(parts, order, change);
  await settleOrder(parts, order.id);
}

export async function recordReport(parts: OrderParts, provider: ProviderName, report: PaymentReport): Promise<void> {
  switch (report.kind) {
    case 'paid':
      return recordPaid(parts, provider, report);
    case 'declined':
      return updateDeclined(parts.db, report.orderId, report.atMs);
    case 'checkout-expired':
      return endOrder(parts, report.orderId, report.atMs);
    case 'refunded':
      await insertRefund(parts.db, provider, report);
      return settlePayment(parts, provider, report.paymentRef);
    case 'dispute':
      await upsertDispute(parts.db, provider, report);
      if (report.result === 'open') await parts.recordProblem('payment_disputed', report.paymentRef);
      return settlePayment(parts, provider, report.paymentRef);
    case 'renewed':
      return recordRenewal(parts, provider, report);
    case 'renewal-failed':
      return recordRenewalFailure(parts, provider, report);
    case 'subscription':
      return recordSubscription(parts, provider, report);
  }
}
