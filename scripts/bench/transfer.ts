/**
 * Bytes up and down: the product against a bare route that drains or generates them and against the store bare behind a
 * Worker, all through the same front and by the same parts. Every file comes back whole and by ranges, hashed.
 */
import { execFile } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeBaseline } from './baseline/write.ts';
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
import { startNginx } from './harness/nginx.ts';
import { costOf, residentBytes, type ServerPids } from './harness/processes.ts';
import { atLeast, atMost, type Check, printTable, type ScenarioReport, showSpread } from './harness/report.ts';
import { type Figures, interleave, percentile } from './harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';
import { transferGates } from './transfer-gates.ts';

const MIB = 2 ** 20;
/** Connections that send parts of one file at once. */
const PART_LANES = 3;
const PART_BYTES = 8 * MIB;
const SMALL_FILES = 200;
const SMALL_BYTES = 1_000_000;
const SMALL_LANES = 8;
const WARM_BYTES = 32 * MIB;
const RANGES = 8;
const MAX_RSS_MIB = 200;
/** Of what the bare store takes in the same run. */
const MIN_SHARE = 0.5;
/** Longest another visitor may wait for a page while a large file is taken in: a stall, not a slow machine. */
const MAX_STALL_MS = 500;
const PING_MS = 20;
/** How long a server may rest before its idle memory is read. */
const SETTLE_MS = 1_500;

interface Target {
  name: string;
  pids: ServerPids;
  /** Moves about this many bytes. @returns how many, and seconds until they were stored when the work went on after that */
  move(sizeBytes: number, isWarmUp: boolean): Promise<{ movedBytes: number; storedSeconds?: number }>;
}

/** A file that the product stores and must return. */
interface SentFile {
  file: FileBytes;
  url: string;
}

/** Flushes the writes of the target before, or each target would wait for the bytes of the other. */
const settleDisk = promisify(execFile);

async function measure(target: Target, sizeBytes: number, isWarmUp: boolean): Promise<Record<string, number>> {
  await settleDisk('sync').catch(() => undefined);
  const { result, cost } = await costOf(target.pids, () => target.move(sizeBytes, isWarmUp));
  const gigabytes = result.movedBytes / 1e9;
  return {
    megabytesPerSecond: result.movedBytes / 1e6 / cost.wallSeconds,
    storedMegabytesPerSecond: result.movedBytes / 1e6 / (result.storedSeconds ?? cost.wallSeconds),
    runtimeCpuPerGigabyte: cost.runtimeCpuSeconds / gigabytes,
    frontCpuPerGigabyte: cost.frontCpuSeconds / gigabytes,
    peakRssMebibytes: cost.peakRssBytes / MIB,
    lowestRssMebibytes: cost.lowestRssBytes / MIB,
  };
}

function show(title: string, figures: ReadonlyMap<string, Figures>): void {
  const columns = ['target', 'MB/s', 'MB/s until stored', 'runtime CPU-s/GB', 'front CPU-s/GB', 'peak RSS, MiB'];
  const rows = [...figures].map(([name, one]) => [
    name,
    showSpread(one['megabytesPerSecond']),
    showSpread(one['storedMegabytesPerSecond']),
    showSpread(one['runtimeCpuPerGigabyte'], 2),
    showSpread(one['frontCpuPerGigabyte'], 2),
    (one['peakRssMebibytes']?.max ?? Number.NaN).toFixed(0),
  ]);
  printTable(title, columns, rows);
}

function productUpload(server: BenchServer, person: BenchPerson, sentFiles: SentFile[]): Target {
  let count = 0;
  return {
    name: 'product',
    pids: server.pids,
    async move(sizeBytes) {
      const file = makeFile(sizeBytes);
      count += 1;
      const startedMs = performance.now();
      const sent = await person.send(file, `Large ${count}.bin`, '', PART_LANES);
      const storedSeconds = (performance.now() - startedMs) / 1000;
      await person.untilDone(sent);
      sentFiles.push({ file, url: await person.contentLink(sent.id) });
      return { movedBytes: sizeBytes, storedSeconds };
    },
  };
}

/**
 * The baseline stores each round under new names, as the product does: replaced files would give it their memory again, while
 * new files take fresh memory, which in a virtual machine costs as much as the copy.
 */
function baselineUpload(name: string, server: BenchServer, route: string): Target {
  let round = 0;
  return {
    name,
    pids: server.pids,
    async move(sizeBytes) {
      round += 1;
      await sendParts(makeFile(sizeBytes), PART_BYTES, PART_LANES, (part) => ({
        url: `${server.origin}/${route}/part-${round}-${part}`,
        headers: {},
      }));
      return { movedBytes: sizeBytes };
    },
  };
}

function download(name: string, pids: ServerPids, url: (sizeBytes: number) => string): Target {
  return {
    name,
    pids,
    async move(sizeBytes) {
      const got = await getBytes(url(sizeBytes));
      if (got.status !== 200) throw new Error(`${name} answered ${got.status}`);
      return { movedBytes: got.sizeBytes };
    },
  };
}

