import { beforeEach, expect, it } from 'vitest';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { insertCoupon } from '../coupons/coupon.store.ts';
import { selectOrder } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { reconcileDay } from '../payments/reconcile.ts';
import { refundOrder } from '../payments/refund.ts';
import { makeStripe } from '../provider/stripe.ts';
import { makeStripeDouble, type StripeDouble } from '../provider/stripe-double/double.ts';
import { changeSubscription, portal } from '../subscriptions/own-subscriptions.ts';
import { selectSubscription } from '../subscriptions/subscription.store.ts';
import { receiveWebhook } from '../webhooks/receive.ts';
import { makeActs } from './acts-fixture.ts';
import { makeShop } from './orders-fixture.ts';
import { cancelOrder } from './own-orders.ts';
import type { BillingParts } from './parts.ts';
import { sweepOrders } from './sweep.ts';

const origin = 'http://127.0.0.1:12111';
const keys = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' };

let stripe: StripeDouble;

function makeStripeShop() {
  return makeShop(Date.UTC(2026, 0, 31, 12), (clock: Clock) => {
    stripe = makeStripeDouble({ origin, ...keys, clock });
    return makeStripe({ ...keys, apiUrl: origin, computesTax: false }, stripe.fetch);
  });
}

let shop = makeStripeShop();
beforeEach(() => {
  shop = makeStripeShop();
});

const provider = () => {
  const { provider: made } = shop.parts;
  if (!made) throw new Error('the shop has no provider');
  return made;
};

async function reread({ id }: Order): Promise<Order> {
  const order = await selectOrder(shop.parts.db, id);
  if (!order) throw new Error('the order is gone');
  return order;
}

const stateOf = async (order: Order) => orderStateOf(await reread(order), shop.time.nowMs);

async function deliver(body: string, headers?: Headers): Promise<void> {
  await receiveWebhook(shop.parts, 'stripe', body, headers ?? (await stripe.sign(body)));
}

async function buy(request: Parameters<typeof shop.order>[0] = {}): Promise<Order> {
  const order = await shop.order({ seenMinor: 799, ...request });
  await deliver(stripe.event('checkout.session.completed', stripe.pay(order.checkoutRef)));
  return reread(order);
}

/** A checkout that is paid later, for calls of the adapter alone. */
const checkout = () => ({
  orderId: newWireId(),
  userId: newWireId(),
  email: 'bob@example.com',
  title: 'Premium, one month',
  amountMinor: 799,
  currency: 'USD',
  interval: null,
  renewalMinor: 799,
  expiresAtMs: shop.time.nowMs + 2 * HOUR_MS,
  returnUrl: 'https://app.example/drive/payment/order/1',
  locale: 'en-US',
});

it('takes a payment on the hosted page and credits it by the webhook, once however often it is delivered', async () => {
  const order = await shop.order({ seenMinor: 799, locale: 'zh-TW' });
  expect(order.checkoutUrl).toBe(`https://checkout.stripe.com/c/pay/${order.checkoutRef}`);
  const body = stripe.event('checkout.session.completed', stripe.pay(order.checkoutRef));
  await Promise.all([deliver(body), deliver(body), deliver(body)]);
  await deliver(body);
  expect(await stateOf(order)).toBe('paid');
  expect(await reread(order)).toMatchObject({ paymentRef: stripe.charges[0]?.payment_intent, taxMinor: 133 });
  expect([...shop.ledger.grants.keys()]).toEqual([order.id]);
});

it.each(['lost-call', 'lost-answer', 'down'] as const)(
  'opens one checkout when the first call is %s',
  async (fault) => {
    stripe.faults.push(fault);
    const order = await shop.order({ seenMinor: 799 });
    expect(stripe.sessions.size).toBe(1);
    expect(order.checkoutRef).toBe([...stripe.sessions.keys()][0]);
  },
);

it('opens the same checkout again when a repeat comes at the end of the order, after both answers were lost', async () => {
  const person = { userId: newWireId(), key: newWireId(), seenMinor: 799 };
  stripe.faults.push('lost-answer', 'lost-answer');
  await expect(shop.order(person)).rejects.toMatchObject({ errorName: 'unavailable' });
  shop.time.nowMs += 2 * HOUR_MS - MINUTE_MS;
  const order = await shop.order({ ...person, locale: 'ja' });
  expect(order.checkoutRef).toBe([...stripe.sessions.keys()][0]);
  expect(stripe.sessions.size).toBe(1);
});

it('refuses a repeat that says something else than the first call', async () => {
  const first = checkout();
  await provider().openCheckout(first);
  await expect(provider().openCheckout({ ...first, email: 'new@example.com' })).rejects.toMatchObject({
    errorName: 'failed_precondition',
    detail: { reason: 'idempotency_key_reused' },
  });
});

