/** Moving, throwing away and deleting very many files at once: the call answers, a task goes on, and the folder can be looked at meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { costOf, type ServerPids } from '../harness/processes.ts';
import { atMost, type Check } from '../harness/report.ts';
import { spreadOf } from '../harness/rounds.ts';
import { callOf, childIds, type Filled, type ListedPage } from './fill.ts';

/** Ids of one call at most, as the contract of the drive says. */
const MOST = 10_000;
const MAX_ANSWER_MS = 200;
const MAX_DONE_MS = 10_000;
/** A look at the folder while the task runs. */
const MAX_LOOK_MS = 500;
const BETWEEN_LOOKS_MS = 20;

interface BatchTimes {
  readonly answerMs: number;
  /** What the server worked for the answer: less than its time where other processes had the machine. */
  readonly answerCpuMs: number;
  readonly doneMs: number;
  readonly looks: number;
  readonly slowestLookMs: number;
}

/** @param target  method and path, parted by a blank */
async function runBatch(
  filled: Filled,
  pids: ServerPids,
  target: string,
  body: object | undefined,
  lookAt: string,
): Promise<BatchTimes> {
  const [method = '', path = ''] = target.split(' ');
  const startedMs = performance.now();
  const { result, cost } = await costOf(pids, () => callOf<{ task_id: string }>(filled, method, path, body));
  const answerMs = performance.now() - startedMs;
  const answerCpuMs = (cost.frontCpuSeconds + cost.runtimeCpuSeconds) * 1_000;
  let isDone = false;
  const done = filled.person.untilDone({ id: '', taskId: result.task_id }).finally(() => {
    isDone = true;
  });
  const looks: number[] = [];
  do {
    const askedMs = performance.now();
    await callOf<ListedPage>(filled, 'GET', `/drive/v1/files?parent_id=${lookAt}&limit=100`);
    looks.push(performance.now() - askedMs);
    await delay(BETWEEN_LOOKS_MS);
  } while (!isDone);
  await done;
  return {
    answerMs,
    answerCpuMs,
    doneMs: performance.now() - startedMs,
    looks: looks.length,
    slowestLookMs: spreadOf(looks).max,
  };
}

const BATCH = 'POST /drive/v1/files';

/** Leaves the folder as it was, and the trash empty. What is deleted for good are copies. */
export async function benchBatches(filled: Filled, pids: ServerPids, folderId: string, files: number) {
  const count = Math.min(MOST, files);
  const ids = await childIds(filled, folderId, count);
  const target = await filled.person.makeFolder(`Target of ${ids.length} at ${Date.now()}`, '');
  const move = (to: string, lookAt: string) =>
    runBatch(filled, pids, `${BATCH}:batchMove`, { ids, to: { parent_id: to } }, lookAt);
  const copy = () => runBatch(filled, pids, `${BATCH}:batchCopy`, { ids, to: { parent_id: target } }, folderId);
  const copies = async () => ({ ids: await childIds(filled, target, count) });
  const times: Record<string, BatchTimes> = {
    move: await move(target, folderId),
    trash: await runBatch(filled, pids, `${BATCH}:batchTrash`, { ids }, target),
    untrash: await runBatch(filled, pids, `${BATCH}:batchUntrash`, { ids }, target),
    back: await move(folderId, target),
  };
  await copy();
  times['deletion'] = await runBatch(filled, pids, `${BATCH}:batchDelete`, await copies(), folderId);
  await copy();
  await runBatch(filled, pids, `${BATCH}:batchTrash`, await copies(), folderId);
  times['emptying the trash'] = await runBatch(filled, pids, 'PATCH /drive/v1/files/trash:empty', undefined, folderId);
  await runBatch(filled, pids, `${BATCH}:batchDelete`, { ids: [target] }, folderId);
  for (const [name, found] of Object.entries(times))
    process.stdout.write(
      `${name} of ${ids.length}: answered in ${found.answerMs.toFixed(0)} ms, ${found.answerCpuMs.toFixed(0)} ms of work\n`,
    );
  const checks: Check[] = Object.entries(times).flatMap(([name, found]) => [
    atMost(`${name} of ${ids.length}: the answer`, found.answerMs, MAX_ANSWER_MS, 'ms'),
    atMost(`${name} of ${ids.length}: the task is done`, found.doneMs, MAX_DONE_MS, 'ms'),
    atMost(`${name} of ${ids.length}: slowest look at a folder meanwhile`, found.slowestLookMs, MAX_LOOK_MS, 'ms'),
  ]);
  return { figures: times, checks };
}
