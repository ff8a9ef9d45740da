/**
 * What a public page from the edge's memory costs beside its floor in the same run: a Hono route that answers a string of
 * the same bytes. Past the front, in the runtime's own processor time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildFloor } from '../floor/build.ts';
import { hasWrk } from '../harness/load.ts';
import { type Check, type PartReport, printTable, showSpread } from '../harness/report.ts';
import { type Figures, interleave } from '../harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from '../harness/server.ts';
import type { BenchOptions } from '../harness/settings.ts';
import { measure, type PageTarget } from './pages.ts';

const PAGES = { home: '/en-US', help: '/en-US/help', policy: '/en-US/policy/privacy-policy' } as const;

/** The share of the floor's requests per processor second that a page from memory must reach. */
const LEAST_SHARE = 0.8;
const WARM_SECONDS = 2;

/** What a browser sends along. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  cookie: 'pp_locale=%22en-US%22; pp_theme=dark; consent=%7B%22allow_analysis%22%3Afalse%7D',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
};

async function textOf(server: BenchServer, address: string): Promise<string> {
  const response = await fetch(`${server.origin}${address}`, { headers: { 'accept-language': 'en-US' } });
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

function target(name: string, server: BenchServer, address: string): PageTarget {
  const host = new URL(server.origin).host;
  return { name, url: `${server.directOrigin}${address}`, host, pids: server.pids, headers: BROWSER };
}

function checkOf(figures: ReadonlyMap<string, Figures>, name: string): Check {
  const micros = (each: string): number => figures.get(each)?.['runtimeMicros']?.median ?? Number.NaN;
  const share = micros(`${name}, floor`) / micros(name);
  const says = `${share.toFixed(2)} of a string's requests per processor second, at least ${LEAST_SHARE}`;
  return { name: `${name} from memory`, ok: share >= LEAST_SHARE, says };
}

/** @param options  `seconds` is the time of one run */
export async function benchEdge(options: BenchOptions): Promise<PartReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
    servers.push(product);
    const texts: Record<string, string> = {};
    for (const [name, address] of Object.entries(PAGES)) texts[name] = await textOf(product, address);
    const folder = path.join(scratch.dir, 'floor');
    mkdirSync(folder);
    await buildFloor(folder, { texts });
    const floor = await startWorker(options.port + 1, path.join(scratch.dir, 'floor-state'), folder);
    servers.push(floor);
    const targets = Object.entries(PAGES).flatMap(([name, address]) => [
      target(`${name}, floor`, floor, `/text/${name}`),
      target(name, product, address),
    ]);
    const figures = await interleave(targets, options.rounds, (each, isWarmUp) =>
      measure(each, isWarmUp ? WARM_SECONDS : options.seconds, hasWrk()),
    );
    printTable(
      'Public pages from memory, past the front',
      ['page', 'bytes', 'runtime µs', 'req/s c32', 'p50/p99 ms c1'],
      [...figures].map(([name, one]) => [
        name,
        String(Buffer.byteLength(texts[name.split(',', 1)[0] ?? ''] ?? '')),
        showSpread(one['runtimeMicros'], 1),
        showSpread(one['perSecond']),
        `${one['calmP50Ms']?.median.toFixed(2)} / ${one['calmP99Ms']?.median.toFixed(2)}`,
      ]),
    );
    const checks = Object.keys(PAGES).map((name) => checkOf(figures, name));
    return { part: 'edge', figures: Object.fromEntries(figures), checks };
  } finally {
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
