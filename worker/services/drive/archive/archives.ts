/**
 * Packing and extracting as the drive sees it. The job of a task is its row: what was ordered, how far it is, the lease of the
 * newest run. A run whose lease ended is replaced by the next, which goes on from that place; calls of the old one are refused.
 */
import { exports } from 'cloudflare:workers';
import { parseManifest } from '#shared/content/manifest.ts';
import { AppError, type Result } from '#shared/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { readConfig } from '#worker/env.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/stored-object.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { jobOf } from '../jobs/job.ts';
import { insertTask, updateTask } from '../jobs/task.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { findOrMakeFolder, makeFolder } from '../tree/change.store.ts';
import { contentByKey } from '../tree/content.store.ts';
import { isLive, nodeById, requireFolder } from '../tree/tree.store.ts';
import { requireSpace } from '../tree/usage/quota.ts';
import { beginUpload } from '../upload/begin-session.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { confirmPart, openPart, seal } from '../upload/parts.ts';
import type { BeginUpload, HashPlan } from '../upload/rpc-types.ts';
import { INLINE_HASH_BYTES, partBytesOf } from '../upload/rules.ts';
import { storedParts, uploadById } from '../upload/store.ts';
import { requireStore } from '../upload/store-limits.store.ts';
import { ARCHIVE_MESSAGES } from './failed.ts';
import type {
  ArchiveJob,
  ArchiveOrder,
  ArchivePart,
  ArchivePlace,
  ArchivePlan,
  ArchiveReason,
  ArchiveRun,
  FilePlace,
  NewFile,
} from './rpc-types.ts';

interface ArchiveJobCalls {
  run(driveName: string, taskId: string, run: number): Promise<void>;
}

export interface Archives {
  begin(caller: CallerData, order: ArchiveOrder, key: IdempotencyKey | null): Result<string>;
  plan(run: ArchiveRun): Result<ArchivePlan>;
  /** A folder, or the session for the bytes of a file. @returns null for a folder */
  open(run: ArchiveRun, file: NewFile): Result<FilePlace | null>;
  /** Journals the object of a part. */
  openPart(run: ArchiveRun, part: ArchivePart): Result<string>;
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
}

/** Longer than a run needs for one part or entry. */
const LEASE_MS = 2 * MINUTE_MS;
/** Runs at a time in one drive. */
const RUNS_AT_ONCE = 2;
/** Runs that end without a step, until the task is given up. */
const MAX_TRIES = 5;
const RETRY_MS = 5 * SECOND_MS;
/** 32 MiB: a run stores it within its lease. */
const PART_BYTES = 32 * 1024 * 1024;

/** SQL for tasks that are jobs of archives. */
export const IS_ARCHIVE_JOB = "json_extract(job, '$.kind') = 'archive'";

function archiveJob(sql: SqlStorage, taskId: string): ArchiveJob | null {
  const job = jobOf(sql, taskId);
  return job?.kind === 'archive' ? job : null;
}

/** @throws AppError aborted: a newer run has taken over, or the task has ended */
function requireRun({ sql }: DriveTx, { taskId, run }: ArchiveRun): ArchiveJob {
  const job = archiveJob(sql, taskId);
  if (job?.run !== run) throw new AppError('aborted', { reason: 'archive_run' });
  return job;
}

function setJob(tx: DriveTx, taskId: string, job: ArchiveJob, change: Partial<ArchiveJob>, progress?: number): void {
  updateTask(tx, taskId, { job: { ...job, ...change }, ...(progress === undefined ? {} : { progress }) });
}

function dropSession(tx: DriveTx, uploadId: string): void {
  const upload = uploadId === '' ? null : uploadById(tx.sql, uploadId);
  if (upload) abortUpload(tx, { ...upload, task_id: '' }, 'Cancelled');
}

/** Ends a task of an archive without its result, in the caller's transaction. */
export function failArchive(tx: DriveTx, taskId: string, message: string, reason = ''): void {
  const job = archiveJob(tx.sql, taskId);
  if (job) dropSession(tx, job.place.uploadId);
  const params = { error: reason, error_detail: message };
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_ERROR', message, params, job: null });
  tx.wakeAt(tx.nowMs);
  tx.changed();
}

const ok = { ok: true } as const;

