/**
 * Size: a folder of very many entries beside a small one, a very large file through a kill in the middle, and a start with
 * very many uploads left open. Each on the product as `npm start` runs it; the folder of state is audited at the end.
 */
import { createHash, randomInt } from 'node:crypto';
import { statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { childIds, fillFolder, type ListedPage, makeEntries } from '../drive/fill.ts';
import { closeConnections, digestOf, getBytes, makeFile, putBytes } from '../harness/bytes.ts';
import { type BenchPerson, callJson, signIn } from '../harness/client.ts';
import { costOf, residentBytes, rssBytes } from '../harness/processes.ts';
import { atMost, type Check, type PartReport } from '../harness/report.ts';
import { spreadOf } from '../harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct } from '../harness/server.ts';
import type { BenchOptions } from '../harness/settings.ts';

const MIB = 2 ** 20;
const PERSON = 'carla@example.com';
const PAGE_ROUNDS = 30;
const SMALL_ENTRIES = 100;
const CALL_LANES = 8;
const PENDING_BYTES = 1_000;
const PART_LANES = 3;
const RANGES = 8;
const SETTLE_MS = 1_500;
const GONE_MS = 20;
const MAX_PAGE_RATIO = 2;
/** A move touches one row, whatever lies below it. */
const MAX_MOVE_MS = 1_000;
const MAX_RSS_MIB = 400;
const MAX_RECOVERY_SECONDS = 10;

interface Sizes {
  entries: number;
  fileBytes: number;
  pending: number;
}

/** The one server of this part, which is killed and started again on the same state. */
class Subject {
  server: BenchServer;
  person: BenchPerson;
  readonly dataDir: string;
  readonly #port: number;

  constructor(server: BenchServer, person: BenchPerson, dataDir: string, port: number) {
    this.server = server;
    this.person = person;
    this.dataDir = dataDir;
    this.#port = port;
  }

  get origin(): string {
    return this.server.origin;
  }

  call<T>(method: string, target: string, body?: unknown): Promise<T> {
    return callJson<T>(`${this.server.origin}${target}`, method, this.person.token, body);
  }

  /** Kills front and runtime at the same moment. */
  async kill(): Promise<void> {
    const { front, runtime, others } = this.server.pids;
    const pids = [...others, front, runtime];
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    while (pids.some((pid) => rssBytes(pid) > 0)) await delay(GONE_MS);
    closeConnections();
  }

  /** @returns seconds until it said that it is ready */
  async start(): Promise<number> {
    const startedMs = performance.now();
    this.server = await startProduct(this.#port, this.dataDir);
    const seconds = (performance.now() - startedMs) / 1000;
    this.person = await signIn(this.server.origin, PERSON);
    return seconds;
  }

  async untilTask(taskId: string): Promise<void> {
    await this.person.untilDone({ id: '', taskId });
  }

  restingMebibytes(): number {
    return residentBytes(this.server.pids) / MIB;
  }
}

async function benchFolder(subject: Subject, entries: number): Promise<{ figures: unknown; checks: Check[] }> {
  const startedMs = performance.now();
  const [large, aside, small, target] = await Promise.all(
    ['Large', 'Aside', 'Small', 'Target'].map((name) => subject.person.makeFolder(name, '')),
  );
  if (!large || !aside || !small || !target) throw new Error('no folders');
  await makeEntries(subject, small, SMALL_ENTRIES);
  await fillFolder(subject, large, aside, entries);
  const fillSeconds = (performance.now() - startedMs) / 1000;

  const firstPage = async (folderId: string): Promise<number> => {
    const askedMs = performance.now();
    const page = await subject.call<ListedPage>('GET', `/drive/v1/files?parent_id=${folderId}&limit=100`);
    if (page.files.length !== SMALL_ENTRIES) throw new Error(`a first page had ${page.files.length} entries`);
    return performance.now() - askedMs;
  };
  const times: Record<'large' | 'small', number[]> = { large: [], small: [] };
  for (let round = 0; round <= PAGE_ROUNDS; round++) {
    const [ofLarge, ofSmall] = [await firstPage(large), await firstPage(small)];
    if (round === 0) continue;
    times.large.push(ofLarge);
    times.small.push(ofSmall);
  }
  const pages = { large: spreadOf(times.large), small: spreadOf(times.small) };

  const movedMs = performance.now();
  const body = { ids: [large], to: { parent_id: target } };
  const { task_id } = await subject.call<{ task_id: string }>('POST', '/drive/v1/files:batchMove', body);
  const answerMs = performance.now() - movedMs;
  await subject.untilTask(task_id);
  const doneMs = performance.now() - movedMs;
  const there = await childIds(subject, target, 1);
  process.stdout.write(
    `folder: ${entries} entries in ${fillSeconds.toFixed(0)} s; first page ${pages.large.median.toFixed(1)} ms against ${pages.small.median.toFixed(1)} ms; moved in ${doneMs.toFixed(0)} ms\n`,
  );
  return {
    figures: { entries, fillSeconds, pages, moveAnswerMs: answerMs, moveDoneMs: doneMs },
    checks: [
      atMost(
        `first page of ${entries} entries against ${SMALL_ENTRIES}`,
        pages.large.median / pages.small.median,
        MAX_PAGE_RATIO,
        'times',
      ),
      atMost(`moving a folder of ${entries} entries`, doneMs, MAX_MOVE_MS, 'ms'),
      { name: 'the moved folder is where it was put', ok: there[0] === large, says: there[0] ?? 'nothing there' },
    ],
  };
}

interface Session {
  upload_id: string;
  upload_token: string;
  part_size: number;
  part_count: number;
  parts: number[];
}
interface Begun {
  file: { id: string };
  task: { id: string } | null;
  upload?: Session;
}

async function begin(subject: Subject, name: string, sizeBytes: number, parentId = ''): Promise<Begun> {
  return subject.call<Begun>('POST', '/drive/v1/files', {
    kind: 'drive#file',
    name,
    size: String(sizeBytes),
    parent_id: parentId,
    upload_type: 'UPLOAD_TYPE_RESUMABLE',
    resumable: { provider: 'PROVIDER_MAGPIE' },
  });
}

async function benchLargeFile(subject: Subject, sizeBytes: number): Promise<{ figures: unknown; checks: Check[] }> {
  await delay(SETTLE_MS);
  let idle = subject.restingMebibytes();
  let peak = 0;
  const watch = async <T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> => {
    const { result, cost } = await costOf(subject.server.pids, work);
    peak = Math.max(peak, cost.peakRssBytes / MIB - idle);
    return { result, seconds: cost.wallSeconds };
  };
  const file = makeFile(sizeBytes);
  const { upload, file: node, task } = await begin(subject, 'Very large.bin', sizeBytes);
  if (!upload) throw new Error('no upload began');
  const acknowledged = new Set<number>();
  const send = async (session: Session, wanted: readonly number[], until: number): Promise<void> => {
    const parts = wanted.values();
    const lane = async (): Promise<void> => {
      for (const part of parts) {
        if (acknowledged.size >= until) return;
        const start = (part - 1) * session.part_size;
        const url = `${subject.server.origin}/drive/v1/uploads/${session.upload_id}/parts/${part}`;
        const headers = { 'x-upload-token': session.upload_token };
        await putBytes(url, headers, file, start, Math.min(start + session.part_size, sizeBytes));
        acknowledged.add(part);
      }
    };
    await Promise.all(Array.from({ length: PART_LANES }, lane));
  };
  const all = Array.from({ length: upload.part_count }, (_, at) => at + 1);
  const half = Math.ceil(all.length / 2);
  // The kill comes while parts are under way: their calls fail, as the client's own would.
  const sending = watch(() => send(upload, all, Number.POSITIVE_INFINITY).catch(() => undefined));
  while (acknowledged.size < half) await delay(GONE_MS);
  await subject.kill();
  const first = await sending;
  const restartSeconds = await subject.start();
  await delay(SETTLE_MS);
  idle = Math.min(idle, subject.restingMebibytes());

  const session = await subject.call<Session>('GET', `/drive/v1/uploads/${upload.upload_id}`);
  const stored = new Set(session.parts);
  const lost = [...acknowledged].filter((part) => !stored.has(part)).length;
  const rest = await watch(async () => {
    await send(
      session,
      all.filter((part) => !stored.has(part)),
      Number.POSITIVE_INFINITY,
    );
    await subject.call('POST', `/drive/v1/uploads/${upload.upload_id}/complete`, {});
    await subject.untilTask(task?.id ?? '');
  });

  const url = await subject.person.contentLink(node.id);
  const hash = createHash('sha256');
  const whole = await watch(() => getBytes(url, '', hash));
  const isWhole = whole.result.sizeBytes === sizeBytes && hash.digest('hex') === digestOf(file, 0, sizeBytes);
  let goodRanges = 0;
  await watch(async () => {
    for (let at = 0; at < RANGES; at++) {
      const start = randomInt(sizeBytes - 1);
      const end = Math.min(sizeBytes, start + 1 + randomInt(64 * MIB));
      const ofRange = createHash('sha256');
      const part = await getBytes(url, `bytes=${start}-${end - 1}`, ofRange);
      const isRight = part.status === 206 && part.contentRange === `bytes ${start}-${end - 1}/${sizeBytes}`;
      if (isRight && ofRange.digest('hex') === digestOf(file, start, end)) goodRanges += 1;
    }
  });
  const size = `${(sizeBytes / MIB).toFixed(0)} MiB`;
  process.stdout.write(
    `large file: killed at part ${half} of ${all.length} after ${first.seconds.toFixed(1)} s, ready again in ${restartSeconds.toFixed(1)} s, rest and hashing ${rest.seconds.toFixed(1)} s, down in ${whole.seconds.toFixed(1)} s; ${peak.toFixed(0)} MiB above ${idle.toFixed(0)} MiB idle\n`,
  );
  return {
    figures: {
      sizeBytes,
      firstSeconds: first.seconds,
      restartSeconds,
      restSeconds: rest.seconds,
      downSeconds: whole.seconds,
      idleMebibytes: idle,
      peakAboveIdleMebibytes: peak,
    },
    checks: [
      atMost('acknowledged parts lost by the kill', lost, 0, 'parts'),
      { name: `${size} come back whole after a kill`, ok: isWhole, says: isWhole ? 'SHA-256 equal' : 'bytes differ' },
      { name: `${size} come back by ranges`, ok: goodRanges === RANGES, says: `${goodRanges} of ${RANGES} equal` },
      atMost('peak memory above idle', peak, MAX_RSS_MIB, 'MiB'),
    ],
  };
}

async function benchRecovery(subject: Subject, pending: number): Promise<{ figures: unknown; checks: Check[] }> {
  const folderId = await subject.person.makeFolder('Pending', '');
  const file = makeFile(PENDING_BYTES);
  const open = new Map<string, number>();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < pending; at = next++) {
      const { upload } = await begin(subject, `Pending ${at}.bin`, PENDING_BYTES, folderId);
      if (!upload) throw new Error('no upload began');
      // Every other one has its bytes already and only was not finished.
      const parts = at % 2;
      if (parts > 0) {
        const url = `${subject.server.origin}/drive/v1/uploads/${upload.upload_id}/parts/1`;
        await putBytes(url, { 'x-upload-token': upload.upload_token }, file, 0, PENDING_BYTES);
      }
      open.set(upload.upload_id, parts);
    }
  };
  await Promise.all(Array.from({ length: CALL_LANES }, lane));
  await subject.kill();
  const startedMs = performance.now();
  const readySeconds = await subject.start();
  await childIds(subject, folderId, pending);
  const servedSeconds = (performance.now() - startedMs) / 1000;
  const { findings } = await auditFolder(subject.dataDir, Date.now);
  const auditedSeconds = (performance.now() - startedMs) / 1000;
  let kept = 0;
  for (const [id, parts] of open) {
    const session = await subject.call<Session>('GET', `/drive/v1/uploads/${id}`);
    if (session.parts.length === parts) kept += 1;
  }
  process.stdout.write(
    `recovery with ${pending} uploads open: ready in ${readySeconds.toFixed(1)} s, their folder listed after ${servedSeconds.toFixed(1)} s, audited after ${auditedSeconds.toFixed(1)} s\n`,
  );
  return {
    figures: { pending, readySeconds, servedSeconds, auditedSeconds, findings },
    checks: [
      atMost(`until ready and audited with ${pending} uploads open`, auditedSeconds, MAX_RECOVERY_SECONDS, 's'),
      atMost('violations after the kill', findings.length, 0, 'violations'),
      { name: 'uploads left open are still there', ok: kept === pending, says: `${kept} of ${pending}` },
    ],
  };
}