it('reports a provider that refuses our key as unavailable', async () => {
  const foreign = makeStripe({ ...keys, secretKey: 'sk_test_old', apiUrl: origin, computesTax: false }, stripe.fetch);
  await expect(foreign.openCheckout(checkout())).rejects.toMatchObject({ errorName: 'unavailable' });
});

it('waits for money that a bank sends later', async () => {
  const order = await shop.order({ seenMinor: 799 });
  await deliver(stripe.event('checkout.session.completed', stripe.pay(order.checkoutRef, 'bank')));
  expect(await stateOf(order)).toBe('open');
  await deliver(stripe.event('checkout.session.async_payment_succeeded', stripe.arrive(order.checkoutRef)));
  expect(await stateOf(order)).toBe('paid');
});

it('keeps an order open that a bank declines, and ends one whose checkout expires', async () => {
  const order = await shop.order({ seenMinor: 799 });
  await deliver(stripe.event('checkout.session.async_payment_failed', stripe.sessionOf(order.checkoutRef)));
  expect((await reread(order)).declinedAtMs).not.toBeNull();
  await provider().closeCheckout(order.checkoutRef);
  await deliver(stripe.event('checkout.session.expired', stripe.sessionOf(order.checkoutRef)));
  expect(await stateOf(order)).toBe('cancelled');
});

it('credits by the sweep what a lost webhook did not report', async () => {
  const order = await shop.order({ seenMinor: 799 });
  stripe.pay(order.checkoutRef);
  shop.time.nowMs += 5 * MINUTE_MS;
  await makeActs(shop).sweepUntil(() => stateOf(order), 'paid');
});

it('does not take the word of an old event about a checkout that was not paid', async () => {
  const order = await shop.order({ seenMinor: 799 });
  const said = { ...stripe.sessionOf(order.checkoutRef), status: 'complete', payment_status: 'paid' };
  await deliver(stripe.event('checkout.session.completed', said));
  expect(await stateOf(order)).toBe('open');
});

it('closes the checkout of a cancelled order and leaves a paid one alone', async () => {
  const userId = newWireId();
  const order = await shop.order({ userId, seenMinor: 799 });
  await cancelOrder(shop.parts, userId, order.id);
  expect(stripe.sessionOf(order.checkoutRef).status).toBe('expired');
  const paid = await buy();
  await provider().closeCheckout(paid.checkoutRef);
  expect(stripe.sessionOf(paid.checkoutRef).status).toBe('complete');
});

it('subscribes with a coupon for the first period, renews at the full price, and ends with its period', async () => {
  const code = `OFF${newWireId().slice(0, 8).toUpperCase()}`;
  await insertCoupon(shop.parts.db, {
    code,
    percentOff: 0,
    amountOffMinor: 200,
    currency: 'USD',
    products: [],
    mostUses: 3,
    note: '',
    startsAtMs: 0,
    endsAtMs: shop.time.nowMs + DAY_MS,
  });
  const order = await buy({ renews: true, coupon: code, seenMinor: 599 });
  expect(stripe.charges[0]?.amount_captured).toBe(599);
  const invoice = stripe.renew(order.subscriptionRef, 'pays');
  const body = stripe.event('invoice.paid', invoice);
  await Promise.all([deliver(body), deliver(body)]);
  expect(stripe.charges[0]?.amount_captured).toBe(799);
  expect([...shop.ledger.grants.keys()]).toEqual([order.id, `${order.id}.${invoice.id}`]);
  const parts = shop.parts as BillingParts;
  await changeSubscription(parts, order.userId, order.subscriptionRef, true);
  expect(stripe.subscriptions.get(order.subscriptionRef)?.cancel_at_period_end).toBe(true);
  await changeSubscription(parts, order.userId, order.subscriptionRef, false);
  expect(stripe.subscriptions.get(order.subscriptionRef)?.cancel_at_period_end).toBe(false);
});

it('keeps the plan while a card declines, and ends the grace when the invoice is paid', async () => {
  const order = await buy({ renews: true });
  const invoice = stripe.renew(order.subscriptionRef, 'declines');
  await deliver(stripe.event('invoice.payment_failed', invoice));
  expect(shop.ledger.graces.has(invoice.id)).toBe(true);
  await deliver(stripe.event('invoice.paid', stripe.payInvoice(invoice, 799)));
  expect(shop.ledger.endedGraces.has(invoice.id)).toBe(true);
});

/** Stripe begins the next period and says so about an hour before it tries the card. */
async function failToRenew(order: Order) {
  const { periodEndMs: end = 0 } = (await selectSubscription(shop.parts.db, 'stripe', order.subscriptionRef)) ?? {};
  shop.time.nowMs = end;
  const invoice = stripe.renew(order.subscriptionRef, 'declines');
  const subscription = stripe.subscriptions.get(order.subscriptionRef) ?? {};
  await deliver(stripe.event('customer.subscription.updated', { ...subscription, status: 'active' }));
  shop.time.nowMs = end + HOUR_MS;
  await deliver(stripe.event('invoice.payment_failed', invoice));
  return { invoice, end };
}

