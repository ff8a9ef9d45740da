/** Reads what a server has counted (`MAGPIE_COUNT_COST`). */
import { setTimeout as delay } from 'node:timers/promises';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import type { CostCounts } from '#worker/platform/cost/meter.ts';

/** Alarms run within it, and deliver events. */
export const QUIET_MS = 1_500;
const POLL_MS = 250;

async function readCounts(dataDir: string): Promise<CostCounts> {
  const { status, text } = await callServerOf(dataDir, '/_internal/cost', {});
  const counts = status === 200 ? (JSON.parse(text) as CostCounts | null) : null;
  if (!counts) throw new Error(`the server does not count: ${status} ${text.slice(0, 200)}`);
  return counts;
}

function addCounts(a: CostCounts, b: CostCounts): CostCounts {
  const both = (one: Record<string, number>, two: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(two)])].map((name) => [
        name,
        (one[name] ?? 0) + (two[name] ?? 0),
      ]),
    );
  return {
    requests: a.requests + b.requests,
    calls: both(a.calls, b.calls),
    alarms: both(a.alarms, b.alarms),
    rowsWritten: both(a.rowsWritten, b.rowsWritten),
    rowsRead: both(a.rowsRead, b.rowsRead),
    operations: both(a.operations, b.operations),
    objectMs: a.objectMs + b.objectMs,
  };
}

const isNothing = ({ calls, alarms, rowsWritten, rowsRead, operations }: CostCounts): boolean =>
  [calls, alarms, rowsWritten, rowsRead, operations].every((counts) => Object.keys(counts).length === 0);

/** Reads until nothing was counted for a while: alarms go on after the answer. */
export async function countUntilQuiet(dataDir: string, quietMs: number): Promise<CostCounts> {
  let all = await readCounts(dataDir);
  for (let quietSinceMs = performance.now(); performance.now() - quietSinceMs < quietMs; ) {
    await delay(POLL_MS);
    const next = await readCounts(dataDir);
    if (!isNothing(next)) quietSinceMs = performance.now();
    all = addCounts(all, next);
  }
  return all;
}
