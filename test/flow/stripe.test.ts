/** One machine sells by Stripe: an order, its hosted page, and the signed webhook, against a double of Stripe's API on this machine. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { makeStripeDouble, type StripeDouble } from '#worker/services/membership/provider/stripe-double/double.ts';
import { makeWireClient, type WireClient } from './wire-client.ts';

const KEYS = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' };

let server: TestServer;
let wire: WireClient;
let stripe: StripeDouble;
let listener: Server;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

beforeAll(async () => {
  const answerOf = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '' } = request;
    const body = await bodyOf(request);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const init = { method, headers, ...(body === '' ? {} : { body }) };
    const answer = await stripe.fetch(`${origin}${url}`, init);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  };
  listener = createServer((request, response) => void answerOf(request, response)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  stripe = makeStripeDouble({ origin, ...KEYS, clock: { nowMs: Date.now } });
  server = await startServer({
    env: {
      PAYMENT: 'stripe',
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_URL: origin,
      MAGPIE_OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    },
  });
  wire = makeWireClient(server.origin);
});

afterAll(async () => {
  await server?.stop();
  listener?.close();
});

async function call(token: string, path: string, body?: object) {
  const response = await fetch(`${server.origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'flow-stripe-1',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const deliver = async (body: string, headers: Headers) =>
  (await fetch(`${server.origin}/vip/v1/webhooks/stripe`, { method: 'POST', headers, body })).status;

test('an order is paid on the page of Stripe and credited by its signed webhook, and by no other', async () => {
  const { token } = await wire.signIn('bob@example.com');
  const order = await call(token, '/vip/v1/orders', { product_id: 'premium-month', currency: 'USD', amount: 799 });
  const [session] = stripe.sessions.values();
  expect(session?.client_reference_id).toBe(order['order_id']);
  const body = stripe.event('checkout.session.completed', stripe.pay(session?.id ?? ''));
  const late = Date.now() - 301_000;
  expect(await deliver(body, await stripe.sign(body, Date.now(), 'whsec_other'))).toBe(403);
  expect(await deliver(body, await stripe.sign(body, late))).toBe(403);
  // A single order that is read would be asked for at Stripe; the list says what the webhooks brought.
  const states = async () =>
    ((await call(token, '/vip/v1/orders'))['orders'] as { state: string }[]).map(({ state }) => state);
  expect(await states()).not.toContain('paid');
  expect(await deliver(body, await stripe.sign(body))).toBe(200);
  expect(await states()).toEqual(['paid']);
});
