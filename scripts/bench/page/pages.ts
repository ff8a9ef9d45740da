/**
 * What a share page of 100 entries costs, live data and all, beside its floors in the same run: a constant of the same
 * bytes, and the same view from memory by each of React's renderers. Through the front, and past it.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildFloor } from '../floor/build.ts';
import { hasWrk, makeLoad } from '../harness/load.ts';
import { costOf, type ServerPids } from '../harness/processes.ts';
import { type Check, type PartReport, printTable, showSpread } from '../harness/report.ts';
import { type Figures, interleave } from '../harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from '../harness/server.ts';
import type { BenchOptions } from '../harness/settings.ts';
import { makeHundred } from './page-data.ts';

export interface PageTarget {
  name: string;
  url: string;
  host: string;
  pids: ServerPids;
  /** Sent besides the usual ones. */
  headers?: Readonly<Record<string, string>>;
}

const BUSY_CONNECTIONS = 32;
const WARM_SECONDS = 1;
/** The same tree may differ from the product's page by what a page says of its own moment, never by rows. */
const SIZE_TOLERANCE = 0.02;

function bothWays(name: string, server: BenchServer, path_: string): PageTarget[] {
  const host = new URL(server.origin).host;
  const { pids } = server;
  return [
    { name, url: `${server.origin}${path_}`, host, pids },
    { name: `${name}, past the front`, url: `${server.directOrigin}${path_}`, host, pids },
  ];
}

/** Processor time, rate and waiting of one address under load. */
export async function measure(target: PageTarget, seconds: number, withWrk: boolean): Promise<Record<string, number>> {
  const headers = { Host: target.host, 'accept-language': 'en-US', 'cf-connecting-ip': '127.0.0.1', ...target.headers };
  // wrk knows its own header by this spelling only, and would send two.
  const plan = { url: target.url, headers, seconds };
  const busy = await costOf(target.pids, () => makeLoad({ ...plan, connections: BUSY_CONNECTIONS }, withWrk));
  const calm = await makeLoad({ ...plan, connections: 1, seconds: Math.max(1, seconds / 2) }, withWrk);
  const { result, cost } = busy;
  if (result.failures + calm.failures > 0)
    throw new Error(`${target.name}: ${result.failures + calm.failures} requests failed`);
  return {
    runtimeMicros: (cost.runtimeCpuSeconds * 1e6) / result.requests,
    frontMicros: (cost.frontCpuSeconds * 1e6) / result.requests,
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    calmP50Ms: calm.p50Ms,
    calmP99Ms: calm.p99Ms,
    peakRssMebibytes: cost.peakRssBytes / 2 ** 20,
  };
}

async function lengthOf(target: PageTarget): Promise<number> {
  const response = await fetch(target.url, { headers: { 'accept-language': 'en-US' } });
  if (response.status !== 200) throw new Error(`${target.url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}

function show(figures: ReadonlyMap<string, Figures>): void {
  const columns = [
    'share page of 100',
    'runtime µs',
    'front µs',
    'req/s c32',
    'p50/p99 ms c32',
    'p50/p99 ms c1',
    'RSS MiB',
  ];
  const rows = [...figures].map(([name, one]) => [
    name,
    showSpread(one['runtimeMicros']),
    showSpread(one['frontMicros']),
    showSpread(one['perSecond']),
    `${one['p50Ms']?.median.toFixed(1)} / ${one['p99Ms']?.median.toFixed(1)}`,
    `${one['calmP50Ms']?.median.toFixed(2)} / ${one['calmP99Ms']?.median.toFixed(2)}`,
    one['peakRssMebibytes']?.median.toFixed(0) ?? '-',
  ]);
  printTable('Processor time per request, by process', columns, rows);
}

function ratioCheck(figures: ReadonlyMap<string, Figures>, above: string, below: string, limit: number): Check {
  const value = (name: string): number => figures.get(name)?.['runtimeMicros']?.median ?? Number.NaN;
  const ratio = value(above) / value(below);
  const says = `${ratio.toFixed(2)}x of ${below} (runtime µs), at most ${limit}`;
  return { name: above, ok: ratio <= limit, says };
}

/** @param options  `seconds` is the time of one busy run */
export async function benchPages(options: BenchOptions): Promise<PartReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
    servers.push(product);
    const hundred = await makeHundred(product);
    const folder = path.join(scratch.dir, 'floor');
    mkdirSync(folder);
    await buildFloor(folder, hundred.floor);
    const floor = await startWorker(options.port + 1, path.join(scratch.dir, 'floor-state'), folder);
    servers.push(floor);
    const targets = [
      ...bothWays('constant of the same bytes', floor, '/constant'),
      ...bothWays('share page', product, hundred.topPath),
      ...bothWays('share page, a folder of it', product, hundred.folderPath),
      ...bothWays('view from memory, head first', floor, '/head-first'),
      ...bothWays('view from memory, renderToString', floor, '/whole'),
      ...bothWays('view from memory, renderToReadableStream', floor, '/stream'),
    ];
    const sizes = Object.fromEntries(
      await Promise.all(
        targets
          .filter(({ name }) => !name.endsWith('past the front'))
          .map(async (target) => [target.name, await lengthOf(target)]),
      ),
    ) as Record<string, number>;
    const ours = sizes['share page'] ?? 0;
    const streamed = sizes['view from memory, renderToReadableStream'] ?? 0;
    const withWrk = hasWrk();
    const figures = await interleave(targets, options.rounds, (target, isWarmUp) =>
      measure(target, isWarmUp ? WARM_SECONDS : options.seconds, withWrk),
    );
    show(figures);
    const past = ', past the front';
    const checks: Check[] = [
      {
        name: 'the floor renders the same page',
        ok: Math.abs(streamed / ours - 1) <= SIZE_TOLERANCE,
        says: `${streamed} bytes against ${ours}`,
      },
      ratioCheck(figures, `share page${past}`, `view from memory, renderToReadableStream${past}`, 0.5),
    ];
    return { part: 'pages', figures: { htmlBytes: sizes, withWrk, targets: Object.fromEntries(figures) }, checks };
  } finally {
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
