import { expect, test } from 'vitest';
import { PERIODS, type Period, stepsOf, type Totals, timeOfStep } from './totals.ts';
import { totalsCsv } from './totals-csv.ts';

/** A Friday. */
const NOW_MS = Date.UTC(2026, 10, 27, 2, 30);

test.each([
  ['hours', '2026-11-25 03:00', '2026-11-27 02:00'],
  ['month', '2026-10-29', '2026-11-27'],
  ['weeks', '2026-06-01', '2026-11-23'],
  ['year', '2025-12', '2026-11'],
] as const)('the steps of %s begin at %s, and the last at %s', (period, first, last) => {
  const steps = stepsOf(period, NOW_MS);
  const { unit, steps: count } = PERIODS[period];
  expect(steps).toHaveLength(count);
  expect([steps[0], steps.at(-1)].map((at) => timeOfStep(at ?? 0, unit))).toEqual([first, last]);
});

test('months of every length follow each other', () => {
  const steps = stepsOf('year', Date.UTC(2028, 2, 31)).map((at) => timeOfStep(at, 'month'));
  expect(steps.slice(-3)).toEqual(['2028-01', '2028-02', '2028-03']);
});

test('a file has a line of names and a line a step, with the money of each currency in columns of its own', () => {
  const period: Period = 'year';
  const counts = { views: 1, saves: 2, signUps: 3, payments: 4, links: 5, traffic: 6, stored: 7 };
  const totals: Totals = {
    period,
    people: 9,
    steps: [{ startMs: Date.UTC(2026, 9, 1), ...counts }],
    money: [
      { currency: 'EUR', steps: [{ paidMinor: 279, refundedMinor: 5 }] },
      { currency: 'JPY', steps: [{ paidMinor: 900, refundedMinor: 10 }] },
    ],
  };
  const [head, line, end] = totalsCsv(totals).split('\r\n');
  expect(head).toMatch(/^"from \(UTC\)",.*,"bytes stored","paid EUR","refunded EUR","paid JPY","refunded JPY"$/);
  expect(line).toBe('"2026-10","1","2","3","4","5","6","7","2.79","0.05","900","10"');
  expect(end).toBe('');
});
