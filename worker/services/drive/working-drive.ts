/**
 * Long tasks of a drive: steps of copies, restores and deletions, run first in the call and then by the alarm, one step of
 * a task at a time. Also what the alarm tidies: trash past its time, requests past theirs.
 */
import { AppError, type ErrorData, type Result, unwrap } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { DriveTx } from './core/tx.ts';
import { AT_ONCE, type BatchJob, emptyJob, endBatch, keepBatch, runBatch } from './jobs/batch-job.store.ts';
import {
  applyPage,
  beginCopy,
  type CopyJob,
  type CopyOrigin,
  copyStep,
  failCopy,
  nextWant,
  placeCopies,
  WANT_ROWS,
} from './jobs/copy-job.store.ts';
import { type DeleteJob, deleteStep, doomTrash, PLAIN_DELETE } from './jobs/delete-job.store.ts';
import { insertTask, type TellingJob, taskById, updateTask } from './jobs/task.store.ts';
import { CALL_ROWS, DONE_RESTORE_MS, driveName, RETRY_MS, STEP_ROWS } from './keys.ts';
import { depthOf } from './tree/batch.store.ts';
import { requireDepth } from './tree/rules.ts';
import type { ExportMeasure, ExportQuery, SourcePage } from './tree/source.store.ts';
import { MAX_DEPTH } from './tree/tree.store.ts';
import { nextVersionMs, sweepVersions } from './tree/versions/version.store.ts';
import { UploadingDrive } from './uploading-drive.ts';

/** A restore whose size is not known yet. */
export interface MeasureJob {
  readonly kind: 'measure';
  readonly to: string;
  readonly limitBytes: number;
  readonly ids: readonly string[];
  readonly origin: CopyOrigin;
}

type Job = MeasureJob | CopyJob | DeleteJob | BatchJob | TellingJob;

/** What this object asks of the drive a share lives in. */
interface SourceDrive {
  exportMeasure(query: ExportQuery): Promise<Result<ExportMeasure>>;
  exportTree(query: ExportQuery): Promise<Result<SourcePage>>;
}

/** Tasks stepped in one alarm; the others wait for the next, which follows at once. */
const TASKS_PER_ALARM = 10;
const KEPT_TASK_MS = 30 * DAY_MS;

export abstract class WorkingDrive extends UploadingDrive {
  readonly #stepping = new Map<string, Promise<ErrorData | null>>();

  /** Something is about to change: what was summed up is old. */
  protected abstract changed(): void;

  /** Tells the shares. @returns false when one still shows what was taken away */
  protected async sharesKnow(): Promise<boolean> {
    await this.drain();
    return (
      this.sql
        .exec("SELECT 1 FROM _outbox WHERE event = 'drive.tree-changed' AND json_extract(payload, '$.removed') LIMIT 1")
        .toArray().length === 0
    );
  }

  /** Runs one step of a task. @returns the refusal that ended it, if one did */
  protected step(taskId: string): Promise<ErrorData | null> {
    const running = this.#stepping.get(taskId);
    if (running) return running;
    const step = this.#stepOnce(taskId).finally(() => this.#stepping.delete(taskId));
    this.#stepping.set(taskId, step);
    return step;
  }

  protected jobOf(taskId: string): Job | null {
    const text = taskById(this.sql, taskId)?.job;
    return text ? (JSON.parse(text) as Job) : null;
  }

  async #stepOnce(taskId: string): Promise<ErrorData | null> {
    const job = this.jobOf(taskId);
    if (!job) return null;
    if (job.kind === 'measure') return this.#measure(taskId, job);
    if (job.kind === 'batch' || job.kind === 'telling') return this.#batchStep(taskId);
    if (job.kind === 'copy' && job.origin) {
      await this.#restoreStep(taskId, job.origin, STEP_ROWS);
      return null;
    }
    unwrap(this.command((nowMs) => this.#localStep(this.tx(nowMs), taskId, STEP_ROWS)));
    return null;
  }

  /** The first step of a task, in the call that begins it; the alarm does the rest. @param ids  that were asked for */
  protected beginStep(tx: DriveTx, taskId: string, ids: number): void {
    if (ids <= CALL_ROWS) this.#localStep(tx, taskId, CALL_ROWS);
    else tx.wakeAt(tx.nowMs);
  }

  /** A step that needs no other object, inside the transaction of its caller. Sees to it that the rest is done. */
  #localStep(tx: DriveTx, taskId: string, rows: number): void {
    const job = this.jobOf(taskId);
    if (job?.kind === 'delete') deleteStep(tx, taskId, job, rows, (nodeIds) => this.uploadsGone(tx, nodeIds));
    else if (job?.kind === 'copy') copyStep(tx, taskId, job, rows);
    if (this.jobOf(taskId)) tx.wakeAt(tx.nowMs);
  }

