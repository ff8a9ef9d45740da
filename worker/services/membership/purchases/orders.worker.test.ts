import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { insertCoupon, selectCoupon } from '../coupons/coupon.store.ts';
import { selectOpenProblems } from '../orders/problem.store.ts';
import { reconcileDay } from '../payments/reconcile.ts';
import { recordReport } from '../payments/record-report.ts';
import { refundOrder } from '../payments/refund.ts';
import { disputePayment } from '../provider/sandbox/sandbox.ts';
import { SIGNATURE_HEADER, signWebhook } from '../provider/signature.ts';
import { selectSubscription } from '../subscriptions/subscription.store.ts';
import { receiveWebhook } from '../webhooks/receive.ts';
import { makeActs } from './acts-fixture.ts';
import { makeShop } from './orders-fixture.ts';
import { cancelOrder, ownOrder } from './own-orders.ts';
import { sweepOrders } from './sweep.ts';

const shop = makeShop();
const { parts, ledger, time } = shop;

const { reread, stateOf, buy, paidReportOf, sweepUntil } = makeActs(shop);

it('credits an approved order once and sends its receipt', async () => {
  const order = await buy();
  expect(await stateOf(order)).toBe('paid');
  expect(ledger.grants.get(order.id)?.product).toContain('premium');
  await sweepUntil(async () => shop.receipts.has(order.id), true);
});

it('answers a repeated creation with the same order and checkout, and refuses another order under its key', async () => {
  const person = { userId: newWireId(), key: newWireId(), seenMinor: 799 };
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => shop.order(person)));
  for (const other of others) expect(other.id).toBe(first?.id);
  expect((await shop.order(person)).checkoutRef).toBe(first?.checkoutRef);
  await expect(shop.order({ ...person, quantity: 2, seenMinor: 1_598 })).rejects.toMatchObject({
    errorName: 'invalid_argument',
    detail: { reason: 'idempotency_key_reused' },
  });
});

it('answers a repeated creation with the first order after its product went up, and after nothing is sold any more', async () => {
  const person = { userId: newWireId(), key: newWireId(), seenMinor: 799 };
  const first = await shop.order(person);
  const dearer = JSON.parse(JSON.stringify(shop.catalogue).replaceAll('799', '899')) as typeof shop.catalogue;
  await expect(shop.order({ seenMinor: 799 }, dearer)).rejects.toMatchObject({ errorName: 'price_changed' });
  for (const sold of [dearer, null])
    expect(await shop.order(person, sold)).toMatchObject({
      id: first.id,
      amountMinor: 799,
      checkoutRef: first.checkoutRef,
    });
});

it('refuses a price that the customer did not see', async () => {
  await expect(shop.order({ seenMinor: 798 })).rejects.toMatchObject({
    errorName: 'price_changed',
    detail: { metadata: { amount: '799', currency: 'USD' } },
  });
});

it.each([
  ['a negative quantity', { quantity: -1 }, 'invalid_argument'],
  ['a fraction of a piece', { quantity: 1.5 }, 'invalid_argument'],
  ['more pieces than anybody needs', { quantity: 1_000_000 }, 'invalid_argument'],
  ['a product that is not sold', { productId: 'gold' }, 'not_found'],
  ['a currency without a price', { currency: 'XXX' }, 'not_found'],
  ['a subscription to a pack', { productId: 'storage-1t-month', renews: true }, 'invalid_argument'],
] as const)('refuses %s', async (_what, request, errorName) => {
  await expect(shop.order(request)).rejects.toMatchObject({ errorName });
});

it('does not find the order of another person', async () => {
  const order = await shop.order({ seenMinor: 799 });
  await expect(ownOrder(parts, newWireId(), order.id)).rejects.toMatchObject({ errorName: 'not_found' });
});

it('credits by the sweep what a lost webhook did not report', async () => {
  const order = await shop.order({ seenMinor: 799 });
  await shop.decide(order, { delivery: 'lost' });
  await shop.deliver();
  expect(await stateOf(order)).toBe('open');
  time.nowMs += 5 * MINUTE_MS;
  await sweepUntil(() => stateOf(order), 'paid');
  expect(ledger.grants.has(order.id)).toBe(true);
});

it('credits a delayed payment when its webhook comes', async () => {
  const order = await shop.order({ seenMinor: 799 });
  await shop.decide(order, { delivery: 'late' });
  await shop.deliver();
  expect(await stateOf(order)).toBe('open');
  time.nowMs += 2 * MINUTE_MS;
  await shop.deliver();
  expect(await stateOf(order)).toBe('paid');
});

