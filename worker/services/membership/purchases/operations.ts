/** Orders of people, for endpoints and pages. */
import { AppError } from '#shared/errors.ts';
import { regionOf } from '#shared/membership/offer.ts';
import { SECOND_MS } from '#shared/units.ts';
import { updateChecked } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { createOrder, type OrderRequest } from './create-order.ts';
import { ownOrder, refreshOrder } from './own-orders.ts';
import type { BillingParts } from './parts.ts';
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
