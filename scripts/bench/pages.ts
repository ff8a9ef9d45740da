/**
 * Processor time of HTML pages past the front: share pages of a hundred entries (one hot link, a hundred and fifty and a thousand links by
 * turns, visitors who were never seen before), a drive, the home page. Beside constants of the same bytes in the same runtime.
 */

import { makeHundred } from './fill.ts';
import type { Bench, BenchServer } from './harness/bench.ts';
import { sessionCookie } from './harness/client.ts';
import { costOf, interleave, makeLoad, medianOf, percentile, type ServerPids } from './harness/measure.ts';
import { atMost, printFigures, type ScenarioReport } from './harness/report.ts';

const CONNECTIONS = 8;
const SOME = 150;
const MANY = 1_000;
const MANY_QUICK = 300;
/** Runtime processor time of one page, µs. */
const MOST_HOT = 900;
const MOST_TURNS = 2_500;
const MOST_NEW_VIEWER = 1_000;
/** Of a page from the cache, in the time of a constant. */
const MOST_TIMES_CONSTANT = 2;
const HOME = '/en-US';

interface PageTarget {
  readonly name: string;
  readonly pids: ServerPids;
  readonly urls: readonly string[];
  readonly headers: () => Readonly<Record<string, string>>;
}

/** @param more  headers of one request */
function targetOf(
  name: string,
  { origin, directOrigin, pids }: BenchServer,
  paths: readonly string[],
  more: () => Readonly<Record<string, string>> = () => ({ 'cf-connecting-ip': '127.0.0.1' }),
): PageTarget {
  const same = { host: new URL(origin).host, 'accept-language': 'en-US', 'user-agent': 'Mozilla/5.0' };
  return { name, pids, urls: paths.map((path) => directOrigin + path), headers: () => ({ ...same, ...more() }) };
}

/** The loads on the links of one product. @param paths  of the same hundred entries, the first one is hot */
function linkTargets(label: string, server: BenchServer, paths: readonly string[]): PageTarget[] {
  let viewer = 0;
  const nextViewer = () => {
    viewer += 1;
    return { 'cf-connecting-ip': `10.${(viewer >> 16) & 255}.${(viewer >> 8) & 255}.${viewer & 255}` };
  };
  return [
    targetOf(`${label}hot link`, server, paths.slice(0, 1)),
    targetOf(`${label}${SOME} links by turns`, server, paths.slice(0, SOME)),
    targetOf(`${label}${paths.length} links by turns`, server, paths),
    targetOf(`${label}new viewers`, server, paths.slice(0, 1), nextViewer),
  ];
}

async function measure({ pids, ...target }: PageTarget, seconds: number): Promise<Record<string, number>> {
  // Every link at least twice: the first pass of a run meets what the last run left.
  const atLeast = target.urls.length > 1 ? 2 * target.urls.length : 0;
  const { result: timesMs, cost } = await costOf(pids, () =>
    makeLoad({ ...target, connections: CONNECTIONS, seconds, atLeast }),
  );
  return {
    runtimeMicros: (cost.runtimeCpuSeconds * 1e6) / timesMs.length,
    perSecond: timesMs.length / cost.wallSeconds,
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    peakRssMebibytes: cost.peakRssBytes / 2 ** 20,
  };
}

export async function benchPages(bench: Bench): Promise<ScenarioReport> {
  const { quick, rounds, seconds, against } = bench.options;
  const product = await bench.product();
  const { html, paths } = await makeHundred(product.origin, quick ? MANY_QUICK : MANY);
  const home = await (await fetch(product.origin + HOME)).text();
  const baseline = await bench.baseline({ share: html, home });
  const cookie = await sessionCookie(product.origin);
  const targets = [
    targetOf('constant, share page', baseline, ['/constant/share']),
    ...linkTargets('', product, paths),
    targetOf('drive', product, ['/drive/all'], () => ({ cookie, 'cf-connecting-ip': '127.0.0.1' })),
    targetOf('constant, home', baseline, ['/constant/home']),
    targetOf('home', product, [HOME]),
  ];
  if (against !== '') {
    const other = await bench.product({}, 'other', against);
    targets.push(...linkTargets('other: ', other, (await makeHundred(other.origin, paths.length)).paths));
  }
  const table = await interleave(targets, rounds, (target, isWarmUp) => measure(target, isWarmUp ? 1 : seconds));
  printFigures('Pages past the front', table, [
    ['runtime µs', 'runtimeMicros'],
    ['req/s', 'perSecond'],
    ['p50 ms', 'p50Ms', 1],
    ['p99 ms', 'p99Ms', 1],
    ['RSS MiB', 'peakRssMebibytes'],
  ]);
  const micros = (name: string): number => medianOf(table, name, 'runtimeMicros');
  const many = `${paths.length} links by turns`;
  return {
    figures: Object.fromEntries(table),
    checks: [
      atMost('hot link', micros('hot link'), MOST_HOT, 'µs'),
      atMost(`${SOME} links by turns`, micros(`${SOME} links by turns`), MOST_TURNS, 'µs'),
      atMost(many, micros(many), MOST_TURNS, 'µs'),
      atMost('new viewers', micros('new viewers'), MOST_NEW_VIEWER, 'µs'),
      atMost('home from the cache', micros('home') / micros('constant, home'), MOST_TIMES_CONSTANT, 'times a constant'),
    ],
  };
}
