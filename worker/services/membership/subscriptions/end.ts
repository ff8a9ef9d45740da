/** Ends a subscription at once, so that its provider charges nothing more. Repeating it changes nothing. */
import { isAppError } from '#shared/errors.ts';
import type { OrderParts } from '../orders/deps.ts';
import { type Subscription, updateSubscription } from './subscription.store.ts';

/** A provider that refuses will refuse again: an operator looks at it. @throws AppError unavailable */
export async function endSubscription(
  parts: OrderParts,
  { provider, subscriptionRef }: Pick<Subscription, 'provider' | 'subscriptionRef'>,
): Promise<void> {
  const adapter = parts.providerOf(provider);
  try {
    if (!adapter) return await parts.recordProblem('subscription_not_ended', subscriptionRef);
    await adapter.cancelSubscription(subscriptionRef, 'now');
  } catch (error) {
    if (!isAppError(error) || error.errorName === 'unavailable') throw error;
    return parts.recordProblem('subscription_not_ended', subscriptionRef);
  }
  const atMs = parts.clock.nowMs();
  await updateSubscription(parts.db, { provider, subscriptionRef, status: 'ended', cancelAtEnd: false, atMs });
}
