/** Endpoints of orders, subscriptions and webhooks -> operations. */
import type { Hono } from 'hono';
import type { CountryCode } from '#shared/country/model.ts';
import { billingContract } from '#shared/membership/billing.contract.ts';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import { href } from '#shared/routes.ts';
import { KIB, wireTime } from '#shared/units.ts';
import { readLimited } from '#worker/platform/body/read.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import { countCouponTry } from '../coupons/count-tries.ts';
import type { Order } from '../orders/order-row.ts';
import {
  changeSubscription,
  portal,
  type SubscriptionView,
  subscriptions,
} from '../subscriptions/own-subscriptions.ts';
import { statusByProvider } from '../subscriptions/subscription-status.ts';
import { receiveWebhook } from '../webhooks/receive.ts';
import { order, quote, readOrder } from './operations.ts';
import { cancelOrder, ownOrders } from './own-orders.ts';
import type { BillingParts } from './parts.ts';

/** Providers send a few KiB. */
const WEBHOOK_BYTES = 256 * KIB;

export interface BillingRouteParts extends BillingParts {
  readonly auth: Pick<AuthService, 'ownPerson'>;
  readonly shield: Pick<ShieldService, 'countOpenCall'>;
  readonly defaultCountry: CountryCode;
  /** Address for receipts; '' when the account has none. */
  emailOf(userId: string): Promise<string>;
}

const timeOrNone = (ms: number | null): string => (ms === null ? '' : wireTime(ms));

function wireOrder(nowMs: number) {
  return (one: Order) => {
    const state = orderStateOf(one, nowMs);
    return {
      order_id: one.id,
      state,
      product_id: one.productId,
      quantity: one.quantity,
      currency: one.currency,
      amount: one.amountMinor,
      discount: one.discountMinor,
      credit: one.creditMinor,
      tax: one.taxMinor,
      refunded: one.refundedMinor,
      coupon: one.coupon,
      renews: one.renews,
      checkout_url: state === 'open' ? one.checkoutUrl : '',
      created_time: wireTime(one.createdAtMs),
      expires_time: wireTime(one.expiresAtMs),
      paid_time: timeOrNone(one.paidAtMs),
    };
  };
}

const wireSubscription = (one: SubscriptionView) => ({
  subscription_id: one.subscriptionRef,
  product_id: one.productId,
  status: one.status,
  cancel_at_end: one.cancelAtEnd,
  period_end: wireTime(one.periodEndMs),
  amount: one.amountMinor,
  currency: one.currency,
});

export function makeBillingRoutes(parts: BillingRouteParts): Hono<AppEnv> {
  const router = makeRouter();
  /** The id of a caller whose session is open. @throws AppError unauthenticated when it has ended */
  const payerOf = async (caller: Caller): Promise<string> => {
    await parts.auth.ownPerson(caller);
    return caller.userId;
  };
  const wire = (one: Order) => wireOrder(parts.clock.nowMs())(one);
  bindEndpoint(router, billingContract.quote, async ({ body, caller, call, request }) => {
    const userId = await payerOf(caller);
    await countCouponTry(parts.shield, body.coupon, call);
    const priced = await quote(parts, {
      userId,
      productId: body.product_id,
      quantity: body.quantity || 1,
      currency: body.currency,
      coupon: body.coupon,
      renews: body.renew,
      country: countryOf(request, parts.defaultCountry),
    });
    return {
      gross: priced.grossMinor,
      discount: priced.discountMinor,
      credit: priced.creditMinor,
      amount: priced.amountMinor,
      currency: priced.currency,
    };
  });
  bindEndpoint(router, billingContract.createOrder, async ({ body, caller, call, request }) => {
    const userId = await payerOf(caller);
    await countCouponTry(parts.shield, body.coupon, call);
    return wire(
      await order(parts, {
        userId,
        key: call.idempotencyKey ?? newHexId(),
        productId: body.product_id,
        quantity: body.quantity || 1,
        currency: body.currency,
        coupon: body.coupon,
        renews: body.renew,
        seenMinor: body.amount,
        country: countryOf(request, parts.defaultCountry),
        email: await parts.emailOf(caller.userId),
        locale: call.locale,
        title: body.product_id,
        attribution: { source: body.source, medium: body.medium, name: body.campaign_name, referers: [] },
      }),
    );
  });
  bindEndpoint(router, billingContract.orders, async ({ query, caller }) => {
    const page = await ownOrders(parts, await payerOf(caller), query.page_token, query.limit);
    return { orders: page.orders.map(wire), next_page_token: page.nextPageToken };
  });
  bindEndpoint(router, billingContract.order, async ({ params, caller }) =>
    wire(await readOrder(parts, await payerOf(caller), params.order_id)),
  );
  bindEndpoint(router, billingContract.cancelOrder, async ({ params, caller }) =>
    wire(await cancelOrder(parts, await payerOf(caller), params.order_id)),
  );
  bindEndpoint(router, billingContract.subscriptions, async ({ caller }) => ({
    subscriptions: (await subscriptions(parts, await payerOf(caller))).map(wireSubscription),
  }));
  bindEndpoint(router, billingContract.subscriptionStatus, async ({ caller }) =>
    statusByProvider(await subscriptions(parts, await payerOf(caller))),
  );
  bindEndpoint(router, billingContract.changeSubscription, async ({ params, body, caller }) =>
    wireSubscription(await changeSubscription(parts, await payerOf(caller), params.id, body.cancel_at_end)),
  );
  bindEndpoint(router, billingContract.portal, async ({ params, caller }) => ({
    url: await portal(parts, await payerOf(caller), params.id, `${parts.appOrigin}${href('payment.orders')}`),
  }));
  bindEndpoint(router, billingContract.webhook, async ({ params, request }) => {
    await receiveWebhook(parts, params.provider, await readLimited(request, WEBHOOK_BYTES), request.headers);
    return {};
  });
  return router;
}
