/**
 * Processor time of HTML pages beside a constant of the same runtime: a share page of 100 entries, its folder, the drive, and
 * public pages from the edge's cache. Through the front, and past it.
 */
import path from 'node:path';
import { writeBaseline } from './baseline/write.ts';
import { sessionCookie } from './harness/client.ts';
import { makeLoad } from './harness/load.ts';
import { costOf, type ServerPids } from './harness/processes.ts';
import { atMost, printTable, type ScenarioReport, showSpread } from './harness/report.ts';
import { type Figures, interleave } from './harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';
import { makeHundred } from './shared-hundred.ts';

interface PageTarget {
  name: string;
  url: string;
  pids: ServerPids;
  headers: Readonly<Record<string, string>>;
}

const BUSY_CONNECTIONS = 32;
const WARM_SECONDS = 1;
/** Runtime processor time of a page from the cache, of the time of a constant. */
const MOST_TIMES_CONSTANT = 2;
const HOME = '/en-US';
const PAST = ', past the front';

function bothWays(name: string, server: BenchServer, target: string, cookie = ''): PageTarget[] {
  const { origin, directOrigin, pids } = server;
  const headers = {
    host: new URL(origin).host,
    'accept-language': 'en-US',
    'cf-connecting-ip': '127.0.0.1',
    ...(cookie ? { cookie } : {}),
  };
  return [
    { name, url: `${origin}${target}`, headers, pids },
    { name: `${name}${PAST}`, url: `${directOrigin}${target}`, headers, pids },
  ];
}

/** Processor time, rate and waiting of one address under load. */
async function measure({ name, url, headers, pids }: PageTarget, seconds: number): Promise<Record<string, number>> {
  const plan = { urls: [url], headers: () => headers, seconds };
  const { result, cost } = await costOf(pids, () => makeLoad({ ...plan, connections: BUSY_CONNECTIONS }));
  const calm = await makeLoad({ ...plan, connections: 1, seconds: Math.max(1, seconds / 2) });
  const failures = result.failures + calm.failures;
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed`);
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

function show(figures: ReadonlyMap<string, Figures>): void {
  printTable(
    'Processor time per request, by process',
    ['page', 'runtime µs', 'front µs', 'req/s c32', 'p50/p99 ms c32', 'p50/p99 ms c1', 'RSS MiB'],
    [...figures].map(([name, one]) => [
      name,
      showSpread(one['runtimeMicros']),
      showSpread(one['frontMicros']),
      showSpread(one['perSecond']),
      `${one['p50Ms']?.median.toFixed(1)} / ${one['p99Ms']?.median.toFixed(1)}`,
      `${one['calmP50Ms']?.median.toFixed(2)} / ${one['calmP99Ms']?.median.toFixed(2)}`,
      one['peakRssMebibytes']?.median.toFixed(0) ?? '-',
    ]),
  );
}

/** @param options  `seconds` is the time of one busy run */
export async function benchPages(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
    servers.push(product);
    const hundred = await makeHundred(product.origin);
    const folder = path.join(scratch.dir, 'baseline');
    const home = await (await fetch(`${product.origin}${HOME}`)).text();
    await writeBaseline(folder, { share: hundred.html, home });
    const baseline = await startWorker(options.port + 1, path.join(scratch.dir, 'baseline-state'), folder);
    servers.push(baseline);
    const targets = [
      ...bothWays('constant, share page', baseline, '/constant/share'),
      ...bothWays('share page', product, hundred.topPath),
      ...bothWays('share page, a folder of it', product, hundred.folderPath),
      ...bothWays('drive', product, '/drive/all', await sessionCookie(product.origin)),
      ...bothWays('constant, home', baseline, '/constant/home'),
      ...bothWays('home', product, HOME),
    ];
    const figures = await interleave(targets, options.rounds, (target, isWarmUp) =>
      measure(target, isWarmUp ? WARM_SECONDS : options.seconds),
    );
    show(figures);
    const micros = (name: string): number => figures.get(`${name}${PAST}`)?.['runtimeMicros']?.median ?? Number.NaN;
    return {
      figures: Object.fromEntries(figures),
      checks: [
        atMost(
          'home from the cache',
          micros('home') / micros('constant, home'),
          MOST_TIMES_CONSTANT,
          'times a constant',
        ),
      ],
    };
  } finally {
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
