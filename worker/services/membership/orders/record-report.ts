/** Records what a provider reports. Repeating a report changes nothing. */
import { paymentProblem } from '#shared/membership/order.rules.ts';
import type { PaymentReport, ProviderName } from '../provider/provider.ts';
import { recordRenewal, recordRenewalFailure, recordSubscription } from '../subscriptions/record.ts';
import { upsertSubscription } from '../subscriptions/subscription.store.ts';
import type { OrderParts } from './deps.ts';
import { endOrder } from './end-order.ts';
import {
  insertRefund,
  selectOrder,
  selectOrderByPayment,
  updateDeclined,
  updatePaid,
  updateReturns,
  upsertDispute,
} from './order.store.ts';
import { settleOrder } from './settle.ts';

type Paid = Extract<PaymentReport, { kind: 'paid' }>;

async function recordPaid(parts: OrderParts, provider: ProviderName, report: Paid): Promise<void> {
  const order = await selectOrder(parts.db, report.orderId);
  // Another installation's order, or another provider's: the payment is found by reconciliation.
  if (!order || order.provider !== provider) return parts.noteProblem('payment_without_order', report.paymentRef);
  const problem = paymentProblem(order, report);
  const first = await updatePaid(parts.db, order.id, { ...report, problem });
  if (!first && order.paymentRef !== '' && order.paymentRef !== report.paymentRef)
    await parts.noteProblem('order_paid_twice', `${order.id} ${report.paymentRef}`);
  if (first && problem !== '') await parts.noteProblem(problem, order.id);
  if (first && report.subscriptionRef !== '' && problem === '')
    await upsertSubscription(parts.db, {
      provider,
      subscriptionRef: report.subscriptionRef,
      userId: order.userId,
      orderId: order.id,
      status: 'active',
      cancelAtEnd: false,
      periodEndMs: report.periodEndMs,
      reportedAtMs: report.atMs,
    });
  await updateReturns(parts.db, provider, report.paymentRef);
  await settleOrder(parts, order.id);
}

async function settlePayment(parts: OrderParts, provider: ProviderName, paymentRef: string): Promise<void> {
  await updateReturns(parts.db, provider, paymentRef);
  const order = await selectOrderByPayment(parts.db, provider, paymentRef);
  if (order) await settleOrder(parts, order.id);
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
      if (report.result === 'open') await parts.noteProblem('payment_disputed', report.paymentRef);
      return settlePayment(parts, provider, report.paymentRef);
    case 'renewed':
      return recordRenewal(parts, provider, report);
    case 'renewal-failed':
      return recordRenewalFailure(parts, provider, report);
    case 'subscription':
      return recordSubscription(parts, provider, report);
  }
}
