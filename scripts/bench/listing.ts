/**
 * A folder of very many files beside a small one: its page in HTML and its first answer of the API, the last page, and search.
 * Times and processor time must not grow with the folder.
 */
import path from 'node:path';
import { driveContract } from '#shared/drive/contract.ts';
import { callOf, childIds, type Filled, fillFolder } from './fill.ts';
import { sessionCookie, signIn } from './harness/client.ts';
import { costOf, type ServerPids } from './harness/processes.ts';
import { atMost, printTable, type ScenarioReport, showSpread } from './harness/report.ts';
import { type Figures, interleave, percentile } from './harness/rounds.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const PERSON = 'carla@example.com';
const SMALL_FILES = 1_000;
const CALLS = 20;
const MAX_GROWTH = 1.25;
const MAX_SEARCH_MS = 50;
const SEARCHES = ['e', 'entry 1', '99', 'try 19', '(2)', 'nothing has this name', 'entry 1234.txt', 'txt'];

async function makeFolder(filled: Filled, name: string, count: number): Promise<string> {
  const made = await filled.person.makeFolder(name, '');
  await fillFolder(filled, made, await filled.person.makeFolder(`${name}, aside`, ''), count);
  return made;
}

interface Target {
  name: string;
  call(): Promise<unknown>;
}

function targetsOf(filled: Filled, cookie: string, name: string, folder: string): Target[] {
  const headers = { cookie, 'accept-language': 'en-US' };
  const listPath = `/drive/v1/files?${new URLSearchParams({ parent_id: folder, limit: '100' })}`;
  return [
    {
      name: `page, ${name}`,
      call: async () => (await fetch(`${filled.origin}/drive/all/${folder}`, { headers })).text(),
    },
    { name: `list of 100, ${name}`, call: () => callOf(filled, 'GET', listPath) },
  ];
}

/** Some calls in turn: how long the middle one took, and the server's processor time for one. */
async function measure(pids: ServerPids, { call }: Target): Promise<Record<string, number>> {
  const timesMs: number[] = [];
  const { cost } = await costOf(pids, async () => {
    for (let at = 0; at < CALLS; at++) {
      const startedMs = performance.now();
      await call();
      timesMs.push(performance.now() - startedMs);
    }
  });
  const cpuMs = ((cost.frontCpuSeconds + cost.runtimeCpuSeconds) * 1_000) / CALLS;
  return { p50Ms: percentile(timesMs, 0.5), cpuMs };
}

/** @returns the time of each search, the first turn left out */
async function searchTimes(filled: Filled): Promise<number[]> {
  const timesMs: number[] = [];
  for (const word of [...SEARCHES, ...SEARCHES]) {
    const startedMs = performance.now();
    await callOf(filled, 'GET', `${driveContract.search.path}?${new URLSearchParams({ q: word, limit: '100' })}`);
    timesMs.push(performance.now() - startedMs);
  }
  return timesMs.slice(SEARCHES.length);
}

export async function benchListing(options: BenchOptions): Promise<ScenarioReport> {
  const { files } = options;
  const scratch = makeScratch();
  const server = await startProduct(options.port, path.join(scratch.dir, 'product'));
  try {
    const { origin, pids } = server;
    const filled: Filled = { origin, person: await signIn(origin, PERSON) };
    const small = await makeFolder(filled, 'Small', SMALL_FILES);
    const large = await makeFolder(filled, 'Large', files);
    const listed = await childIds(filled, large, files);
    if (listed.length !== files) throw new Error(`the large folder lists ${listed.length} of ${files}`);
    const cookie = await sessionCookie(origin, PERSON);
    const [smallName, largeName] = [`${SMALL_FILES} files`, `${files} files`];
    const targets = [...targetsOf(filled, cookie, smallName, small), ...targetsOf(filled, cookie, largeName, large)];
    const figures = await interleave(targets, options.rounds, (target) => measure(pids, target));
    const rows = [...figures].map(([name, one]: [string, Figures]) => [
      name,
      showSpread(one['p50Ms'], 1),
      showSpread(one['cpuMs'], 1),
    ]);
    printTable('Listing', ['target', 'p50 ms', 'CPU ms of the server'], rows);
    const { result: searchMs, cost } = await costOf(pids, () => searchTimes(filled));
    const searchCpuMs = ((cost.frontCpuSeconds + cost.runtimeCpuSeconds) * 1_000) / (2 * SEARCHES.length);
    process.stdout.write(`search: ${searchCpuMs.toFixed(1)} ms of processor time each\n`);
    const growth = (what: string): number => {
      const p50Ms = (name: string) => figures.get(`${what}, ${name}`)?.['p50Ms']?.median ?? Number.NaN;
      return p50Ms(largeName) / p50Ms(smallName);
    };
    return {
      figures: { targets: Object.fromEntries(figures), searchMs, searchCpuMs },
      checks: [
        atMost(`page of ${files} files against ${SMALL_FILES}`, growth('page'), MAX_GROWTH, 'times'),
        atMost(`list of ${files} files against ${SMALL_FILES}`, growth('list of 100'), MAX_GROWTH, 'times'),
        atMost(`search among ${files}: slowest`, Math.max(...searchMs), MAX_SEARCH_MS, 'ms'),
      ],
    };
  } finally {
    await server.stop();
    scratch.remove();
  }
}