it('keeps the plan a week after the paid period when a renewal fails, not after the period that is not paid', async () => {
  const order = await buy({ renews: true });
  const { invoice, end } = await failToRenew(order);
  expect(shop.ledger.graces.get(invoice.id)).toBe(end + 7 * DAY_MS);
  expect(await selectSubscription(shop.parts.db, 'stripe', order.subscriptionRef)).toMatchObject({
    status: 'past_due',
    periodEndMs: end,
  });
  await deliver(stripe.event('invoice.paid', stripe.payInvoice(invoice, 799)));
  expect(await selectSubscription(shop.parts.db, 'stripe', order.subscriptionRef)).toMatchObject({
    status: 'active',
    periodEndMs: end + 31 * DAY_MS,
  });
});

it('gives no grace for a failure that is known when the week has passed', async () => {
  const order = await buy({ renews: true });
  const invoice = stripe.renew(order.subscriptionRef, 'declines');
  const body = stripe.event('invoice.payment_failed', invoice);
  shop.time.nowMs += 50 * DAY_MS;
  await deliver(body);
  expect(shop.ledger.graces.size).toBe(0);
});

it('counts the period of the first payment when its report is read after the next period began', async () => {
  const order = await shop.order({ seenMinor: 799, renews: true });
  const { subscription } = stripe.pay(order.checkoutRef);
  const end = shop.time.nowMs + 31 * DAY_MS;
  stripe.renew(subscription ?? '', 'declines');
  await deliver(stripe.event('checkout.session.completed', stripe.sessionOf(order.checkoutRef)));
  expect(await selectSubscription(shop.parts.db, 'stripe', subscription ?? '')).toMatchObject({ periodEndMs: end });
});

it('replaces a plan by another whose report is repeated after the provider did not answer, and reverses it when the bank takes it back', async () => {
  const month = await buy({ renews: true });
  const year = await shop.order({
    userId: month.userId,
    productId: 'premium-year',
    renews: true,
    seenMinor: 5_999 - 799,
  });
  const body = stripe.event('checkout.session.completed', stripe.pay(year.checkoutRef));
  const { paymentRef } = { paymentRef: stripe.charges[0]?.payment_intent ?? '' };
  const { ledger } = shop.parts;
  const realReverse = ledger.reverse;
  // The grant of the year is made; the rest of the change fails.
  Object.assign(ledger, { reverse: () => Promise.reject(new Error('no answer')) });
  await deliver(body);
  Object.assign(ledger, { reverse: realReverse });
  expect(shop.ledger.grants.has(year.id)).toBe(true);
  expect((await reread(year)).creditedAtMs).not.toBeNull();
  // The subscription is ended, and the answer is lost.
  stripe.subscriptions.set(month.subscriptionRef, {
    ...(stripe.subscriptions.get(month.subscriptionRef) ?? ({} as never)),
    status: 'canceled',
  });
  const dispute = { id: `dp_${year.id}`, object: 'dispute', payment_intent: paymentRef, status: 'lost' };
  await deliver(stripe.event('charge.dispute.closed', dispute));
  await sweepOrders(shop.parts);
  expect(shop.ledger.reversals).toEqual(new Set([year.id, month.id]));
  expect((await reread(year)).replacementAtMs).not.toBeNull();
});

it('reverses a change of plan that the bank takes back although the former subscription cannot be ended', async () => {
  const month = await buy({ renews: true });
  const year = await shop.order({
    userId: month.userId,
    productId: 'premium-year',
    renews: true,
    seenMinor: 5_999 - 799,
  });
  const real = provider().cancelSubscription;
  Object.assign(provider(), { cancelSubscription: () => Promise.reject(new Error('no answer')) });
  await deliver(stripe.event('checkout.session.completed', stripe.pay(year.checkoutRef)));
  const payment = stripe.charges[0]?.payment_intent;
  const dispute = { id: `dp_${year.id}`, object: 'dispute', payment_intent: payment, status: 'lost' };
  await deliver(stripe.event('charge.dispute.closed', dispute));
  expect(shop.ledger.reversals.has(year.id)).toBe(true);
  Object.assign(provider(), { cancelSubscription: real });
  await sweepOrders(shop.parts);
  expect(stripe.subscriptions.get(month.subscriptionRef)?.status).toBe('canceled');
});

