/**
 * The cost of each action for an installation on Cloudflare: rows, calls of objects, alarms and store operations, counted by the
 * Worker itself, times list prices. Processor time is not in it: other scenarios measure it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeMeasures } from '#scripts/simulate/measures.ts';
import type { CostCounts } from '#worker/platform/cost/meter.ts';
import { type CostAction, costActions } from './cost/actions.ts';
import { type Bill, billOf, largest } from './cost/bill.ts';
import { countUntilQuiet, QUIET_MS } from './cost/count.ts';
import { makeSetup } from './cost/setup.ts';
import type { Bench } from './harness/bench.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';

const MANY_FILES = 10_000;
const QUICK_MANY_FILES = 1_000;
const HASHED_BYTES = 256 * 2 ** 20;
const QUICK_HASHED_BYTES = 64 * 2 ** 20;
const SHOWN_LINES = 8;

interface Counted {
  readonly action: CostAction;
  readonly counts: CostCounts;
  readonly bill: Bill;
}

async function count(dataDir: string, action: CostAction): Promise<Counted> {
  const work = await action.prepare();
  await countUntilQuiet(dataDir, action.quietMs ?? QUIET_MS);
  await work();
  const counts = await countUntilQuiet(dataDir, action.quietMs ?? QUIET_MS);
  return { action, counts, bill: billOf(counts, action.count) };
}

function checksOf({ action, bill }: Counted): Check[] {
  return Object.entries(action.gate).map(([what, most]) => {
    const measured = what === 'calls' ? bill.calls : bill.rowsWritten;
    return atMost(action.name, measured, most, what === 'calls' ? 'calls' : 'rows written');
  });
}

function printBills(counted: readonly Counted[]): void {
  const rows = counted.map(({ action, bill }) => [
    action.name,
    ...[bill.requests, bill.calls, bill.alarms, bill.rowsWritten].map((value) => value.toFixed(2)),
    bill.rowsRead.toFixed(0),
    Object.entries(bill.operations)
      .map(([name, times]) => `${name} ${times.toFixed(2)}`)
      .join(', '),
    bill.objectMs.toFixed(1),
    bill.dollars.toFixed(2),
  ]);
  const columns = [
    'one',
    'requests',
    'calls',
    'alarms',
    'rows written',
    'rows read',
    'operations',
    'object ms',
    '$ a million',
  ];
  printTable('Cost on Cloudflare', columns, rows);
}

function printMissed({ action, counts }: Counted): void {
  const lines = [
    ...largest(counts.rowsWritten, action.count, SHOWN_LINES),
    ...largest(counts.calls, action.count, SHOWN_LINES),
    ...largest(counts.alarms, action.count, SHOWN_LINES).map((line) => `${line} alarm`),
  ];
  process.stdout.write(`\n${action.name}:\n${lines.join('\n')}\n`);
}

export async function benchCost(bench: Bench): Promise<ScenarioReport> {
  const { quick, only, writesMeasures } = bench.options;
  // As production has it: bytes in R2, and 256 objects of the blob index.
  mkdirSync(path.join(bench.dir, 'product'));
  writeFileSync(path.join(bench.dir, 'product/blob-index'), '2\n');
  const { origin, dataDir } = await bench.product({ MAGPIE_COUNT_COST: '1', BLOB_STORE: 'r2' });
  const setup = await makeSetup(origin, {
    manyFiles: quick ? QUICK_MANY_FILES : MANY_FILES,
    largeBytes: quick ? QUICK_HASHED_BYTES : HASHED_BYTES,
  });
  const counted: Counted[] = [];
  for (const action of costActions(setup)) if (only.test(action.name)) counted.push(await count(dataDir, action));
  printBills(counted);
  for (const one of counted) if (checksOf(one).some(({ ok }) => !ok)) printMissed(one);
  if (writesMeasures)
    writeMeasures(new Map(counted.map(({ action, bill }) => [action.name, bill])), os.loadavg()[0] ?? 0);
  const figures = Object.fromEntries(
    counted.map(({ action, counts, bill }) => [action.name, { bill, counts, count: action.count }]),
  );
  return { figures, checks: counted.flatMap(checksOf) };
}
