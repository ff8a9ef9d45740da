/** Steps of a save from a share: its size first, then its tree page by page from the owner's drive. */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorData, type Result, unwrap } from '#shared/errors.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { driveName } from '../keys.ts';
import { depthOf } from '../tree/batch.store.ts';
import { requireDepth } from '../tree/rules.ts';
import type { ExportMeasure, ExportQuery, SourcePage } from '../tree/source.store.ts';
import { MAX_DEPTH } from '../tree/tree.store.ts';
import { applyPage, beginCopy, failCopy, firstRowsOf, nextWant, placeCopies, WANT_ROWS } from './copy-job.store.ts';
import type { CopyJob, CopyOrigin, HandoverOrder, HandoverOutcome } from './copy-model.ts';
import { jobOf, type MeasureJob } from './job.ts';
import { updateTask } from './task.store.ts';

/** Calls of the drive that a share belongs to. */
interface SourceDrive {
  exportMeasure(query: ExportQuery): Promise<Result<ExportMeasure>>;
  exportTree(query: ExportQuery): Promise<Result<SourcePage>>;
  finishHandover(access: Required<CopyOrigin>['grant'], order: HandoverOrder): Promise<Result<HandoverOutcome>>;
}

/** How a copy becomes a common folder of this drive. */
export interface Handovers {
  /** Grants that the drive may still have. */
  grantsLeft(sql: SqlStorage): number;
  /** In the transaction that puts the copy in place. */
  finish(tx: DriveTx, taskId: string, origin: CopyOrigin, outcome: HandoverOutcome): void;
}

export interface SourceSteps {
  /** @returns the refusal that ended the task, if one did */
  measure(taskId: string, job: MeasureJob): Promise<ErrorData | null>;
  copy(taskId: string, origin: CopyOrigin, stepRows: number): Promise<void>;
}

/** By which right the other drive is read. */
function rightOf({ rootIds, grant }: CopyOrigin): Pick<ExportQuery, 'rootIds' | 'grant'> {
  return grant ? { rootIds, grant } : { rootIds };
}

/** Null where the step is tried again. */
function refusalOf(answer: Result<unknown> | null): string | null {
  return answer && !answer.ok && answer.error.name !== 'internal' ? answer.error.name : null;
}

export function makeSourceSteps(core: DriveCore, handovers: () => Handovers): SourceSteps {
  const { sql } = core;
  const sourceOf = (origin: CopyOrigin): SourceDrive =>
    core.env.DRIVE.getByName(driveName(origin.ownerId)) as unknown as SourceDrive;

  async function handOver(taskId: string, origin: CopyOrigin): Promise<Result<HandoverOutcome> | null> {
    if (origin.newOwnerName === undefined || !origin.grant) return null;
    return sourceOf(origin).finishHandover(origin.grant, { taskId, grantsLeft: handovers().grantsLeft(sql) });
  }

  async function copy(taskId: string, origin: CopyOrigin, stepRows: number): Promise<void> {
    for (let left = stepRows; left > 0; ) {
      const rows = Math.min(left, WANT_ROWS);
      const begun = jobOf(sql, taskId);
      if (begun?.kind !== 'copy') return;
      const want = nextWant(sql, taskId, begun, rows);
      const read = want ? await sourceOf(origin).exportTree({ ...rightOf(origin), want, rows }) : null;
      // All is copied and hidden: the folder leaves the drive of its owner before the copy is put in place.
      const handed = want ? null : await handOver(taskId, origin);
      const refused = refusalOf(read) ?? refusalOf(handed);
      if (refused) {
        unwrap(core.transact((tx) => failCopy(tx, taskId, begun, refused)));
        return;
      }
      const page = read && unwrap(read);
      const outcome = handed && unwrap(handed);
      const goesOn = unwrap(
        core.transact((tx) => {
          const job = jobOf(sql, taskId);
          if (job?.kind !== 'copy') return false;
          if (want && page) return applyPage(tx, taskId, job, want, page) !== null;
          if (outcome) handovers().finish(tx, taskId, origin, outcome);
          return placeCopies(tx, taskId, job);
        }),
      );
      if (!goesOn) return;
      left -= Math.max(1, (page?.nodes.length ?? 0) + (page?.reached.length ?? 0));
      // The runtime reads no request while calls between its objects follow each other at once.
      await delay(0);
    }
    unwrap(core.transact((tx) => tx.wakeAt(tx.nowMs)));
  }

  /** @returns how many rows the call copies */
  function beginMeasured(
    taskId: string,
    job: MeasureJob,
    { ids, folders, bytes, rows, height }: ExportMeasure,
  ): Result<number> {
    return core.transact((tx) => {
      // The task may have been cancelled while the other drive was asked: it must not reserve anything then.
      if (jobOf(sql, taskId)?.kind !== 'measure') throw new AppError('aborted');
      requireDepth(depthOf(tx.sql, job.to) + height, MAX_DEPTH);
      beginCopy(tx, taskId, ids, { bytes, rows }, job.limitBytes);
      const { to, limitBytes, origin } = job;
      const copyJob: CopyJob = {
        kind: 'copy',
        to,
        limitBytes,
        total: rows,
        done: 0,
        missing: 0,
        origin,
        folders,
        at: 0,
      };
      updateTask(tx, taskId, { phase: 'PHASE_TYPE_RUNNING', job: copyJob, fileSizeBytes: bytes });
      return firstRowsOf(rows);
    });
  }

  return {
    copy,
    async measure(taskId, job) {
      const handover =
        job.origin.newOwnerName === undefined ? {} : { handover: { taskId, grantsLeft: handovers().grantsLeft(sql) } };
      const measured = await sourceOf(job.origin).exportMeasure({ ...rightOf(job.origin), ...handover, ids: job.ids });
      const begun = measured.ok ? beginMeasured(taskId, job, measured.value) : measured;
      if (begun.ok) {
        await copy(taskId, job.origin, begun.value);
        return null;
      }
      unwrap(
        core.transact((tx) => {
          updateTask(tx, taskId, { phase: 'PHASE_TYPE_ERROR', message: begun.error.name, job: null });
          sql.exec('UPDATE tasks SET request_key = NULL WHERE id = ?', taskId);
        }),
      );
      return begun.error;
    },
  };
}
