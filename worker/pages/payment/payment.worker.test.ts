/** The pages that sell, without any script: what they show, and what their forms do. */
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { NEWCOMERS_PASSWORD, newcomer, sudoFor } from '#test/contract/cases/newcomer.ts';
import { ask, cookieOf, decide, formOf, html, order, signedInPeople, VISITOR } from '#test/contract/page-visits.ts';
import { env, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { ok } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';

const { bob, carla, olga } = await signedInPeople();

test('a visitor sees prices and a way to sign in, and nothing to order', async () => {
  const page = await html(VISITOR, '/drive/payment');
  expect(page).toContain('$7.99');
  expect(page).toContain('/auth?next=%2Fdrive%2Fpayment');
  expect(page).not.toContain('name="product"');
});

test('the address chooses the currency, and each language writes it its own way', async () => {
  expect(await html(bob, '/drive/payment?currency=EUR')).toContain('€7.49');
  expect(await html(bob, '/drive/payment?currency=JPY')).toContain('¥1,200');
  expect(await html(bob, '/drive/payment?currency=XXX')).toContain('$7.99');
});

test('an unknown coupon is refused beside its field, and prices stay', async () => {
  const page = await html(bob, '/drive/payment?coupon=NO-SUCH-COUPON');
  expect(page).toContain('aria-invalid="true"');
  expect(page).toContain('Pay $7.99 once');
});

test('a price other than the published one makes no order', async () => {
  const fields = formOf(await html(bob, '/drive/payment'), 'Pay $7.99 once');
  const answer = await ask(bob, '/drive/payment', { ...fields, amount: '1' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('role="alert"');
});

test('a form of another site makes no order', async () => {
  const fields = formOf(await html(bob, '/drive/payment'), 'Pay $7.99 once');
  const answer = await visit('/drive/payment', {
    fields,
    headers: { 'sec-fetch-site': 'cross-site', cookie: bob.cookie },
  });
  expect(answer.status).toBe(403);
});

test('an order is declined, then paid at the sandbox; premium, receipt and ledger show it', async () => {
  const checkout = await order(bob, '/drive/payment', 'Pay $7.99 once');
  expect(await html(bob, checkout)).toContain('No money moves');
  const page = await decide(bob, checkout, { decision: 'decline', delivery: 'once' });
  const declined = await html(bob, page);
  expect(declined).toContain('Payment declined');
  expect(declined).toContain(checkout);
  const bank = await ask(bob, checkout, { decision: 'challenge', delivery: 'twice' });
  expect(await html(bob, new URL(bank.headers.get('location') ?? '', ORIGIN).href.slice(ORIGIN.length))).toContain(
    'name="delivery" value="twice"',
  );
  expect(await decide(bob, checkout, { decision: 'approve', delivery: 'twice' })).toBe(page);
  const paid = await html(bob, page);
  expect(paid).toMatch(/M-\d{6}/);
  expect(paid).toContain('Total paid');
  expect(/M-\d{6}/.exec(await html(bob, page))?.[0]).toBe(/M-\d{6}/.exec(paid)?.[0]);
  expect(await html(bob, '/drive/payment')).toContain('Premium until');
  const ledger = await html(bob, '/drive/payment/orders');
  expect(ledger).toContain('Premium, 1 month');
  expect(ledger).toContain('Bought on');
  expect(ledger).toContain('Active from');
});

test('an order: whose webhook is lost is found paid when its page is opened', async () => {
  const checkout = await order(bob, '/drive/payment/storage', 'Buy for $2.99');
  const page = await decide(bob, checkout, { decision: 'approve', delivery: 'lost' });
  expect(await html(bob, page)).toMatch(/M-\d{6}/);
});

test('an order is cancelled by its person, once, and cannot be paid afterwards', async () => {
  const checkout = await order(bob, '/drive/payment/storage', 'Buy for $2.99');
  const page = `/drive/payment/orders/${checkout.split('/sb_')[1]}`;
  const open = await ask(bob, page);
  expect([open.status, open.headers.get('refresh')]).toEqual([200, '15']);
  for (let press = 0; press < 2; press += 1) expect((await ask(bob, page, {})).status).toBe(303);
  await ask(bob, checkout, { decision: 'approve' });
  const ended = await html(bob, page);
  expect(ended).toContain('Canceled');
  expect(ended).not.toContain('M-0');
});

test('an order: of another person is not found', async () => {
  const checkout = await order(bob, '/drive/payment/storage', 'Buy for $2.99');
  const page = `/drive/payment/orders/${checkout.split('/sb_')[1]}`;
  await html(carla, page, 404);
  expect((await ask(carla, page, {})).status).toBe(404);
});

test('pressed twice with the same form is one order', async () => {
  const fields = formOf(await html(bob, '/drive/payment/storage'), 'Buy for $2.99');
  const [one, other] = await Promise.all([1, 2].map(() => ask(bob, '/drive/payment/storage', fields)));
  expect(one?.headers.get('location')).toMatch(/\/pay\/sandbox\/sb_/);
  expect(other?.headers.get('location')).toBe(one?.headers.get('location'));
});

test('a session that has ended orders, cancels and changes nothing', async () => {
  const { email, token } = await newcomer();
  const person = await cookieOf(email, NEWCOMERS_PASSWORD);
  const fields = formOf(await html(person, '/drive/payment/storage'), 'Buy for $2.99');
  const checkout = await order(person, '/drive/payment/storage', 'Buy for $2.99');
  const page = `/drive/payment/orders/${checkout.split('/sb_')[1]}`;
  await ok(authContract.freeze, { token, body: { sudo_token: await sudoFor({ token }, NEWCOMERS_PASSWORD) } });
  for (const [path, form] of [
    ['/drive/payment/storage', { ...fields, key: newHexId() }],
    [page, {}],
    ['/drive/payment/orders', { subscription: 'sb_1', step: 'end' }],
  ] as const) {
    const answer = await ask(person, path, form);
    expect([path, answer.status]).toEqual([path, 303]);
    expect(answer.headers.get('location')).toMatch(/^\/auth\?next=/);
  }
  expect(await html(VISITOR, checkout)).toContain('$2.99');
});

test('a subscription is shown with its next payment, ends with its period, and goes on again', async () => {
  const checkout = await order(carla, '/drive/payment', 'Subscribe for $7.99');
  await decide(carla, checkout, { decision: 'approve', delivery: 'once', card: 'good' });
  const page = await html(carla, '/drive/payment/orders');
  expect(page).toContain('Next payment: $7.99');
  const { subscription = '' } = formOf(page, 'Cancel at the end');
  expect(await html(carla, '/drive/payment')).toContain('You’re subscribed to this plan.');
  await ask(carla, '/drive/payment/orders', { subscription, step: 'end' });
  expect(await html(carla, '/drive/payment/orders')).toContain('No further payments');
  await ask(carla, '/drive/payment/orders', { subscription, step: 'resume' });
  expect(await html(carla, '/drive/payment/orders')).toContain('Next payment: $7.99');
});

test('a receipt is mailed once, also when the server ends between the mail and its mark', async () => {
  const checkout = await order(olga, '/drive/payment/storage', 'Buy for $2.99');
  await decide(olga, checkout, { decision: 'approve', delivery: 'once' });
  const { billing, mail } = servicesOf(env);
  const receipts = async () => {
    const mails = await mail.captured('olga@example.com');
    return mails.filter(({ subject }) => subject === 'Your Magpie receipt').map(({ text }) => text);
  };
  const id = checkout.split('/sb_')[1] ?? '';
  const isMarked = () =>
    env.BILLING.prepare('SELECT receipt_at FROM orders WHERE id = ?').bind(id).first<number | null>('receipt_at');
  // A run takes the oldest orders, and other files leave hundreds.
  const runUntilMarked = () => expect.poll(() => billing.runSchedule().then(isMarked)).toBeGreaterThan(0);
  await runUntilMarked();
  await env.BILLING.prepare('UPDATE orders SET receipt_at = NULL WHERE id = ?').bind(id).run();
  await runUntilMarked();
  const texts = await receipts();
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain('1 TB of storage, 1 month · $2.99');
  expect(texts[0]).toContain(`/drive/payment/orders/${id}`);
});

const DESK = '/ops/payments';

test('refunds an order with a reason: the person reads it, and the log has the act once', async () => {
  const checkout = await order(carla, '/drive/payment/storage', 'Buy for $2.99');
  const page = await decide(carla, checkout, { decision: 'approve', delivery: 'once' });
  const id = page.split('/').at(-1) ?? '';
  expect(await html(olga, `${DESK}?q=${id}`)).toContain('name="order"');
  expect((await ask(olga, DESK, { step: 'refund', order: id, note: ' ' })).status).toBe(400);
  expect((await ask(olga, DESK, { step: 'refund', order: id, note: 'Bought twice' })).status).toBe(303);
  expect((await ask(olga, DESK, { step: 'refund', order: id, note: 'Again' })).status).toBe(400);
  expect(await html(carla, page)).toContain('Refunded');
  expect(await html(carla, '/drive/payment/orders')).toContain('Reversed on');
  const acts = await servicesOf(env).documents.log({ name: '', before: 0, limit: 20 });
  expect(acts.filter(({ act }) => act === 'order_refunded').map(({ note }) => note)).toEqual([`${id}: Bought twice`]);
});

test('the operators’ section of payments makes a coupon that lowers the price, and ends it', async () => {
  const coupon = { step: 'coupon', code: 'spring', percent: '50', uses: '1', amount: '0', days: '3', products: '' };
  expect((await ask(olga, DESK, { ...coupon, percent: '101' })).status).toBe(400);
  expect((await ask(olga, DESK, coupon)).status).toBe(303);
  expect((await ask(olga, DESK, coupon)).status).toBe(400);
  expect(await html(bob, '/drive/payment?coupon=spring')).toContain('Pay $4.00 once');
  expect((await ask(olga, DESK, { step: 'end-coupon', code: 'SPRING' })).status).toBe(303);
  expect(await html(bob, '/drive/payment?coupon=spring')).toContain('aria-invalid="true"');
});

test('the operators’ section of payments refuses a person who is no operator', async () => {
  expect((await ask(bob, DESK)).status).toBe(403);
  expect((await ask(bob, DESK, { step: 'end-coupon', code: 'SPRING' })).status).toBe(403);
});
