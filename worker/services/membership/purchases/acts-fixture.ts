/** Acts of customers in a shop whose sandbox takes the payments, for tests. */
import { expect } from 'vitest';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import { DAY_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { insertCoupon, selectCoupon } from '../coupons/coupon.store.ts';
import type { OrderParts } from '../orders/deps.ts';
import { selectOrder } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { selectOpenProblems } from '../orders/problem.store.ts';
import type { PaymentProvider, PaymentReport } from '../provider/provider.ts';
import type { makeShop } from './orders-fixture.ts';
import { sweepOrders } from './sweep.ts';

export function makeActs(shop: ReturnType<typeof makeShop>) {
  const { parts, time } = shop;
  async function reread({ id }: Order): Promise<Order> {
    const order = await selectOrder(parts.db, id);
    if (!order) throw new Error('the order is gone');
    return order;
  }
  return {
    reread,
    stateOf: async (order: Order) => orderStateOf(await reread(order), time.nowMs),
    /** Orders and pays. */
    buy: async (request: Parameters<typeof shop.order>[0] = {}): Promise<Order> => {
      const order = await shop.order({ seenMinor: 799, ...request });
      await shop.decide(order);
      await shop.deliver();
      return reread(order);
    },
    /** The report of an approved checkout, for reports that are recorded by hand. */
    paidReportOf: async (order: Order): Promise<Extract<PaymentReport, { kind: 'paid' }>> => {
      await shop.decide(order, { delivery: 'lost' });
      const [report] = (await parts.provider?.readCheckout(order.checkoutRef)) ?? [];
      if (report?.kind !== 'paid') throw new Error('the checkout is not paid');
      return report;
    },
    /** Runs of the sweep until `read` gives `value`: a run takes the oldest hundred orders, and other files leave theirs. */
    sweepUntil: <T>(read: () => Promise<T>, value: T): Promise<void> =>
      expect.poll(() => sweepOrders(parts).then(read)).toBe(value),
    /** @param percentOff  100 for a coupon that makes an order free */
    makeCoupon: async (percentOff = 50): Promise<string> => {
      const code = `C${newHexId().slice(0, 12).toUpperCase()}`;
      await insertCoupon(parts.db, {
        code,
        percentOff,
        amountOffMinor: 0,
        currency: '',
        products: [],
        mostUses: 3,
        note: '',
        startsAtMs: 0,
        endsAtMs: time.nowMs + DAY_MS,
      });
      return code;
    },
    usesOf: async (code: string) => (await selectCoupon(parts.db, code))?.uses,
    /** `problem subject` of each. */
    openProblems: async () =>
      (await selectOpenProblems(parts.db, 100)).map(({ problem, subject }) => `${problem} ${subject}`),
    /** Parts whose provider runs `before` each call of a name. */
    interrupted: (name: keyof PaymentProvider, before: () => Promise<unknown>): OrderParts => {
      const real = parts.provider;
      if (!real) throw new Error('the shop has no provider');
      const act = real[name] as (...values: unknown[]) => Promise<unknown>;
      const provider: PaymentProvider = {
        ...real,
        [name]: async (...values: unknown[]) => {
          await before();
          return act(...values);
        },
      };
      return { ...parts, provider, providerOf: () => provider };
    },
  };
}
