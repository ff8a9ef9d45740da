/**
 * Saving a link of very many different files, and copying their folder: how soon the call is answered, how soon all is there, how
 * long other looks at the same drive take, and what each file costs.
 */
import { driveContract } from '#shared/drive/contract.ts';
import { billOf } from './cost/bill.ts';
import { countUntilQuiet, QUIET_MS } from './cost/count.ts';
import { makeManyFiles } from './fill.ts';
import type { Bench, BenchServer } from './harness/bench.ts';
import { type BenchPerson, signIn } from './harness/client.ts';
import { costOf, timeOf } from './harness/measure.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';

const FILES = 10_000;
const QUICK_FILES = 2_000;
const MAX_ANSWER_MS = 100;
/** Of 10,000 files; fewer have as much of it as they are. */
const MAX_DONE_MS = 1_500;
const MAX_LOOK_MS = 100;
const MAX_ROWS = 8;
/** Also what 256 shards of the blob index come to. */
const MAX_CALLS = 0.03;

/** @param start  begins the work. @returns its task */
async function timesOf(person: BenchPerson, start: () => Promise<string>) {
  let isOver = false;
  let slowestLookMs = 0;
  const looks = (async () => {
    // Looks at the first page of the drive, one after the other.
    for (; !isOver; )
      slowestLookMs = Math.max(slowestLookMs, await timeOf(() => person.call('GET', '/drive/v1/files?limit=100')));
  })();
  const startedMs = performance.now();
  const taskId = await start();
  const answeredMs = performance.now() - startedMs;
  await person.untilDone({ taskId });
  const doneMs = performance.now() - startedMs;
  isOver = true;
  await looks;
  return { answeredMs, doneMs, slowestLookMs };
}

async function measure(
  { dataDir, pids }: BenchServer,
  person: BenchPerson,
  files: number,
  start: () => Promise<string>,
) {
  await countUntilQuiet(dataDir, QUIET_MS);
  const { result: times, cost } = await costOf(pids, () => timesOf(person, start));
  const counts = await countUntilQuiet(dataDir, QUIET_MS);
  // Looks, and questions about the task, are calls of the drive from outside.
  const work = Object.entries(counts.calls).filter(([name]) => !/\.(listNodes|task)$/.test(name));
  return {
    ...times,
    /** Of the runtime, the looks among it. */
    cpuSeconds: cost.runtimeCpuSeconds,
    rows: billOf(counts, files).rowsWritten,
    calls: work.reduce((sum, [, times]) => sum + times, 0) / files,
  };
}

function checksOf(what: string, figures: Awaited<ReturnType<typeof measure>>, files: number): Check[] {
  return [
    atMost(`${what}: answered`, figures.answeredMs, MAX_ANSWER_MS, 'ms'),
    atMost(`${what}: done`, figures.doneMs, Math.max(MAX_ANSWER_MS, (MAX_DONE_MS * files) / FILES), 'ms'),
    atMost(`${what}: slowest look meanwhile`, figures.slowestLookMs, MAX_LOOK_MS, 'ms'),
    atMost(`${what}: rows a file`, figures.rows, MAX_ROWS, 'rows written'),
    atMost(`${what}: calls a file`, figures.calls, Math.max(MAX_CALLS, 300 / files), 'calls'),
  ];
}

export async function benchSaving(bench: Bench): Promise<ScenarioReport> {
  const files = bench.options.quick ? QUICK_FILES : FILES;
  const server = await bench.product({ MAGPIE_COUNT_COST: '1' });
  const [owner, saver] = [
    await signIn(server.origin, 'carla@example.com'),
    await signIn(server.origin, 'bob@example.com'),
  ];
  const folder = await makeManyFiles(owner, 'Many', files);
  const shareId = await owner.share([folder]);
  const to = await owner.makeFolder('Copies', '');
  // Everything is loaded and compiled.
  await saver.call('GET', '/drive/v1/about');
  const save = await measure(server, saver, files, async () => {
    const body = { share_id: shareId, pass_code_token: '', file_ids: [folder] };
    return (await saver.call<{ restore_task_id: string }>('POST', '/drive/v1/share/restore', body)).restore_task_id;
  });
  const copy = await measure(server, owner, files, async () => {
    const { method, path } = driveContract.batchCopy;
    return (await owner.call<{ task_id: string }>(method, path, { ids: [folder], to: { parent_id: to } })).task_id;
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
}
