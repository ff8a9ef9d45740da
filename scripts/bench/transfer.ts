/**
 * Bytes up and down: the product, whole files and zip files and fetches by link, against the store bare behind a Worker and against nginx,
 * by the same parts. The store here is the disk of one machine; of another store these figures say nothing.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import type { Bench, BenchServer } from './harness/bench.ts';
import {
  closeConnections,
  digestOf,
  type FileBytes,
  getBytes,
  makeFile,
  makeFiles,
  putBytes,
} from './harness/bytes.ts';
import { type BenchPerson, sendParts, signIn } from './harness/client.ts';
import {
  allPids,
  costOf,
  inLanes,
  interleave,
  medianOf,
  percentile,
  type ServerPids,
  type Table,
  timeOf,
  usageOfAll,
} from './harness/measure.ts';
import { startNginx } from './harness/nginx.ts';
import { atLeast, atMost, type Check, printFigures, type ScenarioReport } from './harness/report.ts';

const MIB = 2 ** 20;
/** Connections that send parts of one file at once. */
const PART_LANES = 3;
const PART_BYTES = 8 * MIB;
const SMALL_FILES = 200;
const SMALL_BYTES = 1_000_000;
const SMALL_LANES = 8;
const WARM_BYTES = 32 * MIB;
const PING_MS = 20;
/** How long a server may rest before its idle memory is read. */
const SETTLE_MS = 1_500;

/** Of nginx, until the file is done: large files, many small ones up and down. */
const LARGE_SHARE = 0.7;
const SMALL_UP_SHARE = 0.25;
const SMALL_DOWN_SHARE = 0.7;
/** Of the bare store behind the same front. */
const STORED_SHARE = 0.5;
const SMALL_STORED_SHARE = 0.9;
/** Of the plain download, and of the upload. */
const ZIP_SHARE = 0.8;
const FETCH_SHARE = 0.7;
const MAX_CPU_PER_GIGABYTE = 5.5;
const MAX_RSS_MIB = 200;
const MAX_ZIP_RSS_MIB = 64;
/** Longest another visitor may wait for a page while a large file is taken in: a stall, not a slow machine. */
const MAX_STALL_MS = 500;

/** A server that stores bytes under any name. */
type Shelf = Pick<BenchServer, 'origin' | 'pids'>;

interface Target {
  readonly name: string;
  readonly pids: ServerPids;
  /** Moves about this many bytes. @returns how many, and seconds until they were stored when the work went on after that */
  move(sizeBytes: number): Promise<{ movedBytes: number; storedSeconds?: number }>;
}

/** Flushes the writes of the target before, or each target would wait for the bytes of the other. */
const settleDisk = promisify(execFile);

async function measure(target: Target, sizeBytes: number): Promise<Record<string, number>> {
  await settleDisk('sync').catch(() => undefined);
  const { result, cost } = await costOf(target.pids, () => target.move(sizeBytes));
  const [megabytes, gigabytes] = [result.movedBytes / 1e6, result.movedBytes / 1e9];
  return {
    rate: megabytes / cost.wallSeconds,
    storedRate: megabytes / (result.storedSeconds ?? cost.wallSeconds),
    runtimeCpu: cost.runtimeCpuSeconds / gigabytes,
    frontCpu: cost.frontCpuSeconds / gigabytes,
    cpu: cost.cpuSeconds / gigabytes,
    peakMib: cost.peakRssBytes / MIB,
  };
}

async function compare(title: string, { options }: Bench, targets: readonly Target[]): Promise<Table> {
  const { rounds, largeBytes } = options;
  const table = await interleave(targets, rounds, (target, isWarmUp) =>
    measure(target, isWarmUp ? WARM_BYTES : largeBytes),
  );
  printFigures(title, table, [
    ['MB/s', 'rate'],
    ['MB/s until stored', 'storedRate'],
    ['runtime CPU-s/GB', 'runtimeCpu', 2],
    ['front CPU-s/GB', 'frontCpu', 2],
    ['all CPU-s/GB', 'cpu', 2],
    ['peak RSS, MiB', 'peakMib'],
  ]);
  closeConnections();
  return table;
}

