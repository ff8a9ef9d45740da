import { expect, it } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { refundOrder } from '../payments/refund.ts';
import { disputePayment } from '../provider/sandbox/sandbox.ts';
import { makeActs } from '../purchases/acts-fixture.ts';
import { makeShop, ORDER as WANTED } from '../purchases/orders-fixture.ts';
import { ownOrders } from '../purchases/own-orders.ts';
import type { BillingParts } from '../purchases/parts.ts';
import { quoteOrder } from '../purchases/quote.ts';
import { selectSubscription } from '../subscriptions/subscription.store.ts';
import { findOrders } from './desk.ts';

const shop = makeShop();
const { parts, time } = shop;
const { stateOf, buy, openProblems } = makeActs(shop);

const CHANGE = { productId: 'premium-year', renews: true };
const YEAR_MINOR = 5_999;

it('refuses a second change of a plan while the first one is paid, and ends one that is not paid', async () => {
  const userId = newWireId();
  await buy({ userId, renews: true });
  const change = { userId, productId: 'premium-year', renews: true, seenMinor: 5_999 - 799 };
  const first = await shop.order(change);
  const second = await shop.order(change);
  expect(await stateOf(first)).toBe('cancelled');
  await shop.decide(second, { delivery: 'lost' });
  await expect(shop.order(change)).rejects.toMatchObject({ errorName: 'failed_precondition' });
  expect(await stateOf(second)).toBe('paid');
  await shop.deliver();
});

it.each([
  ['has a problem', "problem = 'amount_differs'"],
  ['is disputed', "dispute = 'open'"],
  ['was taken back by the bank', "dispute = 'lost'"],
  ['was reversed', 'reversed_at = 1'],
])('credits nothing for a period whose payment %s', async (_what, set) => {
  const { userId, id } = await buy({ renews: true });
  await parts.db.run(`UPDATE orders SET ${set} WHERE id = ?`, id);
  expect(await shop.order({ ...CHANGE, userId, seenMinor: YEAR_MINOR })).toMatchObject({ creditMinor: 0 });
});

it('refuses a change to a plan that costs less than what is unused, and allows it near the end of the period', async () => {
  const userId = newWireId();
  await buy({ ...CHANGE, userId, seenMinor: YEAR_MINOR });
  const month = { userId, renews: true };
  await expect(shop.order({ ...month, seenMinor: 0 })).rejects.toMatchObject({
    detail: { reason: 'credit_exceeds_price' },
  });
  time.nowMs += 355 * DAY_MS;
  const quoted = await quoteOrder(parts, shop.catalogue, { ...WANTED, ...month });
  expect(quoted.creditMinor).toBeGreaterThan(0);
  expect(quoted.amountMinor).toBe(799 - quoted.creditMinor);
});

it.each(['before', 'after'] as const)(
  'notes a change of plan whose credit is taken back by the bank %s it is paid',
  async (when) => {
    const month = await buy({ renews: true });
    const change = await shop.order({ ...CHANGE, userId: month.userId, seenMinor: YEAR_MINOR - 799 });
    const takeBack = () => disputePayment(shop.sandboxDeps, month.paymentRef, 'lost', 'once');
    if (when === 'before') await takeBack();
    await shop.deliver();
    await shop.decide(change);
    await shop.deliver();
    expect((await openProblems()).includes(`credit_returned ${change.id}`)).toBe(when === 'before');
    if (when === 'after') await takeBack();
    await shop.deliver();
    expect(await openProblems()).toContain(`credit_returned ${change.id}`);
  },
);

it('notes a change of plan whose credit was paid back in part before it was paid', async () => {
  const month = await buy({ renews: true });
  const change = await shop.order({ ...CHANGE, userId: month.userId, seenMinor: YEAR_MINOR - 799 });
  await parts.provider?.refund(month.paymentRef, 1, newWireId());
  await shop.deliver();
  await shop.decide(change);
  await shop.deliver();
  expect(await openProblems()).toContain(`credit_returned ${change.id}`);
});

it('pays back a replaced order without the credit that its change of plan used', async () => {
  const month = await buy({ renews: true });
  time.nowMs += 15 * DAY_MS;
  const { creditMinor } = await quoteOrder(parts, shop.catalogue, { ...WANTED, ...CHANGE, userId: month.userId });
  const change = await buy({ ...CHANGE, userId: month.userId, seenMinor: YEAR_MINOR - creditMinor });
  const ofDesk = async () => {
    const [found] = await findOrders({ db: parts.db } as BillingParts, month.id);
    return found?.refundableMinor;
  };
  expect(await ofDesk()).toBe(799 - creditMinor);
  expect(await refundOrder(parts, month.id)).toMatchObject({ refundedMinor: 799 - creditMinor });
  // The rest of the payment is the credit: operators see nothing to refund.
  expect(await ofDesk()).toBe(0);
  await shop.deliver();
  await expect(refundOrder(parts, month.id)).rejects.toMatchObject({ detail: { reason: 'nothing_to_refund' } });
  expect(await openProblems()).not.toContain(`credit_returned ${change.id}`);
});

it.each(['refund', 'chargeback'] as const)(
  'a subscription whose running period is returned by %s charges nothing more',
  async (how) => {
    const month = await buy({ renews: true });
    if (how === 'refund') await refundOrder(parts, month.id);
    else await disputePayment(shop.sandboxDeps, month.paymentRef, 'lost', 'once');
    await shop.deliver();
    expect(await selectSubscription(parts.db, 'sandbox', month.subscriptionRef)).toMatchObject({ status: 'ended' });
    time.nowMs += 40 * DAY_MS;
    await shop.renew();
    await shop.deliver();
    const { orders } = await ownOrders(parts, month.userId, '', 10);
    expect(orders.map(({ id }) => id)).toEqual([month.id]);
  },
);

it('a subscription goes on when an earlier period is paid back', async () => {
  const month = await buy({ renews: true });
  time.nowMs += 32 * DAY_MS;
  await shop.renew();
  await shop.deliver();
  await refundOrder(parts, month.id);
  await shop.deliver();
  expect(await selectSubscription(parts.db, 'sandbox', month.subscriptionRef)).toMatchObject({ status: 'active' });
});
