/** Orders and subscriptions of people, for endpoints and pages. */
import { AppError } from '#shared/errors.ts';
import { regionOf } from '#shared/membership/offer.ts';
import { SECOND_MS } from '#shared/units.ts';
import { type Subscription, selectSubscriptionsOf } from '../subscriptions/subscription.store.ts';
import { createOrder, type OrderRequest } from './create-order.ts';
import { updateChecked } from './order.store.ts';
import type { Order } from './order-row.ts';
import { ownOrder, refreshOrder } from './own-orders.ts';
import type { BillingParts } from './parts.ts';
import { selectLastPaid } from './period.store.ts';
import { type Quote, type QuoteRequest, quoteOrder } from './quote.ts';

/** @param request.country  ISO 3166-1 alpha-2 of the visitor: it decides the region */
export async function quote(
  parts: BillingParts,
  request: Omit<QuoteRequest, 'region'> & { readonly country: string },
): Promise<Quote> {
  const catalogue = await parts.documents.live('membership');
  if (!parts.sells) throw new AppError('not_found', { field: 'product_id', reason: 'not_sold' });
  return quoteOrder(parts, catalogue, { ...request, region: regionOf(catalogue, request.country) });
}

export async function order(
  parts: BillingParts,
  request: Omit<OrderRequest, 'region'> & { readonly country: string },
): Promise<Order> {
  const catalogue = await parts.documents.live('membership');
  return createOrder(parts, parts.sells ? catalogue : null, {
    ...request,
    region: regionOf(catalogue, request.country),
  });
}

/** A page that waits for a payment reads its order every few seconds. */
const ASK_MS = 5 * SECOND_MS;

/** Reads an order and, while it is unpaid, asks the provider. @throws AppError not_found */
export async function readOrder(parts: BillingParts, userId: string, id: string): Promise<Order> {
  const found = await ownOrder(parts, userId, id);
  const nowMs = parts.clock.nowMs();
  if (found.paidAtMs !== null || !(await updateChecked(parts.db, id, nowMs, nowMs - ASK_MS))) return found;
  await refreshOrder(parts, found);
  return ownOrder(parts, userId, id);
}

export interface SubscriptionView extends Subscription {
  readonly productId: string;
  /** The product as it was sold last, JSON. */
  readonly product: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export async function subscriptions(parts: BillingParts, userId: string): Promise<SubscriptionView[]> {
  const views: SubscriptionView[] = [];
  for (const subscription of await selectSubscriptionsOf(parts.db, userId)) {
    const last = await selectLastPaid(parts.db, subscription.provider, subscription.subscriptionRef);
    if (!last) continue;
    const amountMinor = last.amountMinor + last.discountMinor + last.creditMinor;
    const { productId, product, currency } = last;
    views.push({ ...subscription, productId, product, amountMinor, currency });
  }
  return views;
}

/** Whether a subscription goes on by itself: then its period has no end to announce. */
export async function premiumRenews({ db }: Pick<BillingParts, 'db'>, userId: string): Promise<boolean> {
  const all = await selectSubscriptionsOf(db, userId);
  return all.some(({ status, cancelAtEnd }) => status === 'active' && !cancelAtEnd);
}

async function ownSubscription(parts: BillingParts, userId: string, ref: string): Promise<SubscriptionView> {
  const found = (await subscriptions(parts, userId)).find(({ subscriptionRef }) => subscriptionRef === ref);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Lets a subscription end with its paid period, or go on. An ended one stays as it is. @throws AppError not_found, unavailable */
export async function changeSubscription(
  parts: BillingParts,
  userId: string,
  ref: string,
  cancelAtEnd: boolean,
): Promise<SubscriptionView> {
  const found = await ownSubscription(parts, userId, ref);
  if (found.status === 'ended' || found.cancelAtEnd === cancelAtEnd) return found;
  const provider = parts.providerOf(found.provider);
  if (!provider) throw new AppError('unavailable', { reason: 'payment_provider' });
  await provider.cancelSubscription(ref, cancelAtEnd ? 'end' : 'never');
  // The provider's report says the same; people see it now.
  await parts.db.run(
    "UPDATE subscriptions SET cancel_at_end = ? WHERE provider = ? AND subscription_ref = ? AND status <> 'ended'",
    cancelAtEnd ? 1 : 0,
    found.provider,
    ref,
  );
  return ownSubscription(parts, userId, ref);
}

/** @returns '' when the provider has no such page. @throws AppError not_found */
export async function portal(parts: BillingParts, userId: string, ref: string, returnUrl: string): Promise<string> {
  const found = await ownSubscription(parts, userId, ref);
  return (await parts.providerOf(found.provider)?.portalUrl(ref, returnUrl)) ?? '';
}
