/**
 * Packing and extracting as the drive sees it. The job of a task is its row: the order, the progress, the lease of the
 * newest run. A run whose lease ended is replaced by the next, which goes on from that place; calls of the old one are refused.
 */
import { AppError, type Result } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { readConfig } from '#worker/env.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { forgetInterruptions } from '../core/former-process.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { insertTask, updateTask } from '../jobs/task.store.ts';
import { release } from '../tree/usage/quota.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { confirmPart, openPart, seal } from '../upload/parts.ts';
import type { HashPlan } from '../upload/rpc-types.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import { storedParts, uploadById } from '../upload/store.ts';
import { type ArchiveReads, makeArchiveReads } from './archive-reads.ts';
import { ARCHIVE_ERRORS } from './failed.ts';
import { type ArchiveRetries, makeArchiveRetries } from './retry.store.ts';
import type {
  ArchiveJob,
  ArchiveOrder,
  ArchivePart,
  ArchivePlace,
  ArchivePlan,
  ArchiveReason,
  ArchiveRun,
  BegunArchive,
  FilePlace,
  NewFile,
} from './rpc-types.ts';
import { failArchive, leaseMs, MAX_TRIES, makeArchiveRuns, mayWait } from './runs.ts';
import { archiveJob, firstPlace, openFile, place, setJob } from './session.ts';
import { requireSource, sourceOf } from './source.store.ts';

export interface Archives extends ArchiveReads, ArchiveRetries {
  /** @param entries  of an extraction; 0: unknown */
  begin(caller: CallerData, order: ArchiveOrder, entries: number, key: IdempotencyKey | null): Result<BegunArchive>;
  plan(run: ArchiveRun): Result<ArchivePlan>;
  /** A folder, or the session for the bytes of a file. @returns null for a folder */
  open(run: ArchiveRun, file: NewFile): Result<FilePlace | null>;
  /** Journals the object of a part. */
  openPart(run: ArchiveRun, part: ArchivePart): Result<string>;
  /** Renews the lease on the way to the next step. */
  beat(run: ArchiveRun): Result<{ ok: true }>;
  confirmPart(run: ArchiveRun, part: ArchivePart, objectKey: string): Result<{ ok: true }>;
  /** The bytes are all stored. @param next  entries that are seen to then */
  seal(run: ArchiveRun, uploadId: string, next: number): Result<HashPlan>;
  /** @param next  entries that are seen to */
  advance(run: ArchiveRun, next: number): Result<{ ok: true }>;
  /** Ends the task. @param reason  null: it is done */
  end(run: ArchiveRun, reason: ArchiveReason | null): Result<{ ok: true }>;
  /** Ends this run and starts the next. */
  more(run: ArchiveRun): Result<{ ok: true }>;
  /** Starts runs that are due. @returns when to look again, epoch ms, or null */
  startDue(nowMs: number): number | null;
  /** Runs of a former process are due. */
  endLeases(tx: DriveTx): void;
}

/** A run that failed for no reason of the archive is tried again after this long. */
const RETRY_MS = 5 * SECOND_MS;
/** Packings and extractions of one person that have not ended. */
const MAX_OPEN = 50;

/** @throws AppError aborted: a newer run has taken over, or the task has ended */
function requireRun({ sql }: DriveTx, { taskId, run }: ArchiveRun): ArchiveJob {
  const job = archiveJob(sql, taskId);
  if (job?.run !== run) throw new AppError('aborted', { reason: 'archive_run' });
  return job;
}

const ok = { ok: true } as const;

function insertArchiveTask(tx: DriveTx, id: string, order: ArchiveOrder, at: ArchivePlace): void {
  const job: ArchiveJob = { kind: 'archive', order, place: at, run: 0, tries: 0, untilMs: tx.nowMs };
  insertTask(tx, {
    id,
    type: order.do === 'pack' ? 'pack_files' : 'decompress',
    phase: 'PHASE_TYPE_RUNNING',
    message: 'Saving',
    fileName: order.do === 'pack' ? order.name : order.archiveName,
    fileSizeBytes: at.totalBytes,
    fileId: uploadById(tx.sql, at.uploadId)?.node_id ?? '',
    job,
  });
}

/** Ends a run without its result: it is tried again later, or the task fails. */
function endFailed(tx: DriveTx, { taskId }: ArchiveRun, job: ArchiveJob, reason: ArchiveReason): void {
  const again = { untilMs: tx.nowMs + RETRY_MS, run: job.run + 1 };
  // Other archives are being read: this run was no try.
  if (reason === 'busy' && mayWait(job, tx.nowMs))
    setJob(tx, taskId, job, {
      ...again,
      tries: Math.max(0, job.tries - 1),
      busySinceMs: job.busySinceMs || tx.nowMs,
    });
  else if (reason === 'internal' && job.tries + 1 < MAX_TRIES)
    setJob(tx, taskId, job, { ...again, tries: job.tries + 1 });
  else failArchive(tx, taskId, ARCHIVE_ERRORS[reason], reason);
}

