/** Shape of the sandbox's webhooks: a signature proves where a body comes from, not that this version reads it. */
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import type { ProviderEvent } from './provider.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const optional = v.pipe(v.string(), v.maxLength(200));

const reportSchema = v.variant('kind', [
  v.object({
    kind: v.literal('paid'),
    orderId: text,
    paymentRef: text,
    amountMinor: count,
    currency: text,
    taxMinor: count,
    subscriptionRef: optional,
    periodEndMs: count,
    atMs: count,
  }),
  v.object({ kind: v.literal('declined'), orderId: text, atMs: count }),
  v.object({ kind: v.literal('checkout-expired'), orderId: text, atMs: count }),
  v.object({ kind: v.literal('refunded'), refundRef: text, paymentRef: text, amountMinor: count, atMs: count }),
  v.object({
    kind: v.literal('dispute'),
    disputeRef: text,
    paymentRef: text,
    result: v.picklist(['open', 'won', 'lost']),
    atMs: count,
  }),
  v.object({
    kind: v.literal('renewed'),
    subscriptionRef: text,
    invoiceRef: text,
    paymentRef: text,
    amountMinor: count,
    currency: text,
    taxMinor: count,
    periodEndMs: count,
    atMs: count,
  }),
  v.object({
    kind: v.literal('renewal-failed'),
    subscriptionRef: text,
    invoiceRef: text,
    nextAttemptMs: count,
    atMs: count,
  }),
  v.object({
    kind: v.literal('subscription'),
    subscriptionRef: text,
    status: v.picklist(['active', 'past_due', 'ended']),
    cancelAtEnd: v.boolean(),
    atMs: count,
  }),
]);

const eventSchema = v.object({ eventId: text, type: text, reports: v.pipe(v.array(reportSchema), v.maxLength(4)) });

/** @throws AppError invalid_argument */
export function readEvent(rawBody: string): ProviderEvent {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch (cause) {
    throw new AppError('invalid_argument', { field: 'body', reason: 'malformed_json' }, { cause });
  }
  const parsed = v.safeParse(eventSchema, body, { abortEarly: true });
  if (!parsed.success) throw new AppError('invalid_argument', { field: 'body', reason: 'malformed_event' });
  return parsed.output;
}
