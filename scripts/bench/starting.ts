/**
 * A start on a state folder that exists, beside a bare Hono under Miniflare: time and processor time from the process to its first page, and
 * the memory of all processes at rest. `--against` measures another checkout in the same run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'vite';
import { membersOf } from '#scripts/attack/process-group.ts';
import type { Bench } from './harness/bench.ts';
import { allPids, interleave, medianOf, usageOfAll } from './harness/measure.ts';
import { atMost, printFigures, type ScenarioReport } from './harness/report.ts';

const MOST_SECONDS = 0.7;
const MOST_IDLE_MEBIBYTES = 220;
/** Of the bare Hono. */
const MOST_TIMES_AS_LONG = 1.3;
const MOST_TIMES_AS_LARGE = 1.1;
const BASELINE = path.join(import.meta.dirname, 'baseline');
/** Until memory of the start is given back. */
const REST_MS = 3_000;

interface Started {
  /** Address of its first page. */
  readonly url: string;
  /** Of all its processes. */
  pids(): readonly number[];
  stop(): Promise<void>;
}

interface Target {
  readonly name: string;
  start(): Promise<Started>;
}

/** Memory of a process, pages that several share counted by part. */
function ownMebibytes(pid: number): number {
  const text = pid === 0 ? '' : readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}

function product(bench: Bench, name: string, root: string): Target {
  return {
    name,
    async start() {
      const { origin, pids, stop } = await bench.product({}, name, root);
      return { url: `${origin}/en-US`, pids: () => allPids(pids), stop };
    },
  };
}

/** Bundles the Worker of the bare Hono into a folder. */
async function bundleHono(folder: string): Promise<void> {
  const entry = path.join(BASELINE, 'hono-worker.ts');
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: false, lib: { entry, formats: ['es'], fileName: () => 'hono.js' } },
  });
  writeFileSync(path.join(folder, 'index.js'), "export { bareHono as default } from './hono.js';\n");
}

/** @param folder  of its bundled Worker */
function hono(bench: Bench, folder: string): Target {
  return {
    name: 'bare Hono',
    async start() {
      const port = bench.nextPort();
      const child = spawn(process.execPath, [path.join(BASELINE, 'hono-process.ts'), folder], {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_ENV: 'production', PORT: String(port) },
      });
      const ended = once(child, 'exit');
      const stop = async (): Promise<void> => {
        child.kill('SIGTERM');
        await ended;
      };
      bench.atEnd(stop);
      await Promise.race([once(child.stdout, 'data'), ended]);
      const pids = () => membersOf(child.pid ?? 0).map(({ pid }) => pid);
      return { url: `http://127.0.0.1:${port}/`, pids, stop };
    },
  };
}

async function startOnce({ start }: Target): Promise<Record<string, number>> {
  const startedMs = performance.now();
  const server = await start();
  const page = await fetch(server.url);
  await page.arrayBuffer();
  const seconds = (performance.now() - startedMs) / 1_000;
  if (page.status !== 200) throw new Error(`${server.url} answered ${page.status}`);
  const pids = server.pids();
  const { cpuSeconds } = usageOfAll(pids);
  await delay(REST_MS);
  const idleMebibytes = pids.reduce((sum, pid) => sum + ownMebibytes(pid), 0);
  await server.stop();
  return { seconds, cpuSeconds, idleMebibytes };
}

export async function benchStarting(bench: Bench): Promise<ScenarioReport> {
  const { against, rounds } = bench.options;
  const honoDir = path.join(bench.dir, 'hono');
  await bundleHono(honoDir);
  const other = against === '' ? [] : [product(bench, 'other', against)];
  const targets = [product(bench, 'product', ''), ...other, hono(bench, honoDir)];
  const table = await interleave(targets, Math.max(5, rounds), startOnce);
  printFigures('From the process to the first page', table, [
    ['s', 'seconds', 2],
    ['CPU-s', 'cpuSeconds', 2],
    ['idle MiB', 'idleMebibytes'],
  ]);
  const times = (figure: string): number => medianOf(table, 'product', figure) / medianOf(table, 'bare Hono', figure);
  return {
    figures: Object.fromEntries(table),
    checks: [
      atMost('start to first page', medianOf(table, 'product', 'seconds'), MOST_SECONDS, 's'),
      atMost('start beside a bare Hono', times('seconds'), MOST_TIMES_AS_LONG, 'times'),
      atMost('idle memory', medianOf(table, 'product', 'idleMebibytes'), MOST_IDLE_MEBIBYTES, 'MiB'),
      atMost('idle memory beside a bare Hono', times('idleMebibytes'), MOST_TIMES_AS_LARGE, 'times'),
    ],
  };
}