it('keeps a declined order open for another try', async () => {
  const order = await shop.order({ seenMinor: 799 });
  await shop.decide(order, { decision: 'decline' });
  await shop.deliver();
  expect((await reread(order)).declinedAtMs).not.toBeNull();
  await shop.decide(order);
  await shop.deliver();
  expect(await stateOf(order)).toBe('paid');
});

it('ends an unpaid order, and honours money that still comes', async () => {
  const order = await shop.order({ seenMinor: 799 });
  time.nowMs += 3 * HOUR_MS;
  await sweepUntil(() => stateOf(order), 'cancelled');
  await parts.db.run(
    "UPDATE sandbox_checkouts SET state = 'open', checkout = replace(checkout, '\"expiresAtMs\":', '\"expiresAtMs\":9') WHERE ref = ?",
    order.checkoutRef,
  );
  await shop.decide(order);
  await shop.deliver();
  expect(await stateOf(order)).toBe('paid');
});

it('cancels an unpaid order, after which its checkout takes no money', async () => {
  const userId = newWireId();
  const order = await shop.order({ userId, seenMinor: 799 });
  await cancelOrder(parts, userId, order.id);
  expect((await shop.decide(order)).state).toBe('expired');
  await shop.deliver();
  expect(await stateOf(order)).toBe('cancelled');
  const paid = await buy({ userId });
  await expect(cancelOrder(parts, userId, paid.id)).rejects.toMatchObject({ errorName: 'failed_precondition' });
});

it('pays a refund back once and reverses exactly that grant', async () => {
  const userId = newWireId();
  const [order, other] = [await buy({ userId }), await buy({ userId })];
  await Promise.all([refundOrder(parts, order.id), refundOrder(parts, order.id)].map((call) => call.catch(() => null)));
  await shop.deliver();
  expect(await stateOf(order)).toBe('refunded');
  expect((await reread(order)).refundedMinor).toBe(799);
  expect(ledger.reversals.has(order.id)).toBe(true);
  expect(ledger.reversals.has(other.id)).toBe(false);
  await expect(refundOrder(parts, order.id)).rejects.toMatchObject({ errorName: 'failed_precondition' });
});

it('reverses a payment that the bank took back, in whichever order the reports come', async () => {
  const order = await buy();
  await disputePayment(shop.sandboxDeps, order.paymentRef, 'open', 'late');
  await disputePayment(shop.sandboxDeps, order.paymentRef, 'lost', 'once');
  await shop.deliver();
  time.nowMs += 2 * MINUTE_MS;
  await shop.deliver();
  expect(await stateOf(order)).toBe('charged_back');
  expect(ledger.reversals.has(order.id)).toBe(true);
});

it('leaves a membership alone while a dispute is open and after it was won', async () => {
  const order = await buy();
  await disputePayment(shop.sandboxDeps, order.paymentRef, 'open', 'once');
  await shop.deliver();
  expect(await stateOf(order)).toBe('disputed');
  await disputePayment(shop.sandboxDeps, order.paymentRef, 'won', 'once');
  await shop.deliver();
  expect(await stateOf(order)).toBe('paid');
  expect(ledger.reversals.has(order.id)).toBe(false);
});

it('refuses a webhook that is forged, old, foreign or no event, and stores none of them', async () => {
  const body = JSON.stringify({ eventId: `forged-${newWireId()}`, type: 'x', reports: [] });
  const send = (text: string, signature: string) =>
    receiveWebhook(parts, 'sandbox', text, new Headers({ [SIGNATURE_HEADER]: signature }));
  const good = await signWebhook(parts.keyring, body, time.nowMs);
  const old = await signWebhook(parts.keyring, body, time.nowMs - 6 * MINUTE_MS);
  for (const signature of ['', 't=1,v1=00', good.replace(/.$/, (last) => (last === '0' ? '1' : '0')), old])
    await expect(send(body, signature)).rejects.toMatchObject({ errorName: 'permission_denied' });
  await expect(send(`${body} `, good)).rejects.toMatchObject({ errorName: 'permission_denied' });
  const noEvent = '{"eventId":1}';
  await expect(send(noEvent, await signWebhook(parts.keyring, noEvent, time.nowMs))).rejects.toMatchObject({
    errorName: 'invalid_argument',
  });
  await expect(receiveWebhook(parts, 'stripe', body, new Headers())).rejects.toMatchObject({ errorName: 'not_found' });
  const stored = await parts.db.first('SELECT 1 FROM webhook_events WHERE event_id = ?', JSON.parse(body).eventId);
  expect(stored).toBeNull();
});

