/**
 * How a change asked for by the owner runs: guard, one transaction, a repeat key, a task to poll; and a change that takes
 * something out of a share is answered only when that share knows.
 */
import type { TaskType } from '#shared/drive/model.ts';
import { fail, type Result } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import type { DriveTx } from './core/tx.ts';
import type { CallerData } from './drive-base.ts';
import { AT_ONCE, batchJob, judgeAct, keepBatch, runAct } from './jobs/batch-job.store.ts';
import type { CallAct } from './jobs/batch-step.store.ts';
import { insertTask } from './jobs/task.store.ts';
import { LiveDrive } from './live-drive.ts';
import type { Changed } from './tree/change.store.ts';
import { type NodeRow, nodeById } from './tree/tree.store.ts';

export interface BatchAnswer extends Changed {
  readonly taskId: string;
}

export abstract class ActingDrive extends LiveDrive {
  protected write<T>(caller: CallerData, work: (tx: DriveTx) => T, repeat: RepeatKey | null): Result<T> {
    try {
      this.prepare();
      // Before the repeat key: a token that is over learns nothing about earlier answers either.
      this.guard(caller);
    } catch (error) {
      return { ok: false, error: this.failure(error) };
    }
    this.changed();
    return this.command((nowMs) => work(this.tx(nowMs)), repeat);
  }

  /** A batch answers its task; when something left a share, only after that share knows. */
  protected async batch(
    caller: CallerData,
    work: (tx: DriveTx) => BatchAnswer,
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    const result = this.write(caller, work, repeat);
    if (!result.ok) return result;
    if (result.value.drain && !(await this.sharesKnow())) return fail('unavailable', { retryInSeconds: 1 });
    return { ok: true, value: result.value.taskId };
  }

  /** Moves, throws away or puts back: few in the call, many by a task of their own. */
  protected act(
    caller: CallerData,
    ids: readonly string[],
    actOf: (tx: DriveTx) => CallAct,
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.batch(
      caller,
      (tx) => {
        const act = actOf(tx);
        if (ids.length <= AT_ONCE) return this.done(tx, act.do, ids, runAct(tx, ids, act));
        judgeAct(tx, ids, act);
        const first = nodeById(tx.sql, ids[0] ?? '') ?? undefined;
        const taskId = this.newTask(tx, act.do, first, batchJob(ids, act));
        keepBatch(tx, taskId, ids);
        return { taskId, drain: false };
      },
      repeat,
    );
  }

  protected newTask(
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

  protected done(tx: DriveTx, type: TaskType, ids: readonly string[], changed: Changed): BatchAnswer {
    const first = ids[0] === undefined ? null : nodeById(tx.sql, ids[0]);
    return { taskId: this.newTask(tx, type, first ?? undefined, null, changed.params), drain: changed.drain };
  }
}
