import { expect, test } from 'vitest';
import { makeFailureLedger } from './failures.ts';

test('the failure ledger reports every eighth failure of a subject, and counts all of its window', () => {
  const ledger = makeFailureLedger(1_000, 8);
  const reported = Array.from({ length: 17 }, () => ledger.add('a', 0));
  expect(reported.filter((count) => count > 0)).toEqual([8, 8]);
  expect(ledger.count('a', 0)).toBe(17);
  expect(ledger.unreported('a', 0)).toBe(1);
  expect(ledger.count('b', 0)).toBe(0);
});

test('the failure ledger starts a new count after the window', () => {
  const ledger = makeFailureLedger(1_000, 8);
  ledger.add('a', 0);
  expect(ledger.count('a', 999)).toBe(1);
  expect(ledger.count('a', 1_000)).toBe(0);
  ledger.add('a', 1_000);
  expect(ledger.count('a', 1_999)).toBe(1);
});

test('the failure ledger drops the oldest subjects instead of growing without bound', () => {
  const ledger = makeFailureLedger(1_000, 8);
  for (let i = 0; i <= 10_000; i += 1) ledger.add(`subject ${i}`, 0);
  expect(ledger.count('subject 0', 0)).toBe(0);
  expect(ledger.count('subject 10000', 0)).toBe(1);
});