it('credits nothing for a payment of one minor unit less, and informs the operators', async () => {
  const order = await shop.order({ seenMinor: 799 });
  const report = {
    kind: 'paid',
    orderId: order.id,
    paymentRef: `less-${order.id}`,
    amountMinor: 798,
    currency: 'USD',
    taxMinor: 0,
    subscriptionRef: '',
    periodEndMs: 0,
    atMs: time.nowMs,
  };
  const body = JSON.stringify({ eventId: `less-${order.id}`, type: 'payment.succeeded', reports: [report] });
  const signature = await signWebhook(parts.keyring, body, time.nowMs);
  await receiveWebhook(parts, 'sandbox', body, new Headers({ [SIGNATURE_HEADER]: signature }));
  expect(await stateOf(order)).toBe('problem');
  expect(ledger.grants.has(order.id)).toBe(false);
  const problems = await selectOpenProblems(parts.db, 100);
  expect(problems).toContainEqual(expect.objectContaining({ problem: 'amount_differs', subject: order.id }));
});

it('renews a subscription by the calendar, once an invoice', async () => {
  time.nowMs = Date.UTC(2026, 0, 31, 12);
  const order = await buy({ renews: true });
  const ends = async () => (await selectSubscription(parts.db, 'sandbox', order.checkoutRef))?.periodEndMs;
  expect(await ends()).toBe(Date.UTC(2026, 1, 28, 12));
  time.nowMs = Date.UTC(2026, 1, 28, 12);
  for (let run = 0; run < 3; run += 1) {
    await shop.renew();
    await shop.deliver();
  }
  const renewals = [...ledger.grants.keys()].filter((id) => id.startsWith(`${order.id}.`));
  expect(renewals).toHaveLength(1);
  expect(ledger.grants.get(renewals[0] ?? '')?.amountMinor).toBe(799);
});

it.each(['run', 'batch'] as const)(
  'stores the subscription of a paid order although a %s of its report failed',
  async (call) => {
    const order = await shop.order({ seenMinor: 799, renews: true });
    const report = await paidReportOf(order);
    const refuse = async (sql: string) => {
      if (sql.includes('INTO subscriptions')) throw new Error('the database gave no answer');
    };
    const db: Database = {
      ...parts.db,
      run: async (sql, ...values) => {
        if (call === 'run') await refuse(sql);
        return parts.db.run(sql, ...values);
      },
      batch: async (statements) => {
        if (call === 'batch') await Promise.all(statements.map(({ sql }) => refuse(sql)));
        return parts.db.batch(statements);
      },
    };
    await recordReport({ ...parts, db }, 'sandbox', report).catch(() => undefined);
    await recordReport(parts, 'sandbox', report);
    expect(await selectSubscription(parts.db, 'sandbox', order.checkoutRef)).toMatchObject({ status: 'active' });
  },
);

it('notes an order that two payments pay at once', async () => {
  const order = await shop.order({ seenMinor: 799 });
  const report = await paidReportOf(order);
  const other = { ...report, paymentRef: `${report.paymentRef}-again` };
  await Promise.all([recordReport(parts, 'sandbox', report), recordReport(parts, 'sandbox', other)]);
  const subjects = (await selectOpenProblems(parts.db, 100)).map(({ problem, subject }) => `${problem} ${subject}`);
  expect(subjects.filter((line) => line.startsWith(`order_paid_twice ${order.id}`))).toHaveLength(1);
});

it('notes a renewal that has waited a day for its subscription', async () => {
  const eventId = `early-${newWireId()}`;
  const invoice = { subscriptionRef: eventId, invoiceRef: eventId, paymentRef: eventId, periodEndMs: 0, taxMinor: 0 };
  const report = { kind: 'renewed', ...invoice, amountMinor: 799, currency: 'USD', atMs: time.nowMs };
  const body = JSON.stringify({ eventId, type: 'invoice.paid', reports: [report] });
  const signature = await signWebhook(parts.keyring, body, time.nowMs);
  await receiveWebhook(parts, 'sandbox', body, new Headers({ [SIGNATURE_HEADER]: signature }));
  const waits = async () =>
    (await selectOpenProblems(parts.db, 100)).some(
      ({ problem, subject }) => problem === 'report_waits' && subject === `sandbox ${eventId}`,
    );
  expect(await waits()).toBe(false);
  time.nowMs += DAY_MS;
  await sweepOrders(parts);
  expect(await waits()).toBe(true);
});

