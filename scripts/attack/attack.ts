/** One attack: hostile requests from several addresses, a witness who works beside them, and what must hold afterwards. */
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { auditFolder } from '#scripts/audit/audit.ts';
import { isAlive } from '#scripts/start/process/processes.ts';
import { startServer } from '#test/server.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { makeLanes } from './lanes.ts';
import { makeLink, openUpload, signIn } from './people.ts';
import { groupUsage, membersOf } from './process-group.ts';
import { exchange, type RawAnswer } from './raw-client.ts';
import type { Lane, Target } from './target.ts';
import { startWitness } from './witness.ts';

export interface AttackSettings {
  readonly seconds: number;
  readonly seed: number;
  readonly port: number;
  readonly dataDir: string;
  /** Also judges by the clock: for a machine that does nothing else. */
  readonly judgesTime: boolean;
  readonly print: (line: string) => void;
}

export interface Failure {
  readonly kind: 'stopped' | 'server error' | 'no answer' | 'growth' | 'memory' | 'latency' | 'invariant';
  readonly detail: string;
}

export interface AttackResult {
  readonly failures: readonly Failure[];
  readonly requests: number;
  /** Lane -> status -> how many; status 0 for no answer. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly growth: readonly Growth[];
  readonly slowestWitnessMs: number;
  readonly grownBytes: number;
}

/** Requests of one lane in a row, from the same seed. */
const BATCH = 60;
const AT_ONCE = 6;
const COMPLETE_WAIT_MS = 30_000;
const BROKEN_WAIT_MS = 400;
/** A small heap: the runtime fills it before it collects, so that growth beyond it shows within minutes. */
const HEAP_MB = 128;
/** Memory that caches, stacks and sockets may take besides the heap, once the first third of the run has filled it. */
const MAX_GROWTH_BYTES = 250 * 2 ** 20;
const MAX_WITNESS_MS = 1_000;
const MAX_FAILURES = 50;
const DETAIL_CHARS = 700;

/** 501 and 503 are honest refusals; every other 5xx is a fault of the server. */
function isServerError(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

function describeExchange(lane: Lane, seed: number, bytes: Buffer, answer: RawAnswer): string {
  const request = JSON.stringify(bytes.toString('latin1').slice(0, DETAIL_CHARS));
  return `${lane.name} (seed ${seed}): ${request} -> ${JSON.stringify(answer.beginning.slice(0, 200))}`;
}

function judge(lane: Lane, seed: number, bytes: Buffer, answer: RawAnswer): Failure[] {
  const detail = describeExchange(lane, seed, bytes, answer);
  if (answer.refused) return [{ kind: 'stopped', detail }];
  if (answer.statuses.some(isServerError)) return [{ kind: 'server error', detail }];
  if (lane.isComplete && answer.silent) return [{ kind: 'no answer', detail }];
  return [];
}

/** The addresses that the attackers come from; the witness has one of its own. */
const ADDRESSES = Array.from({ length: 40 }, (_, n) => `127.0.0.${n + 20}`);

async function runBatch(lane: Lane, seed: number, port: number): Promise<[Buffer, RawAnswer][]> {
  const requests = fc.sample(lane.requests, { seed, numRuns: BATCH });
  const done: [Buffer, RawAnswer][] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < requests.length; n = next++) {
      const bytes = requests[n] ?? Buffer.alloc(0);
      const from = ADDRESSES[(seed + n) % ADDRESSES.length] ?? '127.0.0.1';
      const waitMs = lane.isComplete ? COMPLETE_WAIT_MS : BROKEN_WAIT_MS;
      done.push([bytes, await exchange({ port, from, bytes, waitMs })]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
}

/** New files, link and upload of the attacker. */
export async function makeTarget(origin: string, host: string): Promise<Target> {
  const attacker = await signIn(origin, 'bob@example.com');
  const { shareId, fileId, contentUrl } = await makeLink(origin, attacker);
  const content = new URL(contentUrl);
  return {
    host,
    attacker,
    upload: await openUpload(origin, attacker, 'attacked.bin'),
    shareId,
    ids: [fileId, shareId, ''],
    contentPath: content.pathname + content.search,
    contentHost: content.host,
  };
}

/** Attacks a server of its own. @returns the failures. The state folder is audited at the end. */
export async function runAttack(settings: AttackSettings): Promise<AttackResult> {
  const { seed, port, dataDir, print } = settings;
  const failures: Failure[] = [];
  const statuses = new Map<string, Map<number, number>>();
  const server = await startServer({
    port,
    dataDir,
    isGroup: true,
    env: { MAGPIE_HEAP_MB: String(HEAP_MB), LIMITS: JSON.stringify({ partBytes: 65_536 }) },
  });
  const members = membersOf(server.pids.supervisor);
  const freshTarget = () => makeTarget(server.origin, `localhost:${port}`);
  const witness = await startWitness(server.origin);
  const endMs = performance.now() + settings.seconds * 1_000;
  let requests = 0;
  let settledBytes: number | undefined;
  let grownBytes = 0;
  const isWhole = (): boolean => members.every(isAlive);

  for (let round = 0; performance.now() < endMs && isWhole() && failures.length < MAX_FAILURES; round++) {
    // The attack deletes and closes what it is aimed at.
    const lanes = makeLanes(await freshTarget());
    for (const [n, lane] of lanes.entries()) {
      const batchSeed = (seed + round * lanes.length + n) % 2 ** 31;
      const counts = statuses.get(lane.name) ?? new Map<number, number>();
      statuses.set(lane.name, counts);
      for (const [bytes, answer] of await runBatch(lane, batchSeed, port)) {
        requests += 1;
        for (const status of answer.silent ? [0] : answer.statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
        failures.push(...judge(lane, batchSeed, bytes, answer));
      }
      if (!isWhole()) {
        failures.push({ kind: 'stopped', detail: `a process of the server ended in ${lane.name}, seed ${batchSeed}` });
        break;
      }
    }
    const bytes = groupUsage(server.pids.supervisor).residentBytes;
    if (performance.now() > endMs - (settings.seconds * 1_000 * 2) / 3) settledBytes ??= bytes;
    grownBytes = settledBytes === undefined ? 0 : bytes - settledBytes;
  }
  const slowestWitnessMs = await witness.stop();
  const growth = isWhole() ? await measureGrowth(await freshTarget(), server.pids.supervisor, port) : [];
  failures.push(...witness.failures.map((detail): Failure => ({ kind: 'no answer', detail: `witness: ${detail}` })));
  if (!isWhole()) failures.push({ kind: 'stopped', detail: 'a process of the server was replaced' });
  for (const { name, smallMs, largeMs } of growth.filter((one) => one.isSuperLinear))
    failures.push({ kind: 'growth', detail: `${name}: ${smallMs} ms, at four times the size ${largeMs} ms` });
  if (grownBytes > MAX_GROWTH_BYTES)
    failures.push({
      kind: 'memory',
      detail: `${Math.round(grownBytes / 2 ** 20)} MiB more than after a third of the run`,
    });
  if (settings.judgesTime && slowestWitnessMs > MAX_WITNESS_MS)
    failures.push({ kind: 'latency', detail: `the witness waited ${Math.round(slowestWitnessMs)} ms` });
  await delay(1_000);
  await server.stop();
  const audit = await auditFolder(dataDir, Date.now);
  for (const finding of audit.findings)
    failures.push({ kind: 'invariant', detail: `${finding.kind} ${finding.where} ${finding.ids.join(' ')}` });
  print(`${requests} requests, audit of ${audit.objects} objects: ${audit.findings.length} findings`);
  return { failures, requests, statuses, growth, slowestWitnessMs, grownBytes };
}
