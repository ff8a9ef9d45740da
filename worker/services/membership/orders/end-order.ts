/** Ends an unpaid order and frees its coupon. A payment that still comes is honoured (order.rules.ts). */
import { deleteCouponUse } from '../coupons/coupon.store.ts';
import type { OrderParts } from './deps.ts';
import { selectOrder, updateCancelled } from './order.store.ts';
import type { Order } from './order-row.ts';

/** Ends an order whose checkout takes no money. */
export async function endOrder(parts: OrderParts, orderId: string, atMs: number): Promise<void> {
  if (await updateCancelled(parts.db, orderId, atMs)) await deleteCouponUse(parts.db, orderId);
}

/** @returns false when its payment is made or under way */
export async function closeCheckout(
  parts: OrderParts,
  { provider, checkoutRef }: Pick<Order, 'provider' | 'checkoutRef'>,
): Promise<boolean> {
  const adapter = parts.providerOf(provider);
  // An installation without the adapter receives no report of a payment either.
  return checkoutRef === '' || !adapter || adapter.closeCheckout(checkoutRef);
}

/**
 * Closes the checkout of an unpaid order, then ends the order.
 * @returns false when its payment is made or under way: the order stays and keeps its coupon
 */
export async function closeOrder(parts: OrderParts, order: Order): Promise<boolean> {
  if (!(await closeCheckout(parts, order))) return false;
  await endOrder(parts, order.id, parts.clock.nowMs());
  const ended = await selectOrder(parts.db, order.id);
  // Its checkout may have been opened beside this call.
  if (ended && ended.checkoutRef !== order.checkoutRef) await closeCheckout(parts, ended);
  return true;
}