it('keeps a plan for a week while a renewal fails, and ends the subscription when all tries failed', async () => {
  const order = await shop.order({ seenMinor: 799, renews: true });
  await shop.decide(order, { card: 'failing' });
  await shop.deliver();
  const paid = await reread(order);
  const end = (await selectSubscription(parts.db, 'sandbox', paid.subscriptionRef))?.periodEndMs ?? 0;
  time.nowMs = end;
  await shop.renew();
  await shop.deliver();
  const failing = await selectSubscription(parts.db, 'sandbox', paid.subscriptionRef);
  expect(failing?.status).toBe('past_due');
  expect(ledger.graces.get(failing?.failedInvoice ?? '')).toBe(end + 7 * DAY_MS);
  expect(shop.failedRenewals.has(failing?.failedInvoice ?? '')).toBe(true);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    time.nowMs += 2 * DAY_MS;
    await shop.renew();
    await shop.deliver();
  }
  expect((await selectSubscription(parts.db, 'sandbox', paid.subscriptionRef))?.status).toBe('ended');
});

it('takes the unused value of a month off the price of a year, and replaces the month when the year is paid', async () => {
  const userId = newWireId();
  const month = await buy({ userId, renews: true });
  const end = (await selectSubscription(parts.db, 'sandbox', month.subscriptionRef))?.periodEndMs ?? 0;
  const startMs = month.paidAtMs ?? 0;
  time.nowMs = startMs + (end - startMs) / 2;
  const creditMinor = Math.floor(799 / 2);
  const year = await buy({ userId, productId: 'premium-year', renews: true, seenMinor: 5_999 - creditMinor });
  expect(year.creditMinor).toBe(creditMinor);
  expect(ledger.grants.has(year.id)).toBe(true);
  expect(ledger.reversals.has(month.id)).toBe(true);
  await shop.deliver();
  expect((await selectSubscription(parts.db, 'sandbox', month.subscriptionRef))?.status).toBe('ended');
});

it('never uses a coupon more often than it allows, and once a person', async () => {
  const code = `HALF${newWireId()
    .slice(1, 9)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, 'X')}`;
  await insertCoupon(parts.db, {
    code,
    percentOff: 50,
    amountOffMinor: 0,
    currency: '',
    products: ['premium-month'],
    mostUses: 3,
    startsAtMs: 0,
    endsAtMs: time.nowMs + DAY_MS,
    note: '',
  });
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => shop.order({ coupon: code.toLowerCase(), seenMinor: 400 })),
  );
  const orders = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(orders).toHaveLength(3);
  expect((await selectCoupon(parts.db, code))?.uses).toBe(3);
  const [first] = orders;
  if (!first) throw new Error('no order');
  await cancelOrder(parts, first.userId, first.id);
  const again = await shop.order({ userId: first.userId, coupon: code, seenMinor: 400 });
  expect(again.amountMinor).toBe(400);
  await expect(shop.order({ userId: first.userId, coupon: code, seenMinor: 400 })).rejects.toMatchObject({
    errorName: 'coupon_invalid',
  });
});

it('finds the days on which the two books differ', async () => {
  time.nowMs = Date.UTC(2027, 4, 5, 12);
  const order = await buy();
  expect(await reconcileDay(parts, requireProvider(), '2027-05-05')).toEqual([]);
  await parts.db.run('UPDATE sandbox_payments SET amount_minor = 798 WHERE payment_ref = ?', order.paymentRef);
  expect(await reconcileDay(parts, requireProvider(), '2027-05-05')).toEqual([
    { paymentRef: order.paymentRef, kind: 'amount_differs' },
  ]);
  await parts.db.run('DELETE FROM sandbox_payments WHERE payment_ref = ?', order.paymentRef);
  expect(await reconcileDay(parts, requireProvider(), '2027-05-05')).toEqual([
    { paymentRef: order.paymentRef, kind: 'missing_there' },
  ]);
});

function requireProvider() {
  if (!parts.provider) throw new Error('the shop has no provider');
  return parts.provider;
}
