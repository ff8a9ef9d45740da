/** Subscriptions of people, for endpoints and pages. */
import { AppError } from '#shared/errors.ts';
import type { OrderParts } from '../orders/deps.ts';
import { selectLastPaid } from '../orders/period.store.ts';
import { type Subscription, selectSubscriptionsOf } from './subscription.store.ts';

export interface SubscriptionView extends Subscription {
  readonly productId: string;
  /** The product as it was sold last, JSON. */
  readonly product: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export async function subscriptions(parts: OrderParts, userId: string): Promise<SubscriptionView[]> {
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
export async function premiumRenews({ db }: Pick<OrderParts, 'db'>, userId: string): Promise<boolean> {
  const all = await selectSubscriptionsOf(db, userId);
  return all.some(({ status, cancelAtEnd }) => status === 'active' && !cancelAtEnd);
}

async function ownSubscription(parts: OrderParts, userId: string, ref: string): Promise<SubscriptionView> {
  const found = (await subscriptions(parts, userId)).find(({ subscriptionRef }) => subscriptionRef === ref);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Lets a subscription end with its paid period, or go on. An ended one stays as it is. @throws AppError not_found, unavailable */
export async function changeSubscription(
  parts: OrderParts,
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
export async function portal(parts: OrderParts, userId: string, ref: string, returnUrl: string): Promise<string> {
  const found = await ownSubscription(parts, userId, ref);
  return (await parts.providerOf(found.provider)?.portalUrl(ref, returnUrl)) ?? '';
}