it('ends a subscription at once, also when it is asked again after a crash', async () => {
  const { subscriptionRef } = await buy({ renews: true });
  await provider().cancelSubscription(subscriptionRef, 'now');
  await provider().cancelSubscription(subscriptionRef, 'now');
  await expect(provider().cancelSubscription('sub_of_nobody', 'now')).rejects.toMatchObject({
    errorName: 'failed_precondition',
  });
  const ended = stripe.subscriptions.get(subscriptionRef);
  if (!ended) throw new Error('the subscription is gone');
  await deliver(stripe.event('customer.subscription.deleted', ended));
  expect(await selectSubscription(shop.parts.db, 'stripe', subscriptionRef)).toMatchObject({ status: 'ended' });
});

it('opens the page where the customer of a subscription changes the card', async () => {
  const { userId, subscriptionRef } = await buy({ renews: true });
  const url = await portal(shop.parts as BillingParts, userId, subscriptionRef, 'https://app.example/drive/payment');
  expect(url).toContain(String(stripe.subscriptions.get(subscriptionRef)?.customer));
});

it.each(['lost-call', 'lost-answer', 'down'] as const)('pays back once when the first call is %s', async (fault) => {
  const order = await buy();
  stripe.faults.push(fault);
  await refundOrder(shop.parts, order.id);
  const [refund, other] = stripe.refunds;
  if (!refund) throw new Error('nothing was paid back');
  await deliver(stripe.event('refund.created', refund));
  await deliver(stripe.event('refund.updated', refund));
  expect(other).toBeUndefined();
  expect(await reread(order)).toMatchObject({ refundedMinor: 799 });
  expect(await stateOf(order)).toBe('refunded');
  await expect(refundOrder(shop.parts, order.id)).rejects.toMatchObject({ errorName: 'failed_precondition' });
  expect(shop.ledger.reversals).toEqual(new Set([order.id]));
});

it('reverses a disputed payment when it is lost, whatever the order of the events', async () => {
  const order = await buy();
  const dispute = { id: 'dp_1', object: 'dispute', payment_intent: order.paymentRef, status: 'lost' };
  await deliver(stripe.event('charge.dispute.closed', dispute));
  await deliver(stripe.event('charge.dispute.created', { ...dispute, status: 'needs_response' }));
  expect(shop.ledger.reversals).toEqual(new Set([order.id]));
});

it('agrees with the books of the provider over several pages, and sees a payment that it does not have', async () => {
  const day = new Date(shop.time.nowMs).toISOString().slice(0, 10);
  await buy();
  await buy({ renews: true });
  const theirs = await provider().listPayments(Date.parse(day), Date.parse(day) + DAY_MS);
  expect(theirs.map(({ amountMinor }) => amountMinor)).toEqual([799, 799]);
  for (let count = 0; count < 150; count += 1) {
    const { checkoutRef } = await provider().openCheckout(checkout());
    stripe.pay(checkoutRef);
  }
  const differences = await reconcileDay(shop.parts, provider(), day);
  expect(differences.filter(({ kind }) => kind === 'missing_here')).toHaveLength(150);
});

it('ignores events that say nothing about payments', async () => {
  await deliver(stripe.event('customer.created', { id: 'cus_1', object: 'customer' }));
  expect(stripe.calls).toEqual([]);
});

it('accepts a signature of the last five minutes, and any one of those that a header holds', async () => {
  const body = stripe.event('customer.created', { id: 'cus_1', object: 'customer' });
  await deliver(body, await stripe.sign(body, shop.time.nowMs - 5 * MINUTE_MS));
  const own = (await stripe.sign(body)).get('stripe-signature') ?? '';
  await deliver(body, new Headers({ 'stripe-signature': own.replace('v1=', `v1=${'0'.repeat(64)},v1=`) }));
});

it.each([
  ['an old one', (body: string) => stripe.sign(body, shop.time.nowMs - 5 * MINUTE_MS - 1_000)],
  ['one of another endpoint', (body: string) => stripe.sign(body, shop.time.nowMs, 'whsec_other')],
  ['one of another body', (body: string) => stripe.sign(`${body} `)],
  [
    'one of the old scheme alone',
    async (body: string) => withHeader(await stripe.sign(body), (text) => text.replace(/v1=\w+,/, '')),
  ],
  [
    'one whose time was changed',
    async (body: string) => withHeader(await stripe.sign(body), (text) => text.replace(/^t=\d/, 't=2')),
  ],
  ['none', async () => new Headers()],
] as const)('refuses a webhook with a wrong signature: %s', async (_what, headersOf) => {
  const order = await shop.order({ seenMinor: 799 });
  const body = stripe.event('checkout.session.completed', stripe.pay(order.checkoutRef));
  await expect(deliver(body, await headersOf(body))).rejects.toMatchObject({ errorName: 'permission_denied' });
  expect(await stateOf(order)).toBe('open');
});

function withHeader(headers: Headers, change: (text: string) => string): Headers {
  return new Headers({ 'stripe-signature': change(headers.get('stripe-signature') ?? '') });
}