  /** Does a step of a large batch; it is over when the shares know. @throws AppError unavailable: one does not yet */
  async #batchStep(taskId: string): Promise<null> {
    this.changed();
    const isTold = unwrap(
      this.command((nowMs) => {
        const job = this.jobOf(taskId);
        if (job?.kind === 'batch') runBatch(this.tx(nowMs), taskId, job);
        return this.jobOf(taskId)?.kind !== 'telling';
      }),
    );
    if (isTold) return null;
    if (!(await this.sharesKnow())) throw new AppError('unavailable');
    unwrap(
      this.command((nowMs) => {
        // Given up while the shares were told.
        const job = this.jobOf(taskId);
        if (job?.kind === 'telling') {
          const { kind: _, ...told } = job;
          endBatch(this.tx(nowMs), taskId, told);
        }
      }),
    );
    return null;
  }

  #sourceOf(origin: CopyOrigin): SourceDrive {
    return this.env.DRIVE.getByName(driveName(origin.ownerId)) as unknown as SourceDrive;
  }

  async #measure(taskId: string, job: MeasureJob): Promise<ErrorData | null> {
    const measured = await this.#sourceOf(job.origin).exportMeasure({ rootIds: job.origin.rootIds, ids: job.ids });
    const begun = measured.ok
      ? this.command((nowMs) => {
          const tx = this.tx(nowMs);
          // Given up while the other drive was asked: nothing may be promised to a task that is over.
          if (this.jobOf(taskId)?.kind !== 'measure') throw new AppError('aborted');
          const { ids, bytes, rows, height } = measured.value;
          requireDepth(depthOf(tx.sql, job.to) + height, MAX_DEPTH);
          beginCopy(tx, taskId, ids, { bytes, rows }, job.limitBytes);
          const copy: CopyJob = {
            kind: 'copy',
            to: job.to,
            limitBytes: job.limitBytes,
            total: rows,
            done: 0,
            missing: 0,
            origin: job.origin,
          };
          updateTask(tx, taskId, { phase: 'PHASE_TYPE_RUNNING', job: copy, fileSizeBytes: bytes });
        })
      : measured;
    if (begun.ok) {
      await this.#restoreStep(taskId, job.origin, CALL_ROWS);
      return null;
    }
    unwrap(
      this.command((nowMs) => {
        updateTask(this.tx(nowMs), taskId, { phase: 'PHASE_TYPE_ERROR', message: begun.error.name, job: null });
        this.sql.exec('UPDATE tasks SET request_key = NULL WHERE id = ?', taskId);
      }),
    );
    return begun.error;
  }

  async #restoreStep(taskId: string, origin: CopyOrigin, stepRows: number): Promise<void> {
    for (let left = stepRows; left > 0; ) {
      const rows = Math.min(left, WANT_ROWS);
      const want = nextWant(this.sql, taskId, rows);
      const read = want ? await this.#sourceOf(origin).exportTree({ rootIds: origin.rootIds, want, rows }) : null;
      if (read && !read.ok && read.error.name !== 'internal') {
        const { name } = read.error;
        unwrap(this.command((nowMs) => failCopy(this.tx(nowMs), taskId, name)));
        return;
      }
      const page = read && unwrap(read);
      const going = unwrap(
        this.command((nowMs) => {
          const tx = this.tx(nowMs);
          const job = this.jobOf(taskId);
          if (job?.kind !== 'copy') return false;
          if (want && page) return applyPage(tx, taskId, job, want, page) !== null;
          if (!placeCopies(tx, taskId, job, left)) this.wakeAt(nowMs);
          return false;
        }),
      );
      if (!going) return;
      left -= Math.max(1, (page?.nodes.length ?? 0) + (page?.reached.length ?? 0));
    }
    unwrap(this.command((nowMs) => this.wakeAt(nowMs)));
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const uploadsMs = await this.uploadAlarm(nowMs);
    this.#tidy();
    const jobsMs = await this.#stepAll(nowMs);
    const due = [uploadsMs, jobsMs, this.#nextTidyMs()].filter((at): at is number => at !== null);
    return due.length > 0 ? Math.min(...due) : null;
  }

  async #stepAll(nowMs: number): Promise<number | null> {
    // Batches are done in the order they were asked for, so that what was said last holds.
    const tasks = this.sql
      .exec<{ id: string }>(
        `SELECT id FROM tasks WHERE job IS NOT NULL AND (json_extract(job, '$.kind') <> 'batch' OR id =
           (SELECT id FROM tasks WHERE job IS NOT NULL AND json_extract(job, '$.kind') = 'batch' ORDER BY created_ms, id LIMIT 1))
         ORDER BY updated_ms LIMIT ?`,
        TASKS_PER_ALARM,
      )
      .toArray();
    let [failed, moved] = [false, false];
    for (const { id } of tasks) {
      try {
        await this.step(id);
        moved ||= this.jobOf(id) !== null;
      } catch (error) {
        failed = true;
        logError('drive.task-step', error, { task: id });
      }
    }
    const left = this.sql.exec('SELECT 1 FROM tasks WHERE job IS NOT NULL LIMIT 1').toArray().length > 0;
    // One that has to be tried again keeps no other waiting.
    return left ? (failed && !moved ? nowMs + RETRY_MS : nowMs) : null;
  }

  #tidy(): void {
    unwrap(
      this.command((nowMs) => {
        const tx = this.tx(nowMs);
        if (!this.#isSweeping()) this.#sweepTrash(tx);
        this.sql.exec(
          'UPDATE tasks SET request_key = NULL WHERE request_key IS NOT NULL AND job IS NULL AND updated_ms <= ?',
          nowMs - DONE_RESTORE_MS,
        );
        this.sql.exec('DELETE FROM tasks WHERE job IS NULL AND created_ms < ?', nowMs - KEPT_TASK_MS);
        this.sql.exec('DELETE FROM revoked_families WHERE until_ms < ?', nowMs);
        sweepVersions(tx, this.keeping());
      }),
    );
  }

  /** Deletes for good what was in the trash past its time. */
  #sweepTrash(tx: DriveTx): void {
    const due = 'SELECT count(*) AS n FROM nodes WHERE trash_until_ms <= ?';
    const { n } = this.sql.exec<{ n: number }>(due, tx.nowMs).one();
    if (n === 0) return;
    const id = newWireId();
    const isLarge = n > AT_ONCE;
    const job = isLarge ? emptyJob(n, tx.nowMs) : PLAIN_DELETE;
    insertTask(tx, { id, type: 'delete', phase: 'PHASE_TYPE_RUNNING', job });
    if (isLarge) keepBatch(tx, id, []);
    else {
      doomTrash(tx, id, true);
      tx.changed();
    }
  }

  /** A task is about to delete what is past its time: what it has not come to yet is no reason for another one. */
  #isSweeping(): boolean {
    return this.#hasTask("json_extract(job, '$.act.dueMs') IS NOT NULL");
  }

  /** Batches wait to be done. */
  protected awaitsBatch(): boolean {
    return this.#hasTask("json_extract(job, '$.kind') = 'batch'");
  }

  #hasTask(such: string): boolean {
    return this.sql.exec(`SELECT 1 FROM tasks WHERE job IS NOT NULL AND ${such} LIMIT 1`).toArray().length > 0;
  }

  #nextTidyMs(): number | null {
    const { trash, request } = this.sql
      .exec<{ trash: number | null; request: number | null }>(
        `SELECT (SELECT min(trash_until_ms) FROM nodes WHERE trash_until_ms IS NOT NULL) AS trash,
           (SELECT min(updated_ms) FROM tasks WHERE request_key IS NOT NULL AND job IS NULL) AS request`,
      )
      .one();
    const versions = nextVersionMs(this.sql, this.keeping());
    const due = [
      this.#isSweeping() ? null : trash,
      request === null ? null : request + DONE_RESTORE_MS,
      versions,
    ].filter((at): at is number => at !== null);
    return due.length > 0 ? Math.min(...due) : null;
  }
}
