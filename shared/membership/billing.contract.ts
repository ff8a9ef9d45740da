/**
 * Calls of orders and subscriptions, and the webhooks of payment providers. Amounts are whole numbers in the smallest unit of
 * their currency. The price is the catalogue's: of the caller's `amount` only its equality is read.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { ORDER_STATES } from './order.rules.ts';

const order = v.object({
  order_id: v.string(),
  state: v.picklist(ORDER_STATES),
  product_id: v.string(),
  quantity: v.number(),
  currency: v.string(),
  /** The price after discount and credit. */
  amount: v.number(),
  discount: v.number(),
  /** Unused value of the plan that the order takes the place of. */
  credit: v.number(),
  tax: v.number(),
  refunded: v.number(),
  coupon: v.string(),
  renews: v.boolean(),
  /** Page of the provider; '' when nothing is to be paid. */
  checkout_url: v.string(),
  created_time: v.string(),
  expires_time: v.string(),
  /** '' until it is paid. */
  paid_time: v.string(),
});

const subscription = v.object({
  subscription_id: v.string(),
  product_id: v.string(),
  status: v.picklist(['active', 'past_due', 'ended']),
  cancel_at_end: v.boolean(),
  period_end: v.string(),
  amount: v.number(),
  currency: v.string(),
});

const wanted = {
  product_id: requiredText,
  /** 1 when absent. */
  quantity: wireCount,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  coupon: v.optional(v.pipe(optionalText, v.maxLength(40)), ''),
  renew: v.optional(wireFlag, false),
};

const sourceText = v.optional(v.pipe(optionalText, v.maxLength(100)), '');

const subscriptionParams = v.object({ id: v.pipe(v.string(), v.maxLength(200)) });

export const billingContract = {
  quote: endpoint({
    id: 'membership.quote',
    method: 'POST',
    path: '/vip/v1/orders:quote',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object(wanted),
    output: v.object({
      gross: v.number(),
      discount: v.number(),
      credit: v.number(),
      amount: v.number(),
      currency: v.string(),
    }),
    errors: [
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'coupon_invalid',
      'failed_precondition',
      'too_many_requests',
    ],
    summary: 'The price of an order for this person, before it is made',
  }),
  createOrder: endpoint({
    id: 'membership.createOrder',
    method: 'POST',
    path: '/vip/v1/orders',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    body: v.object({
      ...wanted,
      /** The price that the customer saw. */
      amount: wireCount,
      source: sourceText,
      medium: sourceText,
      campaign_name: sourceText,
    }),
    output: order,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'price_changed',
      'coupon_invalid',
      'failed_precondition',
      'resource_exhausted',
      'too_many_requests',
    ],
    summary: 'Makes an order and the page on which it is paid; a repeat with the same key answers the same order',
  }),
  orders: endpoint({
    id: 'membership.orders',
    method: 'GET',
    path: '/vip/v1/orders',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, page_token: optionalText }),
    output: v.object({ orders: v.array(order), next_page_token: v.string() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Orders of the caller, newest first',
  }),
  order: endpoint({
    id: 'membership.order',
    method: 'GET',
    path: '/vip/v1/orders/{order_id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: v.object({ order_id: v.pipe(v.string(), v.maxLength(200)) }),
    output: order,
    errors: ['unauthenticated', 'not_found'],
    summary: 'One order; an unpaid one is asked about at the provider',
  }),
  cancelOrder: endpoint({
    id: 'membership.cancelOrder',
    method: 'POST',
    path: '/vip/v1/orders/{order_id}/cancel',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: v.object({ order_id: v.pipe(v.string(), v.maxLength(200)) }),
    output: order,
    errors: ['unauthenticated', 'not_found', 'failed_precondition'],
    summary: 'Ends an unpaid order',
  }),
  subscriptions: endpoint({
    id: 'membership.subscriptions',
    method: 'GET',
    path: '/vip/v1/subscriptions',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ subscriptions: v.array(subscription) }),
    errors: ['unauthenticated'],
    summary: 'Subscriptions of the caller, ended ones too',
  }),
  subscriptionStatus: endpoint({
    id: 'membership.subscriptionStatus',
    method: 'GET',
    path: '/vip/v1/allSubscriptionStatus',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.record(
      v.string(),
      v.object({
        /** It will be renewed. */
        subscribed: v.boolean(),
        purchased: v.boolean(),
        status: v.picklist(['', 'active', 'past_due', 'canceled', 'ended']),
        interval: v.picklist(['', 'month', 'year']),
        product: v.string(),
        /** Until then a failed payment may be made up for; '' for none. */
        past_due_deadline: v.string(),
        pay_type: v.string(),
        region: v.string(),
      }),
    ),
    errors: ['unauthenticated'],
    summary: 'The newest subscription of the caller by payment provider',
  }),
  changeSubscription: endpoint({
    id: 'membership.changeSubscription',
    method: 'POST',
    path: '/vip/v1/subscriptions/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: subscriptionParams,
    body: v.object({
      /** true: it ends with its paid period. false: it goes on. */
      cancel_at_end: wireFlag,
    }),
    output: subscription,
    errors: ['unauthenticated', 'not_found'],
    summary: 'Lets a subscription end with its paid period, or go on',
  }),
  portal: endpoint({
    id: 'membership.portal',
    method: 'POST',
    path: '/vip/v1/subscriptions/{id}/portal',
    host: 'drive',
    callers: 'person',
    idempotency: 'never',
    params: subscriptionParams,
    output: v.object({
      /** Page of the provider where the card is changed; '' when it has none. */
      url: v.string(),
    }),
    errors: ['unauthenticated', 'not_found'],
    summary: 'Opens the page of the payment provider for a subscription',
  }),
  webhook: endpoint({
    id: 'membership.webhook',
    method: 'POST',
    path: '/vip/v1/webhooks/{provider}',
    host: 'drive',
    callers: 'link',
    bodyKind: 'bytes',
    idempotency: 'natural',
    params: v.object({ provider: v.picklist(['sandbox', 'stripe']) }),
    output: v.object({}),
    errors: ['not_found', 'permission_denied', 'invalid_argument', 'request_too_large'],
    summary: 'Signed reports of a payment provider; the signature is their authorisation',
  }),
} as const;
