/**
 * Figures for docs/scaling.md: what one machine spends on each use, in processor time, memory and disk. Processor time hardly depends
 * on what else the machine does, so the rates are what one core would carry, not what a loop of Node could ask for.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { MIB } from '#shared/units.ts';
import { makeFilesIn } from './fill.ts';
import type { Bench, BenchServer } from './harness/bench.ts';
import { getBytes, makeFile } from './harness/bytes.ts';
import { type BenchPerson, sessionCookie, signIn } from './harness/client.ts';
import { allPids, costOf, makeLoad, usageOfAll } from './harness/measure.ts';
import { printTable, type ScenarioReport } from './harness/report.ts';

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
const ENV = {
  SERVER_LIMITS: JSON.stringify({
    webSocketsPerAddress: 10_000,
    connectionsPerAddress: 10_000,
    requestsPerAddress: 200,
  }),
  // Sign-ins of a quiet machine come faster than the product lets a storm come.
  LIMITS: JSON.stringify({ signInsPerSecond: 10_000 }),
};

/** A name, and the work. @returns how many uses it made */
type Use = readonly [name: string, run: () => Promise<number>];

/** Bytes on the disk, whole blocks. */
function diskBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const stat = statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    bytes += (stat?.blocks ?? 0) * 512;
  }
  return bytes;
}

async function usesOf({ origin }: BenchServer, person: BenchPerson, seconds: number): Promise<Use[]> {
  const folder = await person.makeFolder('capacity', '');
  await makeFilesIn(person, folder, 100);
  const shared = await person.share([folder]);
  const link = await person.contentLink(await person.sendWhole(makeFile(LARGE_MEBIBYTES * MIB), 'large.bin', '', 4));
  const query = new URLSearchParams({ parent_id: folder, limit: '100' });
  const page = async (name: string, target: string, headers: Record<string, string>): Promise<Use> => {
    const plan = { name, urls: [origin + target], headers: () => headers, connections: 4 };
    // Until the runtime has compiled what is used often.
    await makeLoad({ ...plan, seconds: 0, atLeast: WARM_PAGES });
    return [name, async () => (await makeLoad({ ...plan, seconds })).length];
  };
  const browser = { 'accept-encoding': 'gzip', 'accept-language': 'en-US', accept: 'text/html' };
  const cookie = await sessionCookie(origin, OWNER);
  const bearer = { authorization: `Bearer ${person.token}`, 'accept-encoding': 'gzip' };
  return [
    await page('page of a link, 100 files', `/s/${shared}`, browser),
    await page('first page of the site', '/en-US', browser),
    await page('page of a drive, 100 files', `/drive/all/${folder}`, { ...browser, cookie }),
    await page('listing of 100 files (API)', `/drive/v1/files?${query}`, bearer),
    [
      'file of 1 KB up',
      async () => {
        await makeFilesIn(person, await person.makeFolder('small', ''), 300);
        return 300;
      },
    ],
    [
      'MiB up, of 128 in one file',
      async () => {
        await person.sendWhole(makeFile(LARGE_MEBIBYTES * MIB), 'again.bin', '', 4);
        return LARGE_MEBIBYTES;
      },
    ],
    ['MiB down, of 128 in one file', async () => (await getBytes(link)) / MIB],
    [
      'sign-in by password',
      async () => {
        for (let at = 0; at < 20; at++) await signIn(origin, 'bob@example.com');
        return 20;
      },
    ],
  ];
}

/** Processor time of one use, ms, by process. */
async function measureUse({ pids }: BenchServer, [name, run]: Use) {
  await delay(500);
  const helpers = () => usageOfAll(pids.others).cpuSeconds;
  const before = helpers();
  const { result, cost } = await costOf(pids, run);
  const each = (cpu: number): number => (cpu * 1_000) / result;
  return {
    name,
    front: each(cost.frontCpuSeconds),
    runtime: each(cost.runtimeCpuSeconds),
    helper: each(helpers() - before),
  };
}

/** Memory and disk of one of many of a kind. @param make  @returns how many it made */
async function growthOf({ pids, dataDir }: BenchServer, make: () => Promise<number>) {
  const look = () => [usageOfAll(allPids(pids)).residentBytes, diskBytes(dataDir)] as const;
  const [memory, disk] = look();
  const count = await make();
  await delay(REST_MS);
  const [memoryAfter, diskAfter] = look();
  return { memoryBytes: (memoryAfter - memory) / count, diskBytes: (diskAfter - disk) / count };
}

/** A person with a drive. */
async function makePerson({ dataDir, origin }: BenchServer, email: string): Promise<BenchPerson> {
  const body = { email, name: email.split('@')[0], password: 'magpie-demo', operator: false };
  const { status, text } = await callServerOf(dataDir, '/_internal/person/ensure', body);
  if (status !== 200) throw new Error(`a person could not be made: ${status} ${text}`);
  const person = await signIn(origin, email);
  await person.call('GET', '/drive/v1/about');
  return person;
}

/** Pages that follow a drive. */
async function openSockets({ origin }: BenchServer, people: readonly BenchPerson[]): Promise<WebSocket[]> {
  const address = `${origin.replace('http', 'ws')}/drive/v1/live`;
  const sockets = people.flatMap(({ token }) =>
    Array.from({ length: SOCKETS_EACH }, () => new WebSocket(address, ['magpie.v1', `bearer.${token}`])),
  );
  const open = (socket: WebSocket) =>
    new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error('a socket was refused'));
    });
  await Promise.all(sockets.map(open));
  return sockets;
}

export async function benchCapacity(bench: Bench): Promise<ScenarioReport> {
  const { quick, seconds } = bench.options;
  const size = quick ? 1 : 0;
  const server = await bench.product(ENV);
  const person = await signIn(server.origin, OWNER);
  const uses: Awaited<ReturnType<typeof measureUse>>[] = [];
  for (const use of await usesOf(server, person, seconds)) uses.push(await measureUse(server, use));
  const files = await growthOf(server, async () => {
    await makeFilesIn(person, await person.makeFolder('many', ''), SMALL_FILES[size]);
    return SMALL_FILES[size];
  });
  const made: BenchPerson[] = [];
  const people = await growthOf(server, async () => {
    while (made.length < PEOPLE[size]) made.push(await makePerson(server, `person${made.length}@example.com`));
    return made.length;
  });
  let sockets: WebSocket[] = [];
  const pages = await growthOf(server, async () => {
    sockets = await openSockets(server, made);
    return sockets.length;
  });
  for (const socket of sockets) socket.close();
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
  const growths = { 'file of 700 bytes': files, 'person with a drive': people, 'open page (WebSocket)': pages };
  printTable(
    'Memory and disk',
    ['of', 'memory, KiB', 'disk while it runs, KiB'],
    Object.entries(growths).map(([name, { memoryBytes, diskBytes: disk }]) => [
      name,
      ...[memoryBytes, disk].map((bytes) => (bytes / 1024).toFixed(1)),
    ]),
  );
  return { figures: { uses, growths }, checks: [] };
}
