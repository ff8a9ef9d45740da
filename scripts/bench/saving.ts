/**
 * Saving a link of very many different files, and copying their folder: how soon the call is answered, how soon all is there, how
 * long other looks at the same drive take, and what each file costs.
 */
import path from 'node:path';
import { driveContract } from '#shared/drive/contract.ts';
import { billOf } from './cost/bill.ts';
import { countUntilQuiet, QUIET_MS } from './cost/count.ts';
import { callOf, childIds, type Filled, makeFilesIn } from './fill.ts';
import { signIn } from './harness/client.ts';
import { costOf, type ServerPids } from './harness/processes.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const FILES = 10_000;
const QUICK_FILES = 2_000;
const MAX_ANSWER_MS = 100;
/** Of 10,000 files; fewer have as much of it as they are. */
const MAX_DONE_MS = 1_500;
const MAX_LOOK_MS = 100;
const MAX_ROWS = 8;
/** Also what 256 shards of the blob index come to. */
const MAX_CALLS = 0.03;

interface Started {
  readonly taskId: string;
}

/** The measured server. */
interface Target {
  readonly dataDir: string;
  readonly pids: ServerPids;
}

interface Figures {
  readonly answeredMs: number;
  readonly doneMs: number;
  readonly slowestLookMs: number;
  readonly rows: number;
  readonly calls: number;
  /** Processor time of the runtime, the looks among it. */
  readonly cpuSeconds: number;
}

/** Looks at the first page of a drive, one after the other, until it is told to stop. */
async function watchDrive(filled: Filled, isOver: () => boolean): Promise<number> {
  const page = `/drive/v1/files?${new URLSearchParams({ limit: '100' })}`;
  let slowestMs = 0;
  do {
    const startedMs = performance.now();
    await callOf(filled, 'GET', page);
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  } while (!isOver());
  return slowestMs;
}

type Times = Pick<Figures, 'answeredMs' | 'doneMs' | 'slowestLookMs'>;

async function timesOf(filled: Filled, start: () => Promise<Started>): Promise<Times> {
  let isOver = false;
  const looks = watchDrive(filled, () => isOver);
  const startedMs = performance.now();
  const { taskId } = await start();
  const answeredMs = performance.now() - startedMs;
  await filled.person.untilDone({ id: '', taskId });
  const doneMs = performance.now() - startedMs;
  isOver = true;
  return { answeredMs, doneMs, slowestLookMs: await looks };
}

async function measure(
  { dataDir, pids }: Target,
  filled: Filled,
  files: number,
  start: () => Promise<Started>,
): Promise<Figures> {
  await countUntilQuiet(dataDir, QUIET_MS);
  const { result: times, cost } = await costOf(pids, () => timesOf(filled, start));
  const counts = await countUntilQuiet(dataDir, QUIET_MS);
  const { rowsWritten: rows } = billOf(counts, files);
  // Looks, and questions about the task, are calls of the drive from outside.
  const calls = Object.entries(counts.calls).reduce((sum, [name, times]) => sum + (isWork(name) ? times : 0), 0);
  return { ...times, rows, calls: calls / files, cpuSeconds: cost.runtimeCpuSeconds };
}

function isWork(name: string): boolean {
  return !/\.(listNodes|task)$/.test(name);
}

function checksOf(what: string, figures: Figures, files: number): Check[] {
  return [
    atMost(`${what}: answered`, figures.answeredMs, MAX_ANSWER_MS, 'ms'),
    atMost(`${what}: done`, figures.doneMs, Math.max(MAX_ANSWER_MS, (MAX_DONE_MS * files) / FILES), 'ms'),
    atMost(`${what}: slowest look meanwhile`, figures.slowestLookMs, MAX_LOOK_MS, 'ms'),
    atMost(`${what}: rows a file`, figures.rows, MAX_ROWS, 'rows written'),
    atMost(`${what}: calls a file`, figures.calls, Math.max(MAX_CALLS, 300 / files), 'calls'),
  ];
}

export async function benchSaving(options: BenchOptions): Promise<ScenarioReport> {
  const files = options.quick ? QUICK_FILES : FILES;
  const scratch = makeScratch();
  const dataDir = path.join(scratch.dir, 'product');
  const server = await startProduct(options.port, dataDir, { MAGPIE_COUNT_COST: '1' });
  try {
    const { origin } = server;
    const owner: Filled = { origin, person: await signIn(origin, 'carla@example.com') };
    const saver: Filled = { origin, person: await signIn(origin, 'bob@example.com') };
    const folder = await owner.person.makeFolder('Many', '');
    await makeFilesIn(owner, folder, files);
    const made = await childIds(owner, folder, files);
    if (made.length !== files) throw new Error(`the folder holds ${made.length} of ${files} files`);
    const shareId = await owner.person.share([folder]);
    const to = await owner.person.makeFolder('Copies', '');
    // Everything is loaded and compiled.
    await callOf(saver, 'GET', '/drive/v1/about');
    const save = await measure({ dataDir, pids: server.pids }, saver, files, async () => {
      const body = { share_id: shareId, pass_code_token: '', file_ids: [folder] };
      const saved = await callOf<{ restore_task_id: string }>(saver, 'POST', '/drive/v1/share/restore', body);
      return { taskId: saved.restore_task_id };
    });
    const copy = await measure({ dataDir, pids: server.pids }, owner, files, async () => {
      const body = { ids: [folder], to: { parent_id: to } };
      const { method, path: target } = driveContract.batchCopy;
      const copied = await callOf<{ task_id: string }>(owner, method, target, body);
      return { taskId: copied.task_id };
    });
    printTable(
      `Saving and copying ${files} different files`,
      ['what', 'answered ms', 'done ms', 'slowest look ms', 'CPU s', 'rows a file', 'calls a file'],
      Object.entries({ save, copy }).map(([name, figures]) => [
        name,
        ...[figures.answeredMs, figures.doneMs, figures.slowestLookMs].map((ms) => ms.toFixed(0)),
        figures.cpuSeconds.toFixed(2),
        figures.rows.toFixed(2),
        figures.calls.toFixed(3),
      ]),
    );
    return { figures: { save, copy }, checks: [...checksOf('save', save, files), ...checksOf('copy', copy, files)] };
  } finally {
    await server.stop();
    scratch.remove();
  }
}