/** Sends the small files, {@link SMALL_LANES} at a time. */
async function sendSmall(send: (file: FileBytes, at: number) => Promise<void>): Promise<{ movedBytes: number }> {
  const files = makeFiles(SMALL_FILES, SMALL_BYTES).entries();
  const lane = async (): Promise<void> => {
    for (const [at, file] of files) await send(file, at + 1);
  };
  await Promise.all(Array.from({ length: SMALL_LANES }, lane));
  return { movedBytes: SMALL_FILES * SMALL_BYTES };
}

/** Many small files, a few at a time: what one costs from first call to whole. */
function smallUpload(server: BenchServer, person: BenchPerson, urls: string[]): Target {
  let round = 0;
  return {
    name: 'product',
    pids: server.pids,
    async move() {
      round += 1;
      const folderId = await person.makeFolder(`Small ${round}`, '');
      return sendSmall(async (file, at) => {
        const sent = await person.send(file, `Small ${at}.bin`, folderId, 1);
        await person.untilDone(sent);
        if (urls.length < SMALL_FILES) urls.push(await person.contentLink(sent.id));
      });
    },
  };
}

function smallBaseline(name: string, server: BenchServer, route: string): Target {
  let round = 0;
  return {
    name,
    pids: server.pids,
    async move() {
      round += 1;
      return sendSmall((file, at) =>
        putBytes(`${server.origin}/${route}/small-${round}-${at}`, {}, file, 0, file.sizeBytes),
      );
    },
  };
}

function smallDownload(name: string, pids: ServerPids, urls: readonly string[]): Target {
  return {
    name,
    pids,
    async move() {
      let next = 0;
      let movedBytes = 0;
      const lane = async (): Promise<void> => {
        for (let url = urls[next++]; url !== undefined; url = urls[next++])
          movedBytes += (await getBytes(url)).sizeBytes;
      };
      await Promise.all(Array.from({ length: SMALL_LANES }, lane));
      return { movedBytes };
    },
  };
}

/** Downloads what was sent, whole and by ranges, and compares every byte by its hash. */
async function verify({ file, url }: SentFile): Promise<Check[]> {
  const whole = createHash('sha256');
  const got = await getBytes(url, '', whole);
  const isWhole = got.sizeBytes === file.sizeBytes && whole.digest('hex') === digestOf(file, 0, file.sizeBytes);
  let goodRanges = 0;
  for (let at = 0; at < RANGES; at++) {
    const start = randomInt(file.sizeBytes - 1);
    const end = Math.min(file.sizeBytes, start + 1 + randomInt(32 * MIB));
    const hash = createHash('sha256');
    const part = await getBytes(url, `bytes=${start}-${end - 1}`, hash);
    const isRight = part.status === 206 && part.contentRange === `bytes ${start}-${end - 1}/${file.sizeBytes}`;
    if (isRight && hash.digest('hex') === digestOf(file, start, end)) goodRanges += 1;
  }
  const size = `${(file.sizeBytes / MIB).toFixed(0)} MiB`;
  return [
    { name: `${size} comes back whole`, ok: isWhole, detail: isWhole ? 'SHA-256 equal' : 'its bytes differ' },
    { name: `${size} comes back by ranges`, ok: goodRanges === RANGES, detail: `${goodRanges} of ${RANGES} equal` },
  ];
}

async function restingMebibytes(pids: ServerPids): Promise<number> {
  await delay(SETTLE_MS);
  return residentBytes(pids) / MIB;
}

/** Times of the first page, requested again and again until a large file is sent and hashed. */
async function pagesDuringUpload(server: BenchServer, person: BenchPerson, sizeBytes: number): Promise<number[]> {
  const timesMs: number[] = [];
  let hasEnded = false;
  const visit = async (): Promise<void> => {
    while (!hasEnded) {
      const startedMs = performance.now();
      await getBytes(`${server.origin}/en-US`);
      timesMs.push(performance.now() - startedMs);
      await delay(PING_MS);
    }
  };
  const visitor = visit();
  try {
    await person.untilDone(await person.send(makeFile(sizeBytes), 'Beside others.bin', '', PART_LANES));
  } finally {
    hasEnded = true;
    await visitor;
  }
  return timesMs;
}

/** How fast the product stores, as a share of what the store does by itself. */
function shareOf(figures: ReadonlyMap<string, Figures>): number {
  const rate = (name: string) => figures.get(name)?.['storedMegabytesPerSecond']?.median ?? Number.NaN;
  return rate('product') / rate('bare store');
}

interface Servers {
  product: BenchServer;
  baseline: BenchServer;
  /** Absent where it is not installed. */
  nginx: BenchServer | undefined;
}

