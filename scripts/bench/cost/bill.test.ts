import { expect, it } from 'vitest';
import type { CostCounts } from '#worker/platform/cost/meter.ts';
import { billOf, largest } from './bill.ts';

const counts: CostCounts = {
  requests: 10,
  calls: { 'DRIVE.place': 5, 'DRIVE.land': 15 },
  alarms: { DriveObject: 10 },
  rowsWritten: { 'DriveObject insert nodes': 60, 'DriveObject insert acts': 30 },
  rowsRead: { 'DriveObject select nodes': 1_000 },
  operations: { 'r2 put': 10, 'disk get': 5 },
  objectMs: 100,
};

it('a bill is of one action, its dollars of a million', () => {
  const bill = billOf(counts, 10);
  expect([bill.calls, bill.alarms, bill.rowsWritten, bill.rowsRead]).toEqual([2, 1, 9, 100]);
  // 0.3 request, 3 calls and alarms at 0.15, 9 rows written, 100 rows read at 0.001, one put at 4.5, 10 ms of 128 MB.
  expect(bill.dollars).toBeCloseTo(0.3 + 0.45 + 9 + 0.1 + 4.5 + 0.01 * 0.128 * 12.5, 6);
});

it('an operation without a price is an error, not free', () => {
  expect(() => billOf({ ...counts, operations: { 'r2 resumeMultipartUpload': 1 } }, 10)).toThrow(/no price/);
});

it('the largest counts come first', () => {
  expect(largest(counts.rowsWritten, 10, 1)).toEqual(['     6.00 DriveObject insert nodes']);
});
