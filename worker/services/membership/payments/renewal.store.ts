/** Orders of renewals by the provider's invoice. */
import type { Database } from '#worker/platform/d1/database.ts';
import { type Order, type OrderRow, orderOf } from '../orders/order-row.ts';
import type { ProviderName } from '../provider/provider.ts';

export async function selectInvoiceOrder(
  db: Database,
  provider: ProviderName,
  invoiceRef: string,
): Promise<Order | null> {
  const row = await db.first<OrderRow>(
    "SELECT * FROM orders WHERE provider = ? AND invoice_ref = ? AND invoice_ref <> ''",
    provider,
    invoiceRef,
  );
  return row && orderOf(row);
}
