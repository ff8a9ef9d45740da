import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { selectSubscription } from '../subscriptions/subscription.store.ts';
import { makeActs } from './acts-fixture.ts';
import { endPayments } from './close-account.ts';
import { makeShop } from './orders-fixture.ts';

const shop = makeShop();
const { parts, ledger, time } = shop;
const { stateOf, buy, openProblems, interrupted } = makeActs(shop);

it('ends the subscriptions and the unpaid orders of a closed account, however often it is told', async () => {
  const userId = newWireId();
  const { subscriptionRef } = await buy({ userId, renews: true });
  const open = await shop.order({ userId, seenMinor: 799 });
  const silent = interrupted('cancelSubscription', () => Promise.reject(new AppError('unavailable')));
  await expect(endPayments(silent, userId)).rejects.toMatchObject({ errorName: 'unavailable' });
  await endPayments(parts, userId);
  await endPayments(parts, userId);
  expect(await selectSubscription(parts.db, 'sandbox', subscriptionRef)).toMatchObject({ status: 'ended' });
  expect((await shop.decide(open)).state).toBe('expired');
  time.nowMs += 40 * DAY_MS;
  await shop.renew();
  await shop.deliver();
  const renewed = [...ledger.grants.values()].filter((order) => order.userId === userId);
  expect(renewed).toHaveLength(1);
});

it('ends a subscription whose first payment comes after the account was closed', async () => {
  const order = await shop.order({ seenMinor: 799, renews: true });
  ledger.closed.add(order.userId);
  await shop.decide(order);
  await shop.deliver();
  expect(await stateOf(order)).toBe('problem');
  expect(await selectSubscription(parts.db, 'sandbox', order.checkoutRef)).toMatchObject({ status: 'ended' });
});

it('notes a subscription that the provider refuses to end', async () => {
  const { userId, subscriptionRef } = await buy({ renews: true });
  const refusing = interrupted('cancelSubscription', () => Promise.reject(new AppError('failed_precondition')));
  await endPayments(refusing, userId);
  expect(await openProblems()).toContain(`subscription_not_ended ${subscriptionRef}`);
});

it('renews beside an order whose key looks like that of the renewal', async () => {
  time.nowMs = Date.UTC(2026, 5, 1);
  const order = await buy({ renews: true });
  const invoice = `${order.checkoutRef}.invoice.1`;
  await shop.order({ userId: order.userId, key: `renewal ${invoice}`, seenMinor: 799 });
  time.nowMs = Date.UTC(2026, 6, 1);
  await shop.renew();
  await shop.deliver();
  expect(ledger.grants.has(`${order.id}.${invoice}`)).toBe(true);
});
