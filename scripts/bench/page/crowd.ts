/**
 * A crowd: very many people, each with an account made for it, who begin an upload at the same moment, beside as many writes to
 * the bare store.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildFloor } from '../floor/build.ts';
import { closeConnections, makeFile, putBytes } from '../harness/bytes.ts';
import type { BenchPerson } from '../harness/client.ts';
import { CROWD_ENV, signUpMany } from '../harness/people.ts';
import { costOf, type ServerPids } from '../harness/processes.ts';
import { atMost, type PartReport, printTable } from '../harness/report.ts';
import { percentile } from '../harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from '../harness/server.ts';
import type { BenchOptions } from '../harness/settings.ts';

const CROWD = 1_000;
const QUICK_CROWD = 100;
const FILE_BYTES = 100_000;
const MIB = 2 ** 20;

interface CrowdFigures {
  uploads: number;
  errors: number;
  /** Up to five different messages, as they came. */
  messages: string[];
  wallSeconds: number;
  perSecond: number;
  megabytesPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  peakRssMebibytes: number;
  /** Peak less what the server held before the crowd came. */
  aboveIdleMebibytes: number;
}

/** Runs all at once. @param one  one upload from its first call until it is whole */
async function crowd(pids: ServerPids, count: number, one: (at: number) => Promise<void>): Promise<CrowdFigures> {
  const timesMs: number[] = [];
  const messages: string[] = [];
  const { cost } = await costOf(pids, () =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const startedMs = performance.now();
        try {
          await one(at);
          timesMs.push(performance.now() - startedMs);
        } catch (error) {
          const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
          messages.push(`${error instanceof Error ? error.message : String(error)}${cause}`);
        }
      }),
    ),
  );
  return {
    uploads: timesMs.length,
    errors: messages.length,
    messages: [...new Set(messages)].slice(0, 5),
    wallSeconds: cost.wallSeconds,
    perSecond: timesMs.length / cost.wallSeconds,
    megabytesPerSecond: (timesMs.length * FILE_BYTES) / 1e6 / cost.wallSeconds,
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    maxMs: Math.max(...timesMs),
    peakRssMebibytes: cost.peakRssBytes / MIB,
    aboveIdleMebibytes: (cost.peakRssBytes - cost.lowestRssBytes) / MIB,
  };
}

function show(count: number, rows: ReadonlyMap<string, CrowdFigures>): void {
  const columns = [
    'target',
    'done',
    'errors',
    'seconds',
    'per second',
    'MB/s',
    'p50 ms',
    'p99 ms',
    'peak RSS, MiB',
    'above idle, MiB',
  ];
  printTable(
    `Up: ${count} x ${FILE_BYTES / 1000} kB, all at once, each by a person of its own`,
    columns,
    [...rows].map(([name, one]) => [
      name,
      String(one.uploads),
      String(one.errors),
      one.wallSeconds.toFixed(1),
      one.perSecond.toFixed(0),
      one.megabytesPerSecond.toFixed(1),
      one.p50Ms.toFixed(0),
      one.p99Ms.toFixed(0),
      one.peakRssMebibytes.toFixed(0),
      one.aboveIdleMebibytes.toFixed(0),
    ]),
  );
  for (const [name, { messages }] of rows)
    for (const message of messages) process.stdout.write(`${name}: ${message}\n`);
}

async function runAll(product: BenchServer, floor: BenchServer, count: number): Promise<PartReport> {
  const people = await signUpMany(product.origin, count);
  const personAt = (at: number): BenchPerson => people[at] as BenchPerson;
  const store = (at: number): Promise<void> =>
    putBytes(`${floor.origin}/store/crowd-${at}`, {}, makeFile(FILE_BYTES), 0, FILE_BYTES);
  await store(-1);

  const rows = new Map<string, CrowdFigures>();
  rows.set('bare store', await crowd(floor.pids, count, store));
  closeConnections();
  rows.set(
    'product',
    await crowd(product.pids, count, async (at) => {
      const person = personAt(at);
      await person.untilDone(await person.send(makeFile(FILE_BYTES), `Crowd ${at}.bin`, '', 1));
    }),
  );
  show(count, rows);
  const errors = rows.get('product')?.errors ?? count;
  return {
    part: 'crowd',
    figures: Object.fromEntries(rows),
    checks: [atMost(`uploads that failed of ${count} at once`, errors, 0, 'uploads')],
  };
}

export async function benchCrowd(options: BenchOptions): Promise<PartReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const product = await startProduct(options.port, path.join(scratch.dir, 'product'), CROWD_ENV);
    servers.push(product);
    const folder = path.join(scratch.dir, 'floor');
    mkdirSync(folder);
    await buildFloor(folder, null);
    const floor = await startWorker(options.port + 1, path.join(scratch.dir, 'floor-state'), folder);
    servers.push(floor);
    return await runAll(product, floor, options.quick ? QUICK_CROWD : CROWD);
  } finally {
    closeConnections();
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
