/** Ends an unpaid order and frees its coupon. A payment that still comes is honoured (order.rules.ts). */
import { deleteCouponUse } from '../coupons/coupon.store.ts';
import type { OrderParts } from './deps.ts';
import { updateCancelled } from './order.store.ts';

export async function endOrder(parts: OrderParts, orderId: string, atMs: number): Promise<void> {
  if (await updateCancelled(parts.db, orderId, atMs)) await deleteCouponUse(parts.db, orderId);
}