async function runAll({ product, baseline, nginx }: Servers, options: BenchOptions): Promise<ScenarioReport> {
  const resting = await restingMebibytes(product.pids);
  const person = await signIn(product.origin, 'carla@example.com');
  const sentFiles: SentFile[] = [];
  const large = (target: Target, isWarmUp: boolean) =>
    measure(target, isWarmUp ? WARM_BYTES : options.largeBytes, isWarmUp);

  const ups = [
    baselineUpload('bare drain', baseline, 'drain'),
    baselineUpload('bare store', baseline, 'store'),
    ...(nginx ? [baselineUpload('nginx', nginx, 'store')] : []),
    productUpload(product, person, sentFiles),
  ];
  const upFigures = await interleave(ups, options.rounds, large);
  show(`Up: ${options.largeBytes / MIB} MiB in parts of 8 MiB, ${PART_LANES} at once`, upFigures);
  closeConnections();

  const last = sentFiles.at(-1);
  if (last === undefined) throw new Error('nothing was uploaded');
  await sendParts(makeFile(options.largeBytes), options.largeBytes, 1, () => ({
    url: `${baseline.origin}/store/whole`,
    headers: {},
  }));
  const downs = [
    download('bare generate', baseline.pids, (sizeBytes) => `${baseline.origin}/generate/${sizeBytes}`),
    download('bare store', baseline.pids, () => `${baseline.origin}/store/whole`),
    download('product', product.pids, () => last.url),
  ];
  const downFigures = await interleave(downs, options.rounds, large);
  show(`Down: ${options.largeBytes / MIB} MiB in one answer`, downFigures);
  closeConnections();

  const urls: string[] = [];
  const smallUps = [
    smallBaseline('bare store', baseline, 'store'),
    ...(nginx ? [smallBaseline('nginx', nginx, 'store')] : []),
    smallUpload(product, person, urls),
  ];
  const smallUpFigures = await interleave(smallUps, options.rounds, large);
  show(`Up: ${SMALL_FILES} x 1 MB, ${SMALL_LANES} at once`, smallUpFigures);
  const storedAt = ({ origin }: BenchServer) => urls.map((_, at) => `${origin}/store/small-1-${at + 1}`);
  const smallDowns = [
    smallDownload('bare store', baseline.pids, storedAt(baseline)),
    ...(nginx ? [smallDownload('nginx', nginx.pids, storedAt(nginx))] : []),
    smallDownload('product', product.pids, urls),
  ];
  const smallDownFigures = await interleave(smallDowns, options.rounds, large);
  show(`Down: ${SMALL_FILES} x 1 MB, ${SMALL_LANES} at once`, smallDownFigures);

  const pageMs = await pagesDuringUpload(product, person, options.largeBytes);
  const stall = { p50Ms: percentile(pageMs, 0.5), maxMs: Math.max(...pageMs) };
  const verified = await costOf(product.pids, () => verify(last));
  const tables = { upFigures, downFigures, smallUpFigures, smallDownFigures };
  const ofProduct = Object.values(tables).map((table) => table.get('product'));
  const peak = Math.max(
    verified.cost.peakRssBytes / MIB,
    ...ofProduct.map((one) => one?.['peakRssMebibytes']?.max ?? Number.NaN),
  );
  // A server still holds memory of its start when it first rests; what it later does without was never needed.
  const idle = Math.min(resting, ...ofProduct.map((one) => one?.['lowestRssMebibytes']?.min ?? Number.NaN));
  process.stdout.write(
    `\nproduct: ${idle.toFixed(0)} MiB idle, ${peak.toFixed(0)} MiB at most, front and runtime together\n`,
  );
  process.stdout.write(
    `another page during the upload: ${stall.p50Ms.toFixed(0)} ms p50, ${stall.maxMs.toFixed(0)} ms at most\n`,
  );
  const checks = [
    ...verified.result,
    atLeast(`${options.largeBytes / MIB} MiB, share of the bare store`, shareOf(upFigures), MIN_SHARE, ''),
    ...transferGates(tables, nginx !== undefined),
    atMost('peak memory above idle', peak - idle, MAX_RSS_MIB, 'MiB'),
    atMost('another page while a large file is taken in', stall.maxMs, MAX_STALL_MS, 'ms'),
  ];
  const shown = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, Object.fromEntries(table)]));
  return {
    figures: { idleMebibytes: idle, peakMebibytes: peak, pageDuringUpload: stall, ...shown },
    checks,
  };
}

/** The store here is the disk of one machine; of another store these figures say nothing. */
export async function benchTransfer(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
    servers.push(product);
    const folder = path.join(scratch.dir, 'baseline');
    await writeBaseline(folder, {});
    const baseline = await startWorker(options.port + 1, path.join(scratch.dir, 'baseline-state'), folder);
    servers.push(baseline);
    const nginx = await startNginx(options.port + 2, path.join(scratch.dir, 'nginx'));
    if (nginx) servers.push(nginx);
    return await runAll({ product, baseline, nginx }, options);
  } finally {
    closeConnections();
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