/** A call of the newest run, which renews its lease. @param isStep  the job gets on with it */
function reportTo<T>(
  core: DriveCore,
  run: ArchiveRun,
  isStep: boolean,
  work: (tx: DriveTx, job: ArchiveJob) => T,
): Result<T> {
  return core.transact((tx) => {
    const job = requireRun(tx, run);
    const result = work(tx, job);
    // The lease is renewed by every call; a step may have written the job anew.
    const now = archiveJob(tx.sql, run.taskId);
    const untilMs = tx.nowMs + leaseMs(core.env);
    // Parts of an entry are no way forward: a later run stores them anew.
    if (now && (now.place.next > job.place.next || now.place.doneBytes > job.place.doneBytes))
      forgetInterruptions(tx, run.taskId);
    if (now) setJob(tx, run.taskId, now, isStep ? { untilMs, tries: 0, busySinceMs: 0 } : { untilMs });
    return result;
  });
}

export function makeArchives(core: DriveCore, hashing: HashJobs): Archives {
  const limits = () => readConfig(core.env).limits;
  const runs = makeArchiveRuns(core);
  const report = <T>(run: ArchiveRun, isStep: boolean, work: (tx: DriveTx, job: ArchiveJob) => T): Result<T> =>
    reportTo(core, run, isStep, work);

  function requireOpen(): void {
    if (runs.openCount() >= MAX_OPEN)
      throw new AppError('task_run_nums_limit', { metadata: { limit: String(MAX_OPEN) } });
  }

  return {
    ...makeArchiveReads(core),
    ...makeArchiveRetries(core, requireOpen),
    begin(caller, order, entries, key) {
      return core.write(
        caller,
        (tx) => {
          const taskId = newWireId();
          requireOpen();
          const at = firstPlace(tx, limits(), order, taskId);
          insertArchiveTask(tx, taskId, order, at);
          tx.wakeAt(tx.nowMs);
          tx.changed();
          return { taskId, entries };
        },
        key,
      );
    },
    plan: (run) =>
      report(run, false, (tx, { order, place: at }) => {
        const upload = at.uploadId === '' ? null : uploadById(tx.sql, at.uploadId);
        return {
          order,
          place: at,
          upload:
            upload?.state === 'open'
              ? {
                  sizeBytes: upload.size_bytes,
                  partBytes: upload.part_bytes,
                  stored: storedParts(tx.sql, upload.id).map(({ part }) => part),
                }
              : null,
          source: sourceOf(tx.sql, order),
        };
      }),
    beat: (run) => report(run, false, () => ok),
    open: (run, file) =>
      report(run, false, (tx, job) => {
        requireSource(tx.sql, job.order);
        return openFile(tx, limits(), run.taskId, job, file);
      }),
    openPart: (run, { uploadId, part, sizeBytes }) =>
      report(run, false, (tx, job) => {
        requireSource(tx.sql, job.order);
        return openPart(tx, { uploadId, part, sizeBytes, protocol: 'own', single: false }).objectKey ?? '';
      }),
    confirmPart: (run, { uploadId, part, sizeBytes }, objectKey) =>
      report(run, true, (tx, job) => {
        const order = { uploadId, part, sizeBytes, protocol: 'own' as const, single: false };
        const { taken } = confirmPart(tx, { ...order, objectKey, etag: `${newHexId(16)}-1` });
        if (!taken) throw new AppError('unavailable', { reason: 'part_too_late' });
        if (job.order.do === 'pack') place(tx, run.taskId, { doneBytes: job.place.doneBytes + sizeBytes });
        return ok;
      }),
    seal(run, uploadId, next) {
      const sealed = report(run, true, (tx, job) => {
        const { upload } = seal(tx, uploadId, null);
        const doneBytes = job.place.doneBytes + (job.order.do === 'pack' ? 0 : upload.size_bytes);
        place(tx, run.taskId, { uploadId: '', next, doneBytes });
        // The upload ends the task of a packed folder.
        if (job.order.do === 'pack') updateTask(tx, run.taskId, { progress: 99, job: null });
        return hashing.planOf(tx, upload);
      });
      if (sealed.ok && sealed.value.sizeBytes > INLINE_HASH_BYTES) hashing.start(uploadId);
      return sealed;
    },
    advance: (run, next) =>
      report(run, true, (tx) => {
        place(tx, run.taskId, { next });
        return ok;
      }),
    end: (run, reason) =>
      core.transact((tx) => {
        const job = requireRun(tx, run);
        if (reason === null) {
          release(tx.sql, run.taskId);
          updateTask(tx, run.taskId, { phase: 'PHASE_TYPE_COMPLETE', message: 'Completed', job: null });
          tx.changed();
        } else endFailed(tx, run, job, reason);
        tx.wakeAt(tx.nowMs + RETRY_MS);
        return ok;
      }),
    more(run) {
      // A run that stored nothing was a try.
      const leased = core.transact((tx) => {
        const job = requireRun(tx, run);
        return runs.lease(tx, run.taskId, job, job.tries + 1);
      });
      if (!leased.ok) return leased;
      leased.value();
      return { ok: true, value: ok };
    },
    startDue: runs.startDue,
    endLeases: runs.endLeases,
  };
}
