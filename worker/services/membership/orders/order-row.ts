/** A stored order, and the order as the rest of the service reads it. No I/O. */
import * as v from 'valibot';
import type { DisputeResult, OrderFacts } from '#shared/membership/order.rules.ts';
import type { ProviderName } from '../provider/provider.ts';

/** Columns of `orders` as SQLite answers them. */
export interface OrderRow {
  readonly id: string;
  readonly user_id: string;
  readonly fingerprint: string;
  readonly product_id: string;
  readonly quantity: number;
  readonly region: string;
  readonly currency: string;
  readonly amount_minor: number;
  readonly discount_minor: number;
  readonly credit_minor: number;
  readonly tax_minor: number;
  readonly tax_percent: number;
  readonly coupon: string;
  readonly product: string;
  readonly replaces_id: string;
  readonly replaced_by: string;
  readonly renews: number;
  readonly attribution: string;
  readonly locale: string;
  readonly provider: string;
  readonly checkout_ref: string;
  readonly checkout_url: string;
  readonly subscription_ref: string;
  readonly invoice_ref: string;
  readonly payment_ref: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly cancelled_at: number | null;
  readonly declined_at: number | null;
  readonly paid_at: number | null;
  readonly refunded_minor: number;
  readonly dispute: string;
  readonly problem: string;
  readonly credited_at: number | null;
  readonly reversed_at: number | null;
  readonly receipt_at: number | null;
  readonly replacement_at: number | null;
  readonly replaced_refunded_minor: number;
}

/** Where an order came from: cookies and the referer list, untrusted texts for statistics only. */
export const attributionSchema = v.object({
  source: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  medium: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  name: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  referers: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(253))), v.maxLength(10)), []),
});
export type Attribution = v.InferOutput<typeof attributionSchema>;

export interface Order extends OrderFacts {
  readonly id: string;
  readonly userId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly region: string;
  readonly currency: string;
  readonly discountMinor: number;
  readonly creditMinor: number;
  readonly taxMinor: number;
  readonly taxPercent: number;
  readonly coupon: string;
  /** The product as it was sold, JSON. */
  readonly product: string;
  readonly replacesId: string;
  /** The order that took its place; '' for none. */
  readonly replacedBy: string;
  /** When it had taken the place of `replacesId`, epoch ms. */
  readonly replacementAtMs: number | null;
  /** Refunds of `replacesId` when the credit was computed, minor units. */
  readonly replacedRefundedMinor: number;
  /** Whether it begins a subscription. */
  readonly renews: boolean;
  readonly locale: string;
  readonly provider: ProviderName;
  readonly checkoutRef: string;
  readonly checkoutUrl: string;
  readonly subscriptionRef: string;
  readonly paymentRef: string;
  readonly createdAtMs: number;
  readonly declinedAtMs: number | null;
}

export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    userId: row.user_id,
    productId: row.product_id,
    quantity: row.quantity,
    region: row.region,
    currency: row.currency,
    amountMinor: row.amount_minor,
    discountMinor: row.discount_minor,
    creditMinor: row.credit_minor,
    taxMinor: row.tax_minor,
    taxPercent: row.tax_percent,
    coupon: row.coupon,
    product: row.product,
    replacesId: row.replaces_id,
    replacedBy: row.replaced_by,
    replacementAtMs: row.replacement_at,
    replacedRefundedMinor: row.replaced_refunded_minor,
    renews: row.renews === 1,
    locale: row.locale,
    provider: row.provider as ProviderName,
    checkoutRef: row.checkout_ref,
    checkoutUrl: row.checkout_url,
    subscriptionRef: row.subscription_ref,
    paymentRef: row.payment_ref,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    cancelledAtMs: row.cancelled_at,
    declinedAtMs: row.declined_at,
    paidAtMs: row.paid_at,
    refundedMinor: row.refunded_minor,
    dispute: row.dispute as DisputeResult,
    problem: row.problem,
    creditedAtMs: row.credited_at,
    reversedAtMs: row.reversed_at,
  };
}

interface Ordered {
  readonly productId: string;
  readonly quantity: number;
  readonly currency: string;
  readonly coupon: string;
  readonly renews: boolean;
  readonly seenMinor: number;
}

/**
 * An order as a repeat with the same key is compared with it. Not of the region: it is that of the network that a request comes from,
 * and a repeat may come from another.
 */
export function fingerprintOf({ productId, quantity, currency, coupon, renews, seenMinor }: Ordered): string {
  return JSON.stringify([productId, quantity, currency, coupon.trim().toUpperCase(), renews, seenMinor]);
}

/** @param stored  of the first request with the key; that of the version before has a region after the currency */
export function isFingerprintOf(stored: string, request: Ordered): boolean {
  const asked = fingerprintOf(request);
  const { productId, quantity, currency } = request;
  const start = JSON.stringify([productId, quantity, currency]).slice(0, -1);
  const rest = asked.slice(start.length);
  const region = stored.slice(start.length, stored.length - rest.length);
  return stored === asked || (/^,"\w*"$/.test(region) && stored === start + region + rest);
}
