/**
 * The price of an order. Everything comes from the published catalogue and the stored orders; of the browser's numbers only
 * the price that the customer saw is read, and compared.
 */
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import type { Catalogue } from '#shared/membership/catalogue.ts';
import { type GrantItem, grantItem, type Region } from '#shared/membership/ledger.ts';
import { itemOf, MAX_QUANTITY, offerOf, type Product } from '#shared/membership/offer.ts';
import { discountMinor, unusedMinor } from '#shared/membership/order.rules.ts';
import { type Coupon, selectCoupon } from '../coupons/coupon.store.ts';
import type { OrderParts } from '../orders/deps.ts';
import type { Order } from '../orders/order-row.ts';
import { selectLastPaid } from '../orders/period.store.ts';
import { selectSubscriptionsOf } from '../subscriptions/subscription.store.ts';

export interface QuoteRequest {
  readonly userId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly region: Region;
  /** ISO 4217. */
  readonly currency: string;
  /** '' for none. */
  readonly coupon: string;
  /** Buys a subscription. */
  readonly renews: boolean;
}

export interface Quote {
  readonly product: Product;
  readonly item: GrantItem;
  readonly region: Region;
  readonly currency: string;
  /** Of all pieces, before deductions. */
  readonly grossMinor: number;
  readonly discountMinor: number;
  /** Unused value of the plan that this order takes the place of. */
  readonly creditMinor: number;
  /** Charged now. */
  readonly amountMinor: number;
  readonly coupon: Coupon | null;
  /** The order that this one takes the place of; null for none. */
  readonly replaces: Order | null;
  readonly interval: 'month' | 'year' | null;
}

/** Interval of a subscription: providers renew by the month or the year. */
export function intervalOf(product: Product): 'month' | 'year' | null {
  if (product.type !== 'premium' || !product.renews || product.days !== 0) return null;
  return product.months === 1 ? 'month' : product.months === 12 ? 'year' : null;
}

async function couponOf(parts: OrderParts, request: QuoteRequest): Promise<Coupon | null> {
  if (request.coupon === '') return null;
  const coupon = await selectCoupon(parts.db, request.coupon.trim().toUpperCase());
  const nowMs = parts.clock.nowMs();
  const applies =
    coupon !== null &&
    coupon.startsAtMs <= nowMs &&
    nowMs < coupon.endsAtMs &&
    coupon.uses < coupon.mostUses &&
    (coupon.currency === '' || coupon.currency === request.currency) &&
    (coupon.products.length === 0 || coupon.products.includes(request.productId));
  if (!applies) throw new AppError('coupon_invalid', { field: 'coupon' });
  return coupon;
}

/** Whether the money of a period is there: its unused value is credited only then. */
function isCovered({ problem, dispute, reversedAtMs }: Order): boolean {
  return problem === '' && reversedAtMs === null && (dispute === 'none' || dispute === 'won');
}

/** The paid period of a running subscription to another plan, and what of it is unused. */
async function replacedBy(parts: OrderParts, request: QuoteRequest, product: Product) {
  if (!request.renews || product.type !== 'premium') return null;
  const nowMs = parts.clock.nowMs();
  const running = (await selectSubscriptionsOf(parts.db, request.userId)).find(({ status }) => status !== 'ended');
  if (!running) return null;
  const period = await selectLastPaid(parts.db, running.provider, running.subscriptionRef);
  if (!period || period.paidAtMs === null) return null;
  if (period.productId === request.productId)
    throw new AppError('failed_precondition', { reason: 'subscribed_already', field: 'product_id' });
  if (period.currency !== request.currency)
    throw new AppError('failed_precondition', { reason: 'currency_differs', field: 'currency' });
  if (!isCovered(period)) return { order: period, unused: 0 };
  const unused = unusedMinor(
    {
      amountMinor: period.amountMinor - period.refundedMinor,
      startsAtMs: period.paidAtMs,
      endsAtMs: running.periodEndMs,
    },
    nowMs,
  );
  return { order: period, unused };
}

/**
 * @throws AppError not_found for a product that is not sold in this currency, invalid_argument for a quantity, coupon_invalid,
 * failed_precondition for a subscription that the person has already, and for a change to a plan that costs less than what is unused
 */
export async function quoteOrder(parts: OrderParts, catalogue: Catalogue, request: QuoteRequest): Promise<Quote> {
  const { quantity, renews } = request;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
    throw new AppError('invalid_argument', { field: 'quantity', reason: 'out_of_range' });
  const offer = offerOf(catalogue, request.productId, request);
  if (!offer) throw new AppError('not_found', { field: 'product_id', reason: 'not_sold' });
  const interval = renews ? intervalOf(offer.product) : null;
  if (renews && (interval === null || quantity !== 1))
    throw new AppError('invalid_argument', { field: 'renew', reason: 'no_subscription' });
  const coupon = await couponOf(parts, request);
  const replaced = await replacedBy(parts, request, offer.product);
  const grossMinor = offer.priceMinor * quantity;
  const discount = coupon ? discountMinor(coupon, grossMinor) : 0;
  const credit = replaced?.unused ?? 0;
  // A year that has just begun is worth more than a month: the rest of its value would be lost.
  if (credit > grossMinor - discount)
    throw new AppError('failed_precondition', { reason: 'credit_exceeds_price', field: 'product_id' });
  const item = itemOf(offer.product, quantity, offer.region);
  if (!v.is(grantItem, item)) throw new AppError('invalid_argument', { field: 'quantity', reason: 'out_of_range' });
  return {
    product: offer.product,
    item,
    region: offer.region,
    currency: offer.currency,
    grossMinor,
    discountMinor: discount,
    creditMinor: credit,
    amountMinor: grossMinor - discount - credit,
    coupon,
    replaces: replaced?.order ?? null,
    interval,
  };
}