export function makeArchives(core: DriveCore, hashing: HashJobs): Archives {
  const { sql } = core;
  const limits = () => readConfig(core.env).limits;

  function orderFor(
    file: { parentId: string; name: string } & Pick<NewFile, 'sizeBytes' | 'modifiedMs'>,
    storageLimitBytes: number,
    taskId: string,
  ): BeginUpload {
    const { uploadSessions, uploadBytesPerDay, deletedStoragePercent, uploadTtlSeconds, fileBytes } = limits();
    if (file.sizeBytes > fileBytes) throw new AppError('file_too_large');
    return {
      ...file,
      gcid: '',
      protocol: 'own',
      partBytes: partBytesOf(file.sizeBytes, PART_BYTES),
      storageLimitBytes,
      openUploads: uploadSessions,
      store: { dayBytes: uploadBytesPerDay, deletedPercent: deletedStoragePercent },
      ttlMs: uploadTtlSeconds * SECOND_MS,
      taskId,
    };
  }

  /** @param isStep  the job gets on with it */
  function report<T>(run: ArchiveRun, isStep: boolean, work: (tx: DriveTx, job: ArchiveJob) => T): Result<T> {
    return core.transact((tx) => {
      const job = requireRun(tx, run);
      const result = work(tx, job);
      // The lease is renewed by every call; a step may have written the job anew.
      const now = archiveJob(sql, run.taskId);
      if (now) setJob(tx, run.taskId, now, { untilMs: tx.nowMs + LEASE_MS, tries: isStep ? 0 : now.tries });
      return result;
    });
  }

  function place(tx: DriveTx, taskId: string, change: Partial<ArchivePlace>): void {
    const job = archiveJob(tx.sql, taskId);
    if (!job) return;
    const next = { ...job.place, ...change };
    const progress = next.totalBytes === 0 ? 0 : Math.min(99, Math.floor((next.doneBytes * 100) / next.totalBytes));
    setJob(tx, taskId, job, { place: next }, progress);
  }

  /** The folder that entries go into, made at the first entry. */
  function homeOf(tx: DriveTx, taskId: string, job: ArchiveJob): string {
    if (job.order.do !== 'extract' || job.place.folderId !== '') return job.place.folderId;
    const { parentId, folderName } = job.order;
    const folderId = folderName === '' ? parentId : makeFolder(tx, { parentId, name: folderName }).id;
    place(tx, taskId, { folderId });
    if (folderId !== '') updateTask(tx, taskId, { fileId: folderId });
    return folderId;
  }

  function openFile(tx: DriveTx, taskId: string, job: ArchiveJob, file: NewFile): FilePlace | null {
    dropSession(tx, job.place.uploadId);
    let parentId = homeOf(tx, taskId, job);
    const folders = file.isFolder ? file.path : file.path.slice(0, -1);
    for (const name of folders) parentId = findOrMakeFolder(tx, { parentId, name }).row.id;
    const name = file.path.at(-1);
    if (file.isFolder || name === undefined) return null;
    const order = orderFor(
      { parentId, name, sizeBytes: file.sizeBytes, modifiedMs: file.modifiedMs },
      job.order.storageLimitBytes,
      '',
    );
    requireStore(tx, order);
    const uploadId = beginUpload(tx, order);
    place(tx, taskId, { uploadId });
    return { uploadId, partBytes: order.partBytes };
  }

  function startJob(taskId: string, run: number): void {
    const job = (exports as unknown as { ArchiveJob: ArchiveJobCalls }).ArchiveJob;
    void job
      .run(core.object.name, taskId, run)
      .catch((error: unknown) => logError('drive.archive-start', error, { task: taskId }));
  }

  function lease(tx: DriveTx, taskId: string, job: ArchiveJob, tries: number): () => void {
    const run = job.run + 1;
    setJob(tx, taskId, job, { run, tries, untilMs: tx.nowMs + LEASE_MS });
    tx.wakeAt(tx.nowMs + LEASE_MS);
    return () => startJob(taskId, run);
  }

  function firstPlace(tx: DriveTx, order: ArchiveOrder, taskId: string): ArchivePlace {
    const empty = { uploadId: '', next: 0, folderId: '', doneBytes: 0, totalBytes: 0 };
    requireFolder(tx.sql, order.parentId);
    if (order.do === 'extract') return { ...empty, totalBytes: order.totalBytes };
    const file = { parentId: order.parentId, name: order.name, sizeBytes: order.sizeBytes, modifiedMs: null };
    const upload = orderFor(file, order.storageLimitBytes, taskId);
    requireStore(tx, upload);
    return { ...empty, uploadId: beginUpload(tx, upload), totalBytes: order.sizeBytes };
  }

  return {
    begin(caller, order, key) {
      const begun = core.write(
        caller,
        (tx) => {
          const taskId = newWireId();
          if (order.do === 'extract') requireSpace(tx.sql, order.totalBytes, order.storageLimitBytes);
          const at = firstPlace(tx, order, taskId);
          const job: ArchiveJob = { kind: 'archive', order, place: at, run: 0, tries: 0, untilMs: tx.nowMs };
          insertTask(tx, {
            id: taskId,
            type: order.do === 'pack' ? 'pack_files' : 'decompress',
            phase: 'PHASE_TYPE_RUNNING',
            message: 'Saving',
            fileName: order.do === 'pack' ? order.name : order.archiveName,
            fileSizeBytes: at.totalBytes,
            fileId: uploadById(tx.sql, at.uploadId)?.node_id ?? '',
            job,
          });
          tx.wakeAt(tx.nowMs);
          tx.changed();
          return taskId;
        },
        key,
      );
      return begun;
    },
    plan: (run) =>
      report(run, false, (tx, { order, place: at }) => {
        const upload = at.uploadId === '' ? null : uploadById(tx.sql, at.uploadId);
        const node = order.do === 'extract' ? nodeById(tx.sql, order.fileId) : null;
        const content = node?.content_key ? contentByKey(tx.sql, node.content_key) : null;
        const isThere = node && content && order.do === 'extract' && node.content_key === order.contentKey;
        const manifest =
          isThere && isLive(tx.sql, node.id) && !isBlocked(tx.sql, node.gcid) ? parseManifest(content.manifest) : null;
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
          source: manifest && node ? { manifest, name: node.name } : null,
        };
      }),
    open: (run, file) => report(run, false, (tx, job) => openFile(tx, run.taskId, job, file)),
    openPart: (run, { uploadId, part, sizeBytes }) =>
      report(
        run,
        false,
        (tx) => openPart(tx, { uploadId, part, sizeBytes, protocol: 'own', single: false }).objectKey ?? '',
      ),
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
        const upload = seal(tx, uploadId, null);
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
          updateTask(tx, run.taskId, { phase: 'PHASE_TYPE_COMPLETE', message: 'Completed', job: null });
          tx.changed();
        } else if (reason === 'internal' && job.tries + 1 < MAX_TRIES)
          setJob(tx, run.taskId, job, { untilMs: tx.nowMs + RETRY_MS, run: job.run + 1, tries: job.tries + 1 });
        else failArchive(tx, run.taskId, ARCHIVE_MESSAGES[reason], reason);
        tx.wakeAt(tx.nowMs + RETRY_MS);
        return ok;
      }),
    more(run) {
      const leased = core.transact((tx) => lease(tx, run.taskId, requireRun(tx, run), 0));
      if (!leased.ok) return leased;
      leased.value();
      return { ok: true, value: ok };
    },
    startDue(nowMs) {
      const rows = sql
        .exec<{ id: string }>(
          `SELECT id FROM tasks WHERE job IS NOT NULL AND ${IS_ARCHIVE_JOB} ORDER BY created_ms, id`,
        )
        .toArray();
      const jobs = rows.flatMap(({ id }) => {
        const job = archiveJob(sql, id);
        return job ? [{ id, job }] : [];
      });
      const running = jobs.filter(({ job }) => job.run > 0 && job.untilMs > nowMs).length;
      const due = jobs.filter(({ job }) => job.untilMs <= nowMs).slice(0, Math.max(0, RUNS_AT_ONCE - running));
      const started = core.transact((tx) =>
        due.map(({ id, job }) => {
          if (job.tries < MAX_TRIES) return lease(tx, id, job, job.tries + 1);
          failArchive(tx, id, ARCHIVE_MESSAGES.internal, 'internal');
          return () => undefined;
        }),
      );
      if (started.ok) for (const start of started.value) start();
      const left = jobs
        .filter(({ id }) => archiveJob(sql, id) !== null)
        .map(({ id }) => archiveJob(sql, id)?.untilMs ?? 0);
      return left.length === 0 ? null : Math.max(nowMs + SECOND_MS, Math.min(...left));
    },
  };
}
