/**
 * Daily reconciliation: our payments of a day against the provider's books. A day counts as balanced only when every payment
 * and every refunded amount agree; a provider that cannot be read leaves the day open.
 */

import { dayOf } from '#shared/membership/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { OrderParts } from '../orders/deps.ts';
import type { PaymentProvider, ProviderPayment } from '../provider/provider.ts';
import { selectPaidBetween, selectReconciled, upsertReconciliation } from './reconciliation.store.ts';

export interface Difference {
  readonly paymentRef: string;
  readonly kind: 'missing_here' | 'missing_there' | 'amount_differs' | 'refund_differs' | 'currency_differs';
}

interface OurPayment {
  readonly paymentRef: string;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly atMs: number;
}

/** Both books may have another time for one payment, by less than this. */
const MARGIN_MS = HOUR_MS;

const isWithin = ({ atMs }: { readonly atMs: number }, fromMs: number): boolean =>
  fromMs <= atMs && atMs < fromMs + DAY_MS;

/** @returns every payment on which the two books disagree */
export function compareBooks(
  ours: readonly OurPayment[],
  theirs: readonly ProviderPayment[],
  fromMs: number,
): Difference[] {
  const known = new Map(theirs.map((payment) => [payment.paymentRef, payment]));
  const differences: Difference[] = [];
  for (const our of ours) {
    const their = known.get(our.paymentRef);
    known.delete(our.paymentRef);
    if (!isWithin(our, fromMs)) continue;
    if (!their) differences.push({ paymentRef: our.paymentRef, kind: 'missing_there' });
    else if (their.currency !== our.currency)
      differences.push({ paymentRef: our.paymentRef, kind: 'currency_differs' });
    else if (their.amountMinor !== our.amountMinor)
      differences.push({ paymentRef: our.paymentRef, kind: 'amount_differs' });
    else if (their.refundedMinor !== our.refundedMinor)
      differences.push({ paymentRef: our.paymentRef, kind: 'refund_differs' });
  }
  for (const their of known.values())
    if (isWithin(their, fromMs)) differences.push({ paymentRef: their.paymentRef, kind: 'missing_here' });
  return differences;
}

function sumsOf(payments: readonly OurPayment[]): string {
  const sums: Record<string, number> = {};
  for (const { currency, amountMinor, refundedMinor } of payments)
    sums[currency] = (sums[currency] ?? 0) + amountMinor - refundedMinor;
  return JSON.stringify(sums);
}

/** Compares one day. @param day  `2026-11-25`, UTC */
export async function reconcileDay(parts: OrderParts, provider: PaymentProvider, day: string): Promise<Difference[]> {
  const fromMs = Date.parse(day);
  const [ours, theirs] = await Promise.all([
    selectPaidBetween(parts.db, provider.name, fromMs - MARGIN_MS, fromMs + DAY_MS + MARGIN_MS),
    provider.listPayments(fromMs - MARGIN_MS, fromMs + DAY_MS + MARGIN_MS),
  ]);
  const differences = compareBooks(ours, theirs, fromMs);
  await upsertReconciliation(parts.db, {
    day,
    balanced: differences.length === 0,
    oursMinor: sumsOf(ours.filter((payment) => isWithin(payment, fromMs))),
    theirsMinor: sumsOf(theirs.filter((payment) => isWithin(payment, fromMs))),
    differences: JSON.stringify(differences.slice(0, 100)),
    atMs: parts.clock.nowMs(),
  });
  if (differences.length > 0) await parts.recordProblem('books_differ', day);
  return differences;
}

/** Days that are looked at again until they balance. */
const LOOK_BACK_DAYS = 7;
/** Webhooks of the last minutes of a day may still be under way when it ends. */
const SETTLE_MS = MARGIN_MS + 30 * MINUTE_MS;

/** Reconciles the days that have ended and are not balanced yet. */
export async function reconcileDue(parts: OrderParts): Promise<void> {
  if (!parts.provider) return;
  const nowMs = parts.clock.nowMs();
  const balanced = new Set(await selectReconciled(parts.db, dayOf(nowMs - LOOK_BACK_DAYS * DAY_MS)));
  for (let back = LOOK_BACK_DAYS; back >= 1; back -= 1) {
    const day = dayOf(nowMs - back * DAY_MS);
    if (balanced.has(day) || nowMs < Date.parse(day) + DAY_MS + SETTLE_MS) continue;
    try {
      await reconcileDay(parts, parts.provider, day);
    } catch (error) {
      logError('membership.reconcile', error, { day });
      await parts.recordProblem('books_not_read', day);
    }
  }
}
