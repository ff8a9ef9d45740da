/**
 * Figures for docs/scaling.md: what one machine spends on each use, in processor time, memory and disk. Processor time hardly depends
 * on what else the machine does, so the rates are what one core would carry, not what a loop of Node could ask for.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { MIB } from '#shared/units.ts';
import { callOf, makeFilesIn } from './fill.ts';
import { getBytes, makeFile } from './harness/bytes.ts';
import { type BenchPerson, sessionCookie, signIn } from './harness/client.ts';
import { makeLoad } from './harness/load.ts';
import { costOf, cpuSeconds, residentBytes } from './harness/processes.ts';
import { printTable, type ScenarioReport } from './harness/report.ts';
import { type BenchServer, makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const OWNER = 'alice@example.com';
/** Of a whole run, and of one with `--quick`. */
const SMALL_FILES = [2_000, 500] as const;
const PEOPLE = [200, 60] as const;
const LARGE_MEBIBYTES = 128;
/** Pages before the measured ones. */
const WARM_PAGES = 30;
const SOCKETS_EACH = 2;
/** Until memory and writes of the work before have settled. */
const REST_MS = 3_000;
/** Sign-ins of a quiet machine come faster than the product lets a storm come. */
const LIMITS = { signInsPerSecond: 10_000 };
const SERVER_LIMITS = { webSocketsPerAddress: 10_000, connectionsPerAddress: 10_000, requestsPerAddress: 200 };

/** A server, the folder of its state, and the owner of the files. */
interface Place {
  readonly server: BenchServer;
  readonly dataDir: string;
  readonly person: BenchPerson;
}

interface Use {
  readonly name: string;
  /** Work before the measured one, until the runtime has compiled what is used often. */
  warm?(): Promise<unknown>;
  /** @returns how many uses it made */
  run(): Promise<number>;
}

/** Bytes on the disk, whole blocks. */
function diskBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const stat = statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    bytes += (stat?.blocks ?? 0) * 512;
  }
  return bytes;
}

async function usesOf({ server, person }: Place, seconds: number): Promise<Use[]> {
  const { origin } = server;
  const folder = await person.makeFolder('capacity', '');
  await makeFilesIn({ person }, folder, 100);
  const shared = await person.share([folder]);
  const cookie = await sessionCookie(origin, OWNER);
  const large = makeFile(LARGE_MEBIBYTES * MIB);
  const sent = await person.send(large, 'large.bin', '', 4);
  await person.untilDone(sent);
  const link = await person.contentLink(sent.id);
  const query = new URLSearchParams({ parent_id: folder, limit: '100' });
  const pages = (url: string, headers: Record<string, string>) => ({
    async warm() {
      for (let at = 0; at < WARM_PAGES; at++) await (await fetch(url, { headers })).arrayBuffer();
    },
    async run() {
      const plan = { urls: [url], headers: () => headers, connections: 4, seconds };
      const { requests, failures } = await makeLoad(plan);
      if (failures > 0) throw new Error(`${failures} of ${requests} requests for ${url} failed`);
      return requests;
    },
  });
  const browser = { 'accept-encoding': 'gzip', 'accept-language': 'en-US', accept: 'text/html' };
  const bearer = { authorization: `Bearer ${person.token}`, 'accept-encoding': 'gzip' };
  return [
    { name: 'page of a link, 100 files', ...pages(`${origin}/s/${shared}`, browser) },
    { name: 'first page of the site', ...pages(`${origin}/en-US`, browser) },
    { name: 'page of a drive, 100 files', ...pages(`${origin}/drive/all/${folder}`, { ...browser, cookie }) },
    { name: 'listing of 100 files (API)', ...pages(`${origin}/drive/v1/files?${query}`, bearer) },
    {
      name: 'file of 1 KB up',
      async run() {
        await makeFilesIn({ person }, await person.makeFolder('small', ''), 300);
        return 300;
      },
    },
    {
      name: 'MiB up, of 128 in one file',
      async run() {
        await person.untilDone(await person.send(makeFile(LARGE_MEBIBYTES * MIB), 'again.bin', '', 4));
        return LARGE_MEBIBYTES;
      },
    },
    {
      name: 'MiB down, of 128 in one file',
      async run() {
        await getBytes(link);
        return LARGE_MEBIBYTES;
      },
    },
    {
      name: 'sign-in by password',
      async run() {
        for (let at = 0; at < 20; at++) await signIn(origin, 'bob@example.com');
        return 20;
      },
    },
  ];
}

/** Processor time of one use, by process. */
async function measureUse(
  { pids }: BenchServer,
  use: Use,
): Promise<{ name: string; front: number; runtime: number; helper: number }> {
  await use.warm?.();
  await delay(500);
  const helpers = () => pids.others.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = helpers();
  const { result, cost } = await costOf(pids, () => use.run());
  const each = (cpu: number): number => (cpu * 1_000) / result;
  return {
    name: use.name,
    front: each(cost.frontCpuSeconds),
    runtime: each(cost.runtimeCpuSeconds),
    helper: each(helpers() - before),
  };
}