/** Each round stores under new names, as the product does: in a virtual machine fresh memory costs as much as the copy. */
function shelfUpload(name: string, { origin, pids }: Shelf): Target {
  let round = 0;
  return {
    name,
    pids,
    async move(sizeBytes) {
      round += 1;
      const part = (number: number) => ({ url: `${origin}/store/part-${round}-${number}`, headers: {} });
      await sendParts(makeFile(sizeBytes), PART_BYTES, PART_LANES, part);
      return { movedBytes: sizeBytes };
    },
  };
}

interface Sent {
  readonly file: FileBytes;
  readonly id: string;
}

function productUpload({ pids }: BenchServer, person: BenchPerson, sent: Sent[]): Target {
  return {
    name: 'product',
    pids,
    async move(sizeBytes) {
      const file = makeFile(sizeBytes);
      const startedMs = performance.now();
      const one = await person.send(file, `Large ${sent.length}.bin`, '', PART_LANES);
      const storedSeconds = (performance.now() - startedMs) / 1000;
      await person.untilDone(one);
      sent.push({ file, id: one.id });
      return { movedBytes: sizeBytes, storedSeconds };
    },
  };
}

/** A fetch by link of a new file from a server of others. @param source  its address */
function fetchByLink({ pids }: BenchServer, person: BenchPerson, source: string): Target {
  let count = 0;
  return {
    name: 'product, fetch by link',
    pids,
    async move(sizeBytes) {
      count += 1;
      const url = `http://${source}/${sizeBytes}/${count}.bin`;
      const body = { kind: 'drive#file', upload_type: 'UPLOAD_TYPE_URL', url: { url } };
      const { task } = await person.call<{ task: { id: string } }>('POST', '/drive/v1/files', body);
      await person.untilDone({ taskId: task.id });
      return { movedBytes: sizeBytes };
    },
  };
}

