/** Cases of orders and subscriptions, paid through the sandbox; each person buys under names of its own. */
import type { Endpoint } from '#shared/contract.ts';
import type { billingContract } from '#shared/membership/billing.contract.ts';
import { billingContract as contract } from '#shared/membership/billing.contract.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { COUPON_TRIES } from '#worker/services/membership/keys.ts';
import { SIGNATURE_HEADER, signWebhook } from '#worker/services/membership/provider/signature.ts';
import { forAnyone, forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { env, send } from '../../send.ts';
import { ok, type Person, UNKNOWN_ID } from '../../world.ts';
import { newcomer } from '../newcomer.ts';

const { billing, keyring, clock } = servicesOf(env);

type Buyer = Pick<Person, 'token'>;

const MONTH = { product_id: 'premium-month', currency: 'USD' };
const PRICE = 799;

const makeOrder = (person: Buyer, more: object = {}) =>
  ok(contract.createOrder, { token: person.token, body: { ...MONTH, amount: PRICE, ...more } });

const approve = (orderId: string) =>
  billing.decide(`sb_${orderId}`, { decision: 'approve', delivery: 'once', card: 'good' });

async function paidOrder(person: Buyer, more: object = {}): Promise<string> {
  const { order_id } = await makeOrder(person, more);
  await approve(order_id);
  return order_id;
}

async function subscriptionOf(person: Buyer): Promise<string> {
  return `sb_${await paidOrder(person, { renew: true })}`;
}

async function webhook(rawBody: string) {
  const signature = await signWebhook(keyring, rawBody, clock.nowMs());
  return { params: { provider: 'sandbox' }, body: rawBody, headers: { [SIGNATURE_HEADER]: signature } };
}

const nothing = () => JSON.stringify({ eventId: newHexId(), type: 'nothing', reports: [] });

/** A call with a coupon, of a caller who has tried as many as one may. */
async function triedOften(endpoint: Endpoint, body: object) {
  // From an address of its own: the other cases try coupons too.
  const ask = { token: (await newcomer()).token, body, headers: { 'cf-connecting-ip': '203.0.113.77' } };
  for (let tries = 0; tries < COUPON_TRIES; tries += 1) await (await send(endpoint, ask)).body?.cancel();
  return ask;
}

export const billingCases: ContractCases<typeof billingContract> = {
  quote: {
    success: { 'the price of a month': async () => ({ token: (await newcomer()).token, body: MONTH }) },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: { ...MONTH, quantity: 101 } }),
      not_found: ({ bob }) => ({ token: bob.token, body: { ...MONTH, product_id: 'gold' } }),
      coupon_invalid: ({ bob }) => ({ token: bob.token, body: { ...MONTH, coupon: 'NONE' } }),
      too_many_requests: () => triedOften(contract.quote, { ...MONTH, coupon: 'NONE' }),
      failed_precondition: async () => {
        const person = await newcomer();
        await subscriptionOf(person);
        return { token: person.token, body: { ...MONTH, renew: true } };
      },
    },
  },
  createOrder: {
    success: {
      'an order with the page on which it is paid': async () => ({
        token: (await newcomer()).token,
        body: { ...MONTH, amount: PRICE, source: 'mail', campaign_name: 'spring' },
      }),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: { ...MONTH, currency: 'dollars', amount: PRICE } }),
      not_found: ({ bob }) => ({ token: bob.token, body: { ...MONTH, currency: 'XXX', amount: PRICE } }),
      price_changed: ({ bob }) => ({ token: bob.token, body: { ...MONTH, amount: PRICE - 1 } }),
      coupon_invalid: ({ bob }) => ({ token: bob.token, body: { ...MONTH, coupon: 'NONE', amount: PRICE } }),
      too_many_requests: () => triedOften(contract.createOrder, { ...MONTH, coupon: 'NONE', amount: PRICE }),
      failed_precondition: async () => {
        const person = await newcomer();
        await subscriptionOf(person);
        return { token: person.token, body: { ...MONTH, renew: true, amount: PRICE } };
      },
      resource_exhausted: async () => {
        const person = await newcomer();
        for (let count = 0; count < 20; count += 1) await makeOrder(person);
        return { token: person.token, body: { ...MONTH, amount: PRICE } };
      },
    },
  },
  orders: {
    success: {
      'the orders of a person': async () => {
        const person = await newcomer();
        await makeOrder(person);
        return { token: person.token, query: { limit: 1 } };
      },
    },
    errors: { invalid_argument: ({ bob }) => ({ token: bob.token, query: { page_token: 'x' } }) },
  },
  order: {
    success: {
      'a paid order': async () => {
        const person = await newcomer();
        return { token: person.token, params: { order_id: await paidOrder(person) } };
      },
    },
    errors: { not_found: ({ bob }) => ({ token: bob.token, params: { order_id: UNKNOWN_ID } }) },
  },
  cancelOrder: {
    success: {
      'the end of an unpaid order': async () => {
        const person = await newcomer();
        return { token: person.token, params: { order_id: (await makeOrder(person)).order_id } };
      },
    },
    errors: {
      not_found: ({ bob }) => ({ token: bob.token, params: { order_id: UNKNOWN_ID } }),
      failed_precondition: async () => {
        const person = await newcomer();
        return { token: person.token, params: { order_id: await paidOrder(person) } };
      },
    },
  },
  subscriptions: {
    success: {
      'the subscriptions of a person': async () => {
        const person = await newcomer();
        await subscriptionOf(person);
        return { token: person.token };
      },
    },
  },
  subscriptionStatus: {
    success: {
      'the newest subscription of a person by provider': async () => {
        const person = await newcomer();
        await subscriptionOf(person);
        return { token: person.token };
      },
      'no provider for a person without one': async () => ({ token: (await newcomer()).token }),
    },
  },
  changeSubscription: {
    success: {
      'a subscription that ends with its period': async () => {
        const person = await newcomer();
        return {
          token: person.token,
          params: { id: await subscriptionOf(person) },
          body: { cancel_at_end: true },
        };
      },
    },
    errors: {
      not_found: ({ bob }) => ({
        token: bob.token,
        params: { id: UNKNOWN_ID },
        body: { cancel_at_end: true },
      }),
    },
  },
  portal: {
    success: {
      'no page where the provider has none': async () => {
        const person = await newcomer();
        return { token: person.token, params: { id: await subscriptionOf(person) } };
      },
    },
    errors: { not_found: ({ bob }) => ({ token: bob.token, params: { id: UNKNOWN_ID } }) },
  },
  webhook: {
    success: { 'a signed event': () => webhook(nothing()) },
    errors: {
      not_found: async () => ({ ...(await webhook(nothing())), params: { provider: 'stripe' } }),
      permission_denied: () => ({ params: { provider: 'sandbox' }, body: nothing() }),
      invalid_argument: () => webhook('{"eventId":1}'),
      request_too_large: () => ({ params: { provider: 'sandbox' }, body: ' '.repeat(300_000) }),
    },
  },
};

const ownedOrder = async (owner: Buyer) => ({ params: { order_id: (await makeOrder(owner)).order_id } });

export const billingMatrix: MatrixRows<typeof billingContract> = {
  quote: forPerson(() => ({ body: MONTH }), 'own'),
  createOrder: forPerson(() => ({ body: { ...MONTH, amount: PRICE } }), 'own'),
  orders: forPerson(() => ({}), 'own'),
  order: forPerson(ownedOrder, 'not_found'),
  cancelOrder: forPerson(ownedOrder, 'not_found'),
  subscriptions: forPerson(() => ({}), 'own'),
  subscriptionStatus: forPerson(() => ({}), 'own'),
  changeSubscription: forPerson(
    async () => ({
      params: { id: await subscriptionOf(await newcomer()) },
      body: { cancel_at_end: true },
    }),
    'not_found',
    'not_found',
  ),
  portal: forPerson(async () => ({ params: { id: await subscriptionOf(await newcomer()) } }), 'not_found', 'not_found'),
  // The signature is the authority; the matrix tries that the bearer changes nothing.
  webhook: forAnyone(() => ({ params: { provider: 'sandbox' }, body: nothing() }), 'permission_denied'),
};
