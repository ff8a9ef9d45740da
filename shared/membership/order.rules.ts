/**
 * Rules of orders: pure decisions on the facts that a payment provider has reported. No I/O, no clock.
 * Facts only accumulate, so the order in which reports arrive decides nothing.
 */

/** `open`: disputed and not decided. `lost`: the payment was taken back. */
export type DisputeResult = 'none' | 'open' | 'won' | 'lost';

export interface OrderFacts {
  /** Minor units of the order's currency, tax and discount included. */
  readonly amountMinor: number;
  /** Epoch ms; an order that is not paid by then has expired. */
  readonly expiresAtMs: number;
  readonly cancelledAtMs: number | null;
  readonly paidAtMs: number | null;
  /** Minor units, as the provider reported them. */
  readonly refundedMinor: number;
  readonly dispute: DisputeResult;
  /** The payment does not match the order; '' when it does. */
  readonly problem: string;
  readonly creditedAtMs: number | null;
  readonly reversedAtMs: number | null;
}

export const ORDER_STATES = [
  'open',
  'expired',
  'cancelled',
  'paid',
  'disputed',
  'refunded',
  'charged_back',
  'problem',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export function isRefunded({ refundedMinor, amountMinor }: OrderFacts): boolean {
  return refundedMinor > 0 && refundedMinor >= amountMinor;
}

/** The state that people and operators see. A payment wins over expiry and cancellation: money that came is honoured. */
export function orderStateOf(facts: OrderFacts, nowMs: number): OrderState {
  if (facts.paidAtMs !== null) {
    if (facts.dispute === 'lost') return 'charged_back';
    if (isRefunded(facts)) return 'refunded';
    if (facts.problem !== '') return 'problem';
    return facts.dispute === 'open' ? 'disputed' : 'paid';
  }
  if (facts.cancelledAtMs !== null) return 'cancelled';
  return nowMs >= facts.expiresAtMs ? 'expired' : 'open';
}

/**
 * The next entry that the ledger needs for this order. An order that was paid is always credited first and reversed
 * afterwards, so that every history of it has the same two entries.
 */
export function settlementOf(facts: OrderFacts): 'credit' | 'reverse' | null {
  if (facts.paidAtMs === null || facts.problem !== '') return null;
  if (facts.creditedAtMs === null) return 'credit';
  const ended = facts.dispute === 'lost' || isRefunded(facts);
  return ended && facts.reversedAtMs === null ? 'reverse' : null;
}

/** Why a payment does not settle an order; '' when it does. */
export function paymentProblem(
  order: { readonly amountMinor: number; readonly currency: string },
  payment: { readonly amountMinor: number; readonly currency: string },
): string {
  if (payment.currency !== order.currency) return 'currency_differs';
  return payment.amountMinor === order.amountMinor ? '' : 'amount_differs';
}

const DISPUTE_RANK: Readonly<Record<DisputeResult, number>> = { none: 0, open: 1, won: 2, lost: 3 };

/** The later of two reports about a dispute; a decision wins over an opening. */
export function laterDispute(a: DisputeResult, b: DisputeResult): DisputeResult {
  return DISPUTE_RANK[b] > DISPUTE_RANK[a] ? b : a;
}

/**
 * Unused value of a paid period, for a change to another plan. Rounded down, in the customer's disfavour by less than one minor unit.
 * @returns 0..amountMinor
 */
export function unusedMinor(
  period: { readonly amountMinor: number; readonly startsAtMs: number; readonly endsAtMs: number },
  nowMs: number,
): number {
  const wholeMs = period.endsAtMs - period.startsAtMs;
  if (wholeMs <= 0 || nowMs >= period.endsAtMs) return 0;
  const leftMs = period.endsAtMs - Math.max(nowMs, period.startsAtMs);
  return Math.floor((period.amountMinor * leftMs) / wholeMs);
}

/** Discount of a coupon on an amount. @returns 0..amountMinor, rounded down */
export function discountMinor(
  coupon: { readonly percentOff: number; readonly amountOffMinor: number },
  amountMinor: number,
): number {
  const off = Math.floor((amountMinor * coupon.percentOff) / 100) + coupon.amountOffMinor;
  return Math.max(0, Math.min(amountMinor, off));
}

/** Tax that is contained in a gross amount, rounded half up. @param percent  0..100, two decimals at most */
export function containedTaxMinor(grossMinor: number, percent: number): number {
  return Math.round((grossMinor * percent) / (100 + percent));
}
