/**
 * A start of the product on a state folder that exists: time and processor time from the process to its first page, and the memory of
 * all processes at rest. `--against` measures another checkout in the same run.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './harness/bench.ts';
import { allPids, interleave, medianOf, usageOfAll } from './harness/measure.ts';
import { atMost, printFigures, type ScenarioReport } from './harness/report.ts';

const MOST_SECONDS = 0.7;
const MOST_IDLE_MEBIBYTES = 220;
/** Until memory of the start is given back. */
const REST_MS = 3_000;

/** Memory of a process, pages that several share counted by part. */
function ownMebibytes(pid: number): number {
  const text = pid === 0 ? '' : readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}

async function startOnce(bench: Bench, name: string, root: string): Promise<Record<string, number>> {
  const startedMs = performance.now();
  const server = await bench.product({}, name, root);
  const page = await fetch(`${server.origin}/en-US`);
  await page.arrayBuffer();
  const seconds = (performance.now() - startedMs) / 1_000;
  if (page.status !== 200) throw new Error(`the home page answered ${page.status}`);
  const pids = allPids(server.pids);
  const { cpuSeconds } = usageOfAll(pids);
  await delay(REST_MS);
  const idleMebibytes = pids.reduce((sum, pid) => sum + ownMebibytes(pid), 0);
  await server.stop();
  return { seconds, cpuSeconds, idleMebibytes };
}

export async function benchStarting(bench: Bench): Promise<ScenarioReport> {
  const { against, rounds } = bench.options;
  const targets = [{ name: 'product', root: '' }, ...(against === '' ? [] : [{ name: 'other', root: against }])];
  const table = await interleave(targets, Math.max(5, rounds), ({ name, root }) => startOnce(bench, name, root));
  printFigures('From the process to the first page', table, [
    ['s', 'seconds', 2],
    ['CPU-s', 'cpuSeconds', 2],
    ['idle MiB', 'idleMebibytes'],
  ]);
  return {
    figures: Object.fromEntries(table),
    checks: [
      atMost('start to first page', medianOf(table, 'product', 'seconds'), MOST_SECONDS, 's'),
      atMost('idle memory', medianOf(table, 'product', 'idleMebibytes'), MOST_IDLE_MEBIBYTES, 'MiB'),
    ],
  };
}
