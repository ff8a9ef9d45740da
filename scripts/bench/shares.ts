/**
 * Processor time of share pages of a hundred entries, past the front: one hot link, a hundred and fifty and a thousand links by
 * turns, and visitors who were never seen before. Beside a constant of the same bytes in the same runtime.
 */
import path from 'node:path';
import { href } from '#shared/routes.ts';
import { writeBaseline } from './baseline/write.ts';
import { makeLoad } from './harness/load.ts';
import { costOf, type ServerPids } from './harness/processes.ts';
import { atMost, printTable, type ScenarioReport, showSpread } from './harness/report.ts';
import { type Figures, interleave } from './harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';
import { makeHundred } from './shared-hundred.ts';

const CONNECTIONS = 8;
const SOME = 150;
const MANY = 1_000;
const MANY_QUICK = 300;
/** Runtime processor time of one page, µs. */
const MOST_HOT = 900;
const MOST_TURNS = 2_500;
const MOST_NEW_VIEWER = 1_000;

interface ShareTarget {
  readonly name: string;
  readonly pids: ServerPids;
  readonly urls: readonly string[];
  readonly headers: () => Readonly<Record<string, string>>;
}

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** The loads on one product. @param shareIds  links to the same hundred entries, the first one is hot */
function shareTargets(label: string, server: BenchServer, shareIds: readonly string[]): ShareTarget[] {
  const { directOrigin, origin, pids } = server;
  const host = new URL(origin).host;
  const headersOf = (address: string) => ({
    host,
    'accept-language': 'en-US',
    'cf-connecting-ip': address,
    'user-agent': 'Mozilla/5.0',
  });
  const urls = shareIds.map((shareId) => `${directOrigin}${href('share.open', { shareId })}`);
  let viewer = 0;
  const same = () => headersOf('127.0.0.1');
  const nextViewer = () => {
    viewer += 1;
    return headersOf(addressOf(viewer));
  };
  return [
    { name: `${label}hot link`, pids, urls: urls.slice(0, 1), headers: same },
    { name: `${label}${SOME} links by turns`, pids, urls: urls.slice(0, SOME), headers: same },
    { name: `${label}${urls.length} links by turns`, pids, urls, headers: same },
    { name: `${label}new viewers`, pids, urls: urls.slice(0, 1), headers: nextViewer },
  ];
}

async function measureShares({ name, pids, urls, headers }: ShareTarget, seconds: number) {
  // Every link at least twice: the first pass of a run meets what the last run left.
  const atLeast = urls.length > 1 ? 2 * urls.length : 0;
  const { result, cost } = await costOf(pids, () =>
    makeLoad({ urls, headers, connections: CONNECTIONS, seconds, atLeast }),
  );
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed`);
  return {
    runtimeMicros: (cost.runtimeCpuSeconds * 1e6) / result.requests,
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    peakRssMebibytes: cost.peakRssBytes / 2 ** 20,
  };
}

function showShares(figures: ReadonlyMap<string, Figures>): void {
  printTable(
    'Share pages past the front',
    ['page', 'runtime µs', 'req/s', 'p50/p99 ms', 'RSS MiB'],
    [...figures].map(([name, one]) => [
      name,
      showSpread(one['runtimeMicros']),
      showSpread(one['perSecond']),
      `${one['p50Ms']?.median.toFixed(1)} / ${one['p99Ms']?.median.toFixed(1)}`,
      one['peakRssMebibytes']?.median.toFixed(0) ?? '-',
    ]),
  );
}

/** @param options  `seconds` is the time of one run */
export async function benchShares(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
    servers.push(product);
    const { html, shareIds } = await makeHundred(product.origin, options.quick ? MANY_QUICK : MANY);
    const folder = path.join(scratch.dir, 'baseline');
    await writeBaseline(folder, { share: html });
    const baseline = await startWorker(options.port + 1, path.join(scratch.dir, 'baseline-state'), folder);
    servers.push(baseline);
    const constant = {
      name: 'constant of the same bytes',
      pids: baseline.pids,
      urls: [`${baseline.directOrigin}/constant/share`],
      headers: () => ({ host: new URL(baseline.origin).host }),
    };
    const targets = [constant, ...shareTargets('', product, shareIds)];
    if (options.against !== '') {
      const other = await startProduct(options.port + 2, path.join(scratch.dir, 'other'), {}, options.against);
      servers.push(other);
      targets.push(...shareTargets('other: ', other, (await makeHundred(other.origin, shareIds.length)).shareIds));
    }
    const figures = await interleave(targets, options.rounds, (target, isWarmUp) =>
      measureShares(target, isWarmUp ? 1 : options.seconds),
    );
    showShares(figures);
    const micros = (name: string): number => figures.get(name)?.['runtimeMicros']?.median ?? Number.NaN;
    return {
      figures: Object.fromEntries(figures),
      checks: [
        atMost('hot link', micros('hot link'), MOST_HOT, 'µs'),
        atMost(`${SOME} links by turns`, micros(`${SOME} links by turns`), MOST_TURNS, 'µs'),
        atMost('many links by turns', micros(`${shareIds.length} links by turns`), MOST_TURNS, 'µs'),
        atMost('new viewers', micros('new viewers'), MOST_NEW_VIEWER, 'µs'),
      ],
    };
  } finally {
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
