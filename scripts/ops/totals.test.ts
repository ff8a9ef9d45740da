import { expect, test } from 'vitest';
import { showTotals } from './totals.ts';

test('money of two currencies is added up for each of them alone', () => {
  const counts = { views: 1, saves: 0, signUps: 0, payments: 2, links: 0, traffic: 0, stored: 0 };
  const lines = showTotals({
    period: 'month',
    people: 9,
    steps: [1, 2].map((day) => ({ startMs: Date.UTC(2026, 9, day), ...counts })),
    money: [
      {
        currency: 'EUR',
        steps: [
          { paidMinor: 279, refundedMinor: 0 },
          { paidMinor: 100, refundedMinor: 79 },
        ],
      },
      {
        currency: 'JPY',
        steps: [
          { paidMinor: 300, refundedMinor: 0 },
          { paidMinor: 0, refundedMinor: 0 },
        ],
      },
    ],
  }).split('\n');
  expect(lines[1]).toMatch(/paid EUR +refunded EUR +paid JPY +refunded JPY$/);
  expect(lines.at(-1)).toMatch(/^all .* 4 .* €3\.79 +€0\.79 +¥300 +¥0$/);
});