/** A server of others with a new file of the size in each address. @returns its host and port */
async function startSource(bench: Bench): Promise<string> {
  const server = http.createServer((request, response) => {
    const sizeBytes = Number(request.url?.split('/')[1]);
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = `bytes ${start}-${sizeBytes - 1}/${sizeBytes}`;
    response.writeHead(206, { 'content-range': range, 'content-length': sizeBytes - start });
    Readable.from(makeFile(sizeBytes).read(start, sizeBytes)).pipe(response);
  });
  await listenOnLoopback(server);
  bench.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** @param lanes  how many are read at once */
function download(
  name: string,
  pids: ServerPids,
  urls: () => readonly string[] | Promise<readonly string[]>,
  lanes = SMALL_LANES,
): Target {
  return {
    name,
    pids,
    async move() {
      let movedBytes = 0;
      const all = await urls();
      await inLanes(lanes, all.length, async (at) => {
        movedBytes += await getBytes(all[at] ?? '');
      });
      return { movedBytes };
    },
  };
}

/** Many small files, a few at a time: what one costs from first call to whole. */
function smallUpload(
  name: string,
  pids: ServerPids,
  makeSend: () => Promise<(file: FileBytes, at: number) => Promise<unknown>>,
): Target {
  return {
    name,
    pids,
    async move() {
      const [files, send] = [makeFiles(SMALL_FILES, SMALL_BYTES), await makeSend()];
      await inLanes(SMALL_LANES, files.length, (at) => send(files[at] ?? makeFile(SMALL_BYTES), at));
      return { movedBytes: SMALL_FILES * SMALL_BYTES };
    },
  };
}

function shelfSmallUpload(name: string, { origin, pids }: Shelf): Target {
  let round = 0;
  return smallUpload(name, pids, async () => {
    round += 1;
    const own = round;
    return (file, at) => putBytes(`${origin}/store/small-${own}-${at}`, {}, file, 0, file.sizeBytes);
  });
}

/** Times of the first page, requested again and again until a large file is sent and hashed. */
async function pagesDuringUpload({ origin }: BenchServer, person: BenchPerson, sizeBytes: number): Promise<number[]> {
  const timesMs: number[] = [];
  let hasEnded = false;
  const visitor = (async () => {
    while (!hasEnded) {
      timesMs.push(await timeOf(() => getBytes(`${origin}/en-US`)));
      await delay(PING_MS);
    }
  })();
  try {
    await person.sendWhole(makeFile(sizeBytes), 'Beside others.bin', '', PART_LANES);
  } finally {
    hasEnded = true;
    await visitor;
  }
  return timesMs;
}

interface Tables {
  readonly up: Table;
  readonly down: Table;
  readonly smallUp: Table;
  readonly smallDown: Table;
}

function rateShare(table: Table, name: string, of: string, figure = 'rate'): number {
  return medianOf(table, name, figure) / medianOf(table, of, figure);
}

function speedChecks({ up, down, smallUp, smallDown }: Tables, hasNginx: boolean): Check[] {
  const share = (table: Table, of: string) => rateShare(table, 'product', of);
  const smallCpu = medianOf(smallUp, 'product', 'cpu');
  const own = [
    atLeast(
      'large file up, share of the bare store',
      rateShare(up, 'product', 'bare store', 'storedRate'),
      STORED_SHARE,
    ),
    atLeast('fetch by link, share of the upload', rateShare(up, 'product, fetch by link', 'product'), FETCH_SHARE),
    atLeast('zip of a large file, share of the plain one', rateShare(down, 'product, zip', 'product'), ZIP_SHARE),
    atLeast(
      'zip of small files, share of the plain ones',
      rateShare(smallDown, 'product, zip', 'product, one by one'),
      ZIP_SHARE,
    ),
    atMost('small files up, processor time', smallCpu, MAX_CPU_PER_GIGABYTE, 'CPU-s/GB'),
    atLeast('small files up, share of the bare store', share(smallUp, 'bare store'), SMALL_STORED_SHARE),
  ];
  if (!hasNginx) return own;
  return [
    ...own,
    atLeast('large file up until done, share of nginx', share(up, 'nginx'), LARGE_SHARE),
    atLeast('small files up, share of nginx', share(smallUp, 'nginx'), SMALL_UP_SHARE),
    atLeast('small files down, share of nginx', share(smallDown, 'nginx'), SMALL_DOWN_SHARE),
  ];
}

/** @param resting  memory before uploads and before downloads, MiB */
function memoryChecks({ up, smallUp, down }: Tables, resting: readonly [number, number]): Check[] {
  const peakOf = (table: Table, name: string): number => table.get(name)?.['peakMib']?.max ?? Number.NaN;
  const sent = Math.max(peakOf(up, 'product'), peakOf(up, 'product, fetch by link'), peakOf(smallUp, 'product'));
  const zip = peakOf(down, 'product, zip') - Math.max(resting[1], peakOf(down, 'product'));
  return [
    atMost('memory of uploads and fetches above idle', sent - resting[0], MAX_RSS_MIB, 'MiB'),
    atMost('memory of a zip file above a plain download', zip, MAX_ZIP_RSS_MIB, 'MiB'),
  ];
}

async function restingMib({ pids }: BenchServer): Promise<number> {
  await delay(SETTLE_MS);
  return usageOfAll(allPids(pids)).residentBytes / MIB;
}

export async function benchTransfer(bench: Bench): Promise<ScenarioReport> {
  const { largeBytes } = bench.options;
  const source = await startSource(bench);
  const env = { MAGPIE_OUTBOUND_ALLOW: source };
  const taker = await bench.product(env);
  const [baseline, nginx] = [await bench.baseline(), await startNginx(bench)];
  const shelves = Object.entries({ 'bare store': baseline, ...(nginx ? { nginx } : {}) });
  const restingTaker = await restingMib(taker);
  const sender = await signIn(taker.origin, 'carla@example.com');
  const sent: Sent[] = [];
  const up = await compare(`Up: ${largeBytes / MIB} MiB in parts of 8 MiB, ${PART_LANES} at once`, bench, [
    ...shelves.map(([name, shelf]) => shelfUpload(name, shelf)),
    productUpload(taker, sender, sent),
    fetchByLink(taker, sender, source),
  ]);
  let folderId = '';
  const ids: string[] = [];
  const smallUp = await compare(`Up: ${SMALL_FILES} x 1 MB, ${SMALL_LANES} at once`, bench, [
    ...shelves.map(([name, shelf]) => shelfSmallUpload(name, shelf)),
    smallUpload('product', taker.pids, async () => {
      folderId = await sender.makeFolder('Small', '');
      const to = folderId;
      return async (file, at) => {
        ids[at] = await sender.sendWhole(file, `Small ${at}.bin`, to);
      };
    }),
  ]);
  const pageMs = await pagesDuringUpload(taker, sender, largeBytes);
  await taker.stop();

  // A new start: the runtime keeps memory that uploads took.
  const giver = await bench.product(env);
  const reader = await signIn(giver.origin, 'carla@example.com');
  const [last] = sent.slice(-1);
  if (last === undefined) throw new Error('nothing was uploaded');
  const zipOf = async (id: string) => [
    (await reader.call<{ url: string }>('POST', '/drive/v1/files:zip', { ids: [id] })).url,
  ];
  const lastUrl = await reader.contentLink(last.id);
  const urls = await Promise.all(ids.map((id) => reader.contentLink(id)));
  const whole = { url: `${baseline.origin}/store/whole`, headers: {} };
  await sendParts(makeFile(largeBytes), largeBytes, 1, () => whole);
  const restingGiver = await restingMib(giver);
  const size = `${largeBytes / MIB} MiB in one answer`;
  const plainDown = await compare(`Down: ${size}`, bench, [
    download('bare store', baseline.pids, () => [whole.url]),
    download('product', giver.pids, () => [lastUrl]),
  ]);
  // Afterwards: the runtime keeps memory that a zip file took.
  const zip = download('product, zip', giver.pids, () => zipOf(last.id));
  const down = new Map([...plainDown, ...(await compare(`Down as a zip file: ${size}`, bench, [zip]))]);
  const smallDown = await compare(`Down: ${SMALL_FILES} x 1 MB, ${SMALL_LANES} at once`, bench, [
    ...shelves.map(([name, { origin, pids }]) =>
      download(name, pids, () => ids.map((_, at) => `${origin}/store/small-1-${at}`)),
    ),
    download('product', giver.pids, () => urls),
    download('product, one by one', giver.pids, () => urls, 1),
    download('product, zip', giver.pids, () => zipOf(folderId)),
  ]);

  const tables = { up, down, smallUp, smallDown };
  const hash = createHash('sha256');
  await getBytes(lastUrl, hash);
  const isWhole = hash.digest('hex') === digestOf(last.file);
  process.stdout.write(`\nanother page during the upload: ${percentile(pageMs, 0.5).toFixed(0)} ms p50\n`);
  return {
    figures: Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, Object.fromEntries(table)])),
    checks: [
      ...speedChecks(tables, nginx !== undefined),
      ...memoryChecks(tables, [restingTaker, restingGiver]),
      { name: 'a large file comes back whole', ok: isWhole, detail: isWhole ? 'SHA-256 equal' : 'its bytes differ' },
      atMost('another page while a large file is taken in', Math.max(...pageMs), MAX_STALL_MS, 'ms'),
    ],
  };
}
