/**
 * How a change by the owner becomes a task: one transaction for few ids, a job for many. A change that removes something from a
 * share is answered only after the share's object has acknowledged it.
 */

import type { TaskType } from '#shared/drive/model.ts';
import { fail, type Result } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import type { Changed } from '../tree/change.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { nodeById } from '../tree/tree.store.ts';
import { AT_ONCE, batchJob, checkAct, keepBatch, runAct } from './batch-job.store.ts';
import type { CallAct } from './batch-step.store.ts';
import { insertTask } from './task.store.ts';

export interface BatchAnswer extends Changed {
  readonly taskId: string;
}

export interface Changes {
  /** Runs `work` and answers its task. */
  batch(caller: CallerData, work: (tx: DriveTx) => BatchAnswer, key: IdempotencyKey | null): Promise<Result<string>>;
  /** Moves, trashes or restores: few ids in the call, many by a job of their own. */
  act(
    caller: CallerData,
    ids: readonly string[],
    actOf: (tx: DriveTx) => CallAct,
    key: IdempotencyKey | null,
  ): Promise<Result<string>>;
}

export function newTask(
  tx: DriveTx,
  type: TaskType,
  first: NodeRow | undefined,
  job: object | null,
  params: Readonly<Record<string, string>> = {},
): string {
  const id = newWireId();
  insertTask(tx, {
    id,
    type,
    phase: job ? 'PHASE_TYPE_RUNNING' : 'PHASE_TYPE_COMPLETE',
    message: job ? '' : 'Completed',
    fileId: first?.id ?? '',
    fileName: first?.name ?? '',
    fileSizeBytes: first?.size_bytes ?? 0,
    params,
    job,
  });
  return id;
}

/** The answer of a change that needs no job. */
export function completedTask(tx: DriveTx, type: TaskType, ids: readonly string[], changed: Changed): BatchAnswer {
  const first = ids[0] === undefined ? null : nodeById(tx.sql, ids[0]);
  return { taskId: newTask(tx, type, first ?? undefined, null, changed.params), drain: changed.drain };
}

export function makeChanges(core: DriveCore): Changes {
  async function batch(
    caller: CallerData,
    work: (tx: DriveTx) => BatchAnswer,
    key: IdempotencyKey | null,
  ): Promise<Result<string>> {
    const result = core.write(caller, work, key);
    if (!result.ok) return result;
    if (result.value.drain && !(await core.deliverRemovals())) return fail('unavailable', { retryInSeconds: 1 });
    return { ok: true, value: result.value.taskId };
  }

  return {
    batch,
    act(caller, ids, actOf, key) {
      const work = (tx: DriveTx): BatchAnswer => {
        const act = actOf(tx);
        if (ids.length <= AT_ONCE) return completedTask(tx, act.do, ids, runAct(tx, ids, act));
        checkAct(tx, ids, act);
        const first = nodeById(tx.sql, ids[0] ?? '') ?? undefined;
        const taskId = newTask(tx, act.do, first, batchJob(ids, act));
        keepBatch(tx, taskId, ids);
        return { taskId, drain: false };
      };
      return batch(caller, work, key);
    },
  };
}
