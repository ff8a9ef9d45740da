import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  containedTaxMinor,
  discountMinor,
  laterDispute,
  type OrderFacts,
  orderStateOf,
  paymentProblem,
  settlementOf,
  unusedMinor,
} from './order.rules.ts';

const OPEN: OrderFacts = {
  amountMinor: 999,
  expiresAtMs: 1_000,
  cancelledAtMs: null,
  paidAtMs: null,
  refundedMinor: 0,
  dispute: 'none',
  problem: '',
  creditedAtMs: null,
  reversedAtMs: null,
};

it('shows an order as open until its end, and as expired from then on', () => {
  expect(orderStateOf(OPEN, 999)).toBe('open');
  expect(orderStateOf(OPEN, 1_000)).toBe('expired');
});

it('honours a payment that comes after the expiry or the cancellation of an order', () => {
  const late = { ...OPEN, paidAtMs: 5_000, cancelledAtMs: 2_000 };
  expect(orderStateOf(late, 6_000)).toBe('paid');
  expect(settlementOf(late)).toBe('credit');
});

it('credits an order that was paid and refunded before it reverses it', () => {
  const refunded = { ...OPEN, paidAtMs: 10, refundedMinor: 999 };
  expect(settlementOf(refunded)).toBe('credit');
  expect(settlementOf({ ...refunded, creditedAtMs: 20 })).toBe('reverse');
  expect(settlementOf({ ...refunded, creditedAtMs: 20, reversedAtMs: 30 })).toBeNull();
});

it('keeps the membership of an order that is refunded in part', () => {
  const part = { ...OPEN, paidAtMs: 10, creditedAtMs: 20, refundedMinor: 998 };
  expect(orderStateOf(part, 50)).toBe('paid');
  expect(settlementOf(part)).toBeNull();
});

it('reverses a lost dispute and leaves an open or won one alone', () => {
  const paid = { ...OPEN, paidAtMs: 10, creditedAtMs: 20 };
  expect(settlementOf({ ...paid, dispute: 'open' })).toBeNull();
  expect(settlementOf({ ...paid, dispute: 'won' })).toBeNull();
  expect(settlementOf({ ...paid, dispute: 'lost' })).toBe('reverse');
});

it('credits nothing for a payment of another amount or currency', () => {
  expect(paymentProblem({ amountMinor: 999, currency: 'USD' }, { amountMinor: 998, currency: 'USD' })).toBe(
    'amount_differs',
  );
  expect(paymentProblem({ amountMinor: 999, currency: 'USD' }, { amountMinor: 999, currency: 'EUR' })).toBe(
    'currency_differs',
  );
  expect(settlementOf({ ...OPEN, paidAtMs: 10, problem: 'amount_differs' })).toBeNull();
});

it('reaches the same result for every order of the reports about a dispute', () => {
  const results = fc.constantFrom('none' as const, 'open' as const, 'won' as const, 'lost' as const);
  fc.assert(
    fc.property(fc.array(results, { maxLength: 8 }), (reports) => {
      const forward = reports.reduce(laterDispute, 'none' as const);
      const backward = reports.toReversed().reduce(laterDispute, 'none' as const);
      expect(backward).toBe(forward);
    }),
  );
});

it('never gives back more than was paid for the unused part of a period', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.nat(1_000),
      fc.integer({ min: 1, max: 1_000 }),
      fc.nat(3_000),
      (minor, start, length, now) => {
        const unused = unusedMinor({ amountMinor: minor, startsAtMs: start, endsAtMs: start + length }, now);
        expect(unused).toBeGreaterThanOrEqual(0);
        expect(unused).toBeLessThanOrEqual(minor);
        if (now >= start + length) expect(unused).toBe(0);
        if (now <= start) expect(unused).toBe(minor);
      },
    ),
  );
});

it('limits a discount to the price', () => {
  expect(discountMinor({ percentOff: 25, amountOffMinor: 0 }, 999)).toBe(249);
  expect(discountMinor({ percentOff: 0, amountOffMinor: 5_000 }, 999)).toBe(999);
});

it('computes the tax contained in a gross price', () => {
  expect(containedTaxMinor(1_190, 19)).toBe(190);
  expect(containedTaxMinor(999, 0)).toBe(0);
});
