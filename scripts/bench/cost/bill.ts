/** The cost of one action, from the counts of many. Pure. */
import type { CostCounts } from '#worker/platform/cost/meter.ts';
import { OBJECT_GIGABYTES, operationPrice, PRICES } from './prices.ts';

/** Counts of one action, and dollars of a million. */
export interface Bill {
  readonly requests: number;
  readonly calls: number;
  readonly alarms: number;
  readonly rowsWritten: number;
  readonly rowsRead: number;
  readonly operations: Readonly<Record<string, number>>;
  readonly objectMs: number;
  readonly dollars: number;
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

/** @param count  of actions that the counts are of */
export function billOf(counts: CostCounts, count: number): Bill {
  const operations = Object.fromEntries(
    Object.entries(counts.operations).map(([name, times]) => [name, times / count]),
  );
  const bill = {
    requests: counts.requests / count,
    calls: sum(counts.calls) / count,
    alarms: sum(counts.alarms) / count,
    rowsWritten: sum(counts.rowsWritten) / count,
    rowsRead: sum(counts.rowsRead) / count,
    operations,
    objectMs: counts.objectMs / count,
  };
  const dollars =
    bill.requests * PRICES.request +
    (bill.calls + bill.alarms) * PRICES.objectCall +
    bill.rowsWritten * PRICES.rowWritten +
    bill.rowsRead * PRICES.rowRead +
    (bill.objectMs / 1_000) * OBJECT_GIGABYTES * PRICES.objectGigabyteSecond +
    Object.entries(operations).reduce((all, [name, times]) => all + times * operationPrice(name), 0);
  return { ...bill, dollars };
}

/** The largest counts by name, as in `3.0 DriveObject insert nodes`. */
export function largest(counts: Readonly<Record<string, number>>, count: number, lines: number): string[] {
  return Object.entries(counts)
    .map(([name, times]) => ({ name, times: times / count }))
    .sort((a, b) => b.times - a.times)
    .slice(0, lines)
    .map(({ name, times }) => `${times.toFixed(2).padStart(9)} ${name}`);
}
