/** Ends what could still charge the person of a closed account. Repeating it changes nothing. */

import type { OrderParts } from '../orders/deps.ts';
import { closeOrder } from '../orders/end-order.ts';
import { selectPayable } from '../orders/order.store.ts';
import { endSubscription } from '../subscriptions/end.ts';
import { selectSubscriptionsOf } from '../subscriptions/subscription.store.ts';
import { refreshOrder } from './own-orders.ts';

/** Money that is under way when the account closes is not credited: it waits for an operator. @throws AppError unavailable */
export async function endPayments(parts: OrderParts, userId: string): Promise<void> {
  for (const order of await selectPayable(parts.db, userId))
    if (!(await closeOrder(parts, order))) await refreshOrder(parts, order);
  for (const subscription of await selectSubscriptionsOf(parts.db, userId))
    if (subscription.status !== 'ended') await endSubscription(parts, subscription);
}