/** @throws Error when the disk is too small for the large file */
export async function benchSize(options: BenchOptions): Promise<PartReport> {
  const sizes: Sizes = options.quick
    ? { entries: 5_000, fileBytes: 256 * MIB, pending: 100 }
    : { entries: 100_000, fileBytes: 5 * 1024 * MIB, pending: 1_000 };
  const scratch = makeScratch();
  let subject: Subject | undefined;
  try {
    const disk = statfsSync(scratch.dir);
    if (disk.bavail * disk.bsize < 2 * sizes.fileBytes)
      throw new Error(`the disk of ${scratch.dir} is too small; MAGPIE_BENCH_DIR names another`);
    const dataDir = path.join(scratch.dir, 'product');
    const server = await startProduct(options.port, dataDir);
    subject = new Subject(server, await signIn(server.origin, PERSON), dataDir, options.port);
    const recovery = await benchRecovery(subject, sizes.pending);
    const largeFile = await benchLargeFile(subject, sizes.fileBytes);
    const folder = await benchFolder(subject, sizes.entries);
    return {
      part: 'size',
      figures: { folder: folder.figures, recovery: recovery.figures, largeFile: largeFile.figures },
      checks: [...folder.checks, ...recovery.checks, ...largeFile.checks],
    };
  } finally {
    closeConnections();
    await subject?.server.stop();
    scratch.remove();
  }
}
