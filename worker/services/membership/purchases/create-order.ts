/**
 * Creates an order and its checkout. The row comes first; a repeat with the same key finds it and opens the same checkout, so a
 * crash in between leaves nothing that cannot be continued.
 */
import { AppError } from '#shared/errors.ts';
import type { Catalogue } from '#shared/membership/catalogue.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { href } from '#shared/routes.ts';
import { HOUR_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { keyReused } from '#worker/platform/storage/answers.ts';
import { insertCouponUse } from '../coupons/coupon.store.ts';
import type { OrderParts } from '../orders/deps.ts';
import { closeCheckout, closeOrder, endOrder } from '../orders/end-order.ts';
import {
  insertOrder,
  type KeyedOrder,
  type NewOrder,
  selectOrder,
  selectOrderByKey,
  selectRivals,
  updateCheckout,
  updateFree,
} from '../orders/order.store.ts';
import { type Attribution, fingerprintOf, isFingerprintOf, type Order } from '../orders/order-row.ts';
import { settleOrder } from '../payments/settle.ts';
import type { Checkout } from '../provider/provider.ts';
import { refreshOrder } from './own-orders.ts';
import { type QuoteRequest, quoteOrder } from './quote.ts';

export interface OrderRequest extends QuoteRequest {
  /** Idempotency key of the caller, at most 128 characters. */
  readonly key: string;
  /** The price that the customer saw, minor units: never charged, only compared. */
  readonly seenMinor: number;
  readonly email: string;
  readonly locale: string;
  /** Product name in that language. */
  readonly title: string;
  readonly attribution: Attribution;
}

/** An unpaid order ends after this time; providers keep a checkout at most a day. */
const ORDER_LIFE_MS = 2 * HOUR_MS;
/** Orders of one person in an hour: enough for tries, few enough that a loop cannot fill the table. */
const HOURLY_ORDERS = 20;

/** Orders that cost nothing have no payment at a provider. */
const FREE_PAYMENT = 'free';

/** Interval of a subscription that an order begins: of a month or a year, each sold once. */
function intervalOf({ renews, product }: Order): Checkout['interval'] {
  const item = renews ? (JSON.parse(product) as GrantItem) : null;
  return item && (item.months === 12 ? 'year' : 'month');
}

async function openCheckout(parts: OrderParts, order: Order, request: OrderRequest): Promise<Order> {
  if (order.checkoutRef !== '') return order;
  const interval = intervalOf(order);
  if (order.amountMinor === 0 && interval === null) {
    await updateFree(parts.db, order.id, `${FREE_PAYMENT}-${order.id}`, parts.clock.nowMs());
    await settleOrder(parts, order.id);
  } else {
    const provider = parts.providerOf(order.provider);
    if (!provider) throw new AppError('unavailable', { reason: 'payment_provider' });
    const { checkoutRef, url } = await provider.openCheckout({
      orderId: order.id,
      userId: order.userId,
      email: request.email,
      title: request.title,
      amountMinor: order.amountMinor,
      currency: order.currency,
      interval,
      renewalMinor: order.amountMinor + order.discountMinor + order.creditMinor,
      expiresAtMs: order.expiresAtMs,
      returnUrl: `${parts.appOrigin}${href('payment.order', { orderId: order.id })}`,
      locale: order.locale,
    });
    await updateCheckout(parts.db, order.id, checkoutRef, url);
  }
  const opened = (await selectOrder(parts.db, order.id)) ?? order;
  // Cancelled beside this call, before the checkout had its reference.
  if (opened.cancelledAtMs !== null) await closeCheckout(parts, opened);
  return opened;
}

/**
 * Two changes of one plan must not both be paid: the newer one ends the other.
 * @throws AppError failed_precondition when the other one's payment is made or under way
 */
async function endRivals(parts: OrderParts, order: Order): Promise<void> {
  for (const rival of await selectRivals(parts.db, order)) {
    if (await closeOrder(parts, rival)) continue;
    await refreshOrder(parts, rival);
    await endOrder(parts, order.id, parts.clock.nowMs());
    throw new AppError('failed_precondition', { reason: 'order_paid' });
  }
}

/** The steps that are left for an order that was inserted, by this call or an earlier one. @throws AppError as `createOrder` */
async function continueOrder(parts: OrderParts, order: KeyedOrder, request: OrderRequest): Promise<Order> {
  if (!isFingerprintOf(order.fingerprint, request)) throw keyReused();
  if (order.paidAtMs !== null || order.cancelledAtMs !== null) return order;
  if (order.coupon !== '') {
    const nowMs = parts.clock.nowMs();
    const use = { code: order.coupon, userId: order.userId, orderId: order.id, nowMs };
    if (!(await insertCouponUse(parts.db, use))) {
      await endOrder(parts, order.id, nowMs);
      throw new AppError('coupon_invalid', { field: 'coupon' });
    }
  }
  await endRivals(parts, order);
  return openCheckout(parts, order, request);
}

/**
 * A repeat gets the order of its key, whatever is sold now and at which price.
 * @param catalogue  null: nothing is sold
 * @throws AppError price_changed when the price is not the one that the customer saw, coupon_invalid, not_found, invalid_argument,
 * failed_precondition, resource_exhausted with too many orders in an hour, unavailable without the provider
 */
export async function createOrder(
  parts: OrderParts,
  catalogue: Catalogue | null,
  request: OrderRequest,
): Promise<Order> {
  const { provider, db, clock } = parts;
  const first = await selectOrderByKey(db, request.userId, request.key);
  if (first) return continueOrder(parts, first, request);
  if (!catalogue) throw new AppError('not_found', { field: 'product_id', reason: 'not_sold' });
  if (!provider) throw new AppError('unimplemented');
  const quote = await quoteOrder(parts, catalogue, request);
  if (quote.amountMinor !== request.seenMinor)
    throw new AppError('price_changed', {
      field: 'amount',
      metadata: { amount: String(quote.amountMinor), currency: quote.currency },
    });
  const nowMs = clock.nowMs();
  const created: NewOrder = {
    id: newWireId(),
    userId: request.userId,
    key: request.key,
    fingerprint: fingerprintOf(request),
    productId: request.productId,
    quantity: request.quantity,
    region: quote.region,
    currency: quote.currency,
    amountMinor: quote.amountMinor,
    discountMinor: quote.discountMinor,
    creditMinor: quote.creditMinor,
    taxMinor: 0,
    taxPercent: 0,
    coupon: quote.coupon?.code ?? '',
    product: JSON.stringify(quote.item),
    replacesId: quote.replaces?.id ?? '',
    replacedRefundedMinor: quote.replaces?.refundedMinor ?? 0,
    renews: quote.interval !== null,
    attribution: JSON.stringify(request.attribution),
    locale: request.locale,
    provider: provider.name,
    subscriptionRef: '',
    invoiceRef: '',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + ORDER_LIFE_MS,
  };
  const order = await insertOrder(db, created, { most: HOURLY_ORDERS, sinceMs: nowMs - HOUR_MS });
  if (!order)
    throw new AppError('resource_exhausted', { reason: 'orders_per_hour', metadata: { limit: String(HOURLY_ORDERS) } });
  return continueOrder(parts, order, request);
}