/** People with a drive each, and pages of theirs that follow it. @returns bytes of memory, and of disk, for one */
async function measurePeople({ server, dataDir }: Place, count: number) {
  const before = { memory: residentBytes(server.pids), disk: diskBytes(dataDir) };
  const people: BenchPerson[] = [];
  for (let at = 0; at < count; at++) {
    const email = `person${at}@example.com`;
    const body = { email, name: `Person ${at}`, password: 'magpie-demo', operator: false };
    const { status, text } = await callServerOf(dataDir, '/_internal/person/ensure', body);
    if (status !== 200) throw new Error(`a person could not be made: ${status} ${text}`);
    const person = await signIn(server.origin, email);
    await callOf({ origin: server.origin, person }, 'GET', '/drive/v1/about');
    people.push(person);
  }
  await delay(REST_MS);
  const after = { memory: residentBytes(server.pids), disk: diskBytes(dataDir) };
  const sockets = people.flatMap(({ token }) =>
    Array.from(
      { length: SOCKETS_EACH },
      () => new WebSocket(`${server.origin.replace('http', 'ws')}/drive/v1/live`, ['magpie.v1', `bearer.${token}`]),
    ),
  );
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          socket.onopen = () => resolve();
          socket.onerror = () => reject(new Error('a socket was refused'));
        }),
    ),
  );
  await delay(REST_MS);
  const withSockets = residentBytes(server.pids);
  for (const socket of sockets) socket.close();
  return {
    memoryBytes: (after.memory - before.memory) / count,
    diskBytes: (after.disk - before.disk) / count,
    socketBytes: (withSockets - after.memory) / sockets.length,
  };
}

/** Many small files in one drive. @returns bytes of disk besides their own, and of memory, for one */
async function measureFiles({ server, dataDir, person }: Place, count: number) {
  const before = { memory: residentBytes(server.pids), disk: diskBytes(dataDir) };
  await makeFilesIn({ person }, await person.makeFolder('many', ''), count);
  await delay(REST_MS);
  return {
    diskBytes: (diskBytes(dataDir) - before.disk) / count,
    memoryBytes: (residentBytes(server.pids) - before.memory) / count,
  };
}

/** @returns processor seconds until the first page, and memory at rest */
async function measureStart(port: number, dataDir: string) {
  const server = await startProduct(port, dataDir);
  try {
    await (await fetch(`${server.origin}/en-US`)).text();
    const { front, runtime, others } = server.pids;
    const cpu = [front, runtime, ...others].reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    await delay(REST_MS);
    return { cpuSeconds: cpu, mebibytes: residentBytes(server.pids) / MIB };
  } finally {
    await server.stop();
  }
}

/** All that is measured on one server, which it ends. */
async function measureServed(server: BenchServer, dataDir: string, { quick, seconds }: BenchOptions) {
  const size = quick ? 1 : 0;
  try {
    const place: Place = { server, dataDir, person: await signIn(server.origin, OWNER) };
    const uses: Awaited<ReturnType<typeof measureUse>>[] = [];
    for (const use of await usesOf(place, seconds)) uses.push(await measureUse(server, use));
    const files = await measureFiles(place, SMALL_FILES[size]);
    const people = await measurePeople(place, PEOPLE[size]);
    return { uses, files, people };
  } finally {
    await server.stop();
  }
}

export async function benchCapacity(options: BenchOptions): Promise<ScenarioReport> {
  const size = options.quick ? 1 : 0;
  const scratch = makeScratch();
  const dataDir = path.join(scratch.dir, 'data');
  try {
    const empty = await measureStart(options.port, path.join(scratch.dir, 'empty'));
    const server = await startProduct(options.port, dataDir, {
      SERVER_LIMITS: JSON.stringify(SERVER_LIMITS),
      LIMITS: JSON.stringify(LIMITS),
    });
    const { uses, files, people } = await measureServed(server, dataDir, options);
    const full = await measureStart(options.port, dataDir);
    printTable(
      'Processor time of one, ms',
      ['use', 'proxy', 'runtime', 'others', 'a second, one core', 'runtime full at'],
      uses.map(({ name, front, runtime, helper }) => [
        name,
        ...[front, runtime, helper].map((ms) => ms.toFixed(2)),
        (1_000 / (front + runtime + helper)).toFixed(0),
        (1_000 / runtime).toFixed(0),
      ]),
    );
    printTable(
      'Memory and disk',
      ['of', 'memory', 'disk, while it runs'],
      [
        ['file of 700 bytes', `${files.memoryBytes.toFixed(0)} B`, `${files.diskBytes.toFixed(0)} B`],
        [
          'person with a drive',
          `${(people.memoryBytes / 1024).toFixed(0)} KiB`,
          `${(people.diskBytes / 1024).toFixed(0)} KiB`,
        ],
        ['open page (WebSocket)', `${(people.socketBytes / 1024).toFixed(0)} KiB`, '-'],
        ['start, empty folder', `${empty.mebibytes.toFixed(0)} MiB`, `${empty.cpuSeconds.toFixed(2)} CPU-s`],
        [`start, ${PEOPLE[size]} people`, `${full.mebibytes.toFixed(0)} MiB`, `${full.cpuSeconds.toFixed(2)} CPU-s`],
      ],
    );
    return { figures: { uses, files, people, empty, full }, checks: [] };
  } finally {
    scratch.remove();
  }
}
