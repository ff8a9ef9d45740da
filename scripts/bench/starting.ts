/**
 * A start of the product on a state folder that exists: time and processor time from the process to its first page, and the memory of
 * all processes at rest. `--against` measures another checkout in the same run.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds } from './harness/processes.ts';
import { atMost, printTable, type ScenarioReport, showSpread } from './harness/report.ts';
import { interleave } from './harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const MOST_SECONDS = 0.7;
const MOST_IDLE_MEBIBYTES = 220;
/** Until memory of the start is given back. */
const REST_MS = 3_000;

function pidsOf({ pids }: BenchServer): readonly number[] {
  return [pids.front, pids.runtime, ...pids.others].filter((pid) => pid !== 0);
}

/** Memory of a process, pages that several share counted by part. */
function ownMebibytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) / 1_024;
}

async function startOnce(port: number, dataDir: string, root: string | undefined): Promise<Record<string, number>> {
  const startedMs = performance.now();
  const server = await startProduct(port, dataDir, {}, root);
  try {
    const page = await fetch(`${server.origin}/en-US`);
    await page.arrayBuffer();
    const seconds = (performance.now() - startedMs) / 1_000;
    if (page.status !== 200) throw new Error(`the home page answered ${page.status}`);
    const cpu = pidsOf(server).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    await delay(REST_MS);
    return { seconds, cpuSeconds: cpu, idleMebibytes: pidsOf(server).reduce((sum, pid) => sum + ownMebibytes(pid), 0) };
  } finally {
    await server.stop();
  }
}

export async function benchStarting(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const targets = [
    { name: 'product', root: undefined },
    ...(options.against === '' ? [] : [{ name: 'other', root: options.against }]),
  ];
  try {
    const figures = await interleave(targets, Math.max(5, options.rounds), ({ name, root }) =>
      startOnce(options.port, path.join(scratch.dir, name), root),
    );
    printTable(
      'From the process to the first page',
      ['start', 's', 'CPU-s', 'idle MiB'],
      [...figures].map(([name, one]) => [
        name,
        showSpread(one['seconds'], 2),
        showSpread(one['cpuSeconds'], 2),
        showSpread(one['idleMebibytes']),
      ]),
    );
    const product = figures.get('product');
    return {
      figures: Object.fromEntries(figures),
      checks: [
        atMost('start to first page', product?.['seconds']?.median ?? Number.NaN, MOST_SECONDS, 's'),
        atMost('idle memory', product?.['idleMebibytes']?.median ?? Number.NaN, MOST_IDLE_MEBIBYTES, 'MiB'),
      ],
    };
  } finally {
    scratch.remove();
  }
}
