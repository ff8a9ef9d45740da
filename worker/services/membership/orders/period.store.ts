/** The period of a subscription that was paid last. */
import type { Database } from '#worker/platform/d1/database.ts';
import type { ProviderName } from '../provider/provider.ts';
import { type Order, type OrderRow, orderOf } from './order-row.ts';

export async function selectLastPaid(
  db: Database,
  provider: ProviderName,
  subscriptionRef: string,
): Promise<Order | null> {
  const row = await db.first<OrderRow>(
    "SELECT * FROM orders WHERE provider = ? AND subscription_ref = ? AND subscription_ref <> '' AND paid_at IS NOT NULL ORDER BY paid_at DESC LIMIT 1",
    provider,
    subscriptionRef,
  );
  return row && orderOf(row);
}
