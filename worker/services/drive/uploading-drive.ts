/**
 * Uploads of a person's drive: sessions, parts, hashing, content. Each method is one transaction; the steps stand in
 * upload-begin, upload-parts and upload-finish. Bytes never pass through here.
 */
import { exports } from 'cloudflare:workers';
import { parseManifest } from '#shared/content/manifest.ts';
import { windowCount } from '#shared/content/window.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { AppError, type Result } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { blobIndexIn } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { logError } from '#worker/platform/log.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import { blobIndexOf } from './blobs/keys.ts';
import type { DriveTx } from './core/tx.ts';
import { type CallerData, DriveBase } from './drive-base.ts';
import { updateTask } from './jobs/task.store.ts';
import type { LinkClaims, OpenContent } from './service.ts';
import { isBlocked } from './tree/blocked.store.ts';
import { contentByKey, nextSeq } from './tree/content.store.ts';
import { isLive, nodeById } from './tree/tree.store.ts';
import { versionWith } from './tree/versions/version.store.ts';
import { toFileObject } from './tree/wire.ts';
import { requireUpload, uploadAnswer } from './upload/begin-session.ts';
import { abortUpload, failUpload, finishUpload, sweepUploads } from './upload/finish-session.ts';
import { contentKeyOf } from './upload/hash/digest.ts';
import {
  digestedCount,
  digestsFrom,
  hashingUploads,
  leaseJob,
  leaseWindows,
  putDigests,
  type WindowDigest,
} from './upload/hash/store.ts';
import { beginOrFinish, beginUnlessHeld, findOwn } from './upload/instant.ts';
import { listOpenUploads, type OpenUploadPage } from './upload/list.store.ts';
import { confirmPart, listParts, openPart, resetParts, seal } from './upload/parts.ts';
import type {
  BeginUpload,
  BlobData,
  ContentClaim,
  HashPlan,
  OwnContent,
  PartList,
  PartOrder,
  PartPlace,
  PutLanding,
  PutLease,
  PutPlace,
  PutQuery,
  SkippableUpload,
  StoredOrder,
  UploadAnswer,
  UploadCalls,
} from './upload/rpc-types.ts';
import { hashProgress, INLINE_HASH_BYTES, LEASED_WINDOWS, type ListedPart, WINDOW_LEASE_MS } from './upload/rules.ts';
import { dropPut, joinPut, landPut, startPut } from './upload/small-file.ts';
import {
  discardJournaled,
  dueDiscards,
  duePutLeases,
  forgetDiscards,
  nextSweepMs,
  type UploadPhase,
  type UploadRow,
  uploadById,
} from './upload/store.ts';

/** Objects one sweep deletes. */
const SWEEP_OBJECTS = 200;
/** Promised objects one sweep looks at; each may have to be read. */
const SWEEP_LEASES = 50;

interface HashJobCalls {
  run(driveName: string, uploadId: string): Promise<void>;
}

/** The calls as they are before RPC makes them asynchronous. */
type Synchronous<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R | Promise<R> : never;
};

export abstract class UploadingDrive extends DriveBase implements Synchronous<UploadCalls> {
  beginUpload(caller: CallerData, input: BeginUpload, repeat: RepeatKey | null): Result<UploadAnswer> {
    const begun = this.#person(caller, (tx) => beginOrFinish(tx, input, this.keeping()), repeat);
    return begun.ok ? this.uploadAnswer(caller, begun.value) : begun;
  }

  /** Begins nothing where something complete has the name. */
  beginUnlessTaken(caller: CallerData, input: BeginUpload, repeat: RepeatKey | null): Result<SkippableUpload> {
    const begun = this.#person(caller, (tx) => beginUnlessHeld(tx, input, this.keeping()), repeat);
    if (!begun.ok) return begun;
    const { holderId, uploadId } = begun.value;
    if (uploadId === undefined) {
      return { ok: true, value: { skipped: true, file: this.#fileOf(holderId) } };
    }
    const answer = this.uploadAnswer(caller, uploadId);
    return answer.ok ? { ok: true, value: { skipped: false, answer: answer.value } } : answer;
  }

  ownContent(caller: CallerData, claim: ContentClaim): Result<OwnContent | null> {
    return this.#person(caller, (tx) => findOwn(tx.sql, claim));
  }

  placePut(caller: CallerData, query: PutQuery): Result<PutPlace> {
    return this.#person(caller, (tx) => {
      const start = startPut(tx, query);
      if (start.leases) return { skipped: false, leases: start.leases };
      return { skipped: true, file: this.#fileOf(start.holderId) };
    });
  }

  landPut(
    caller: CallerData,
    input: BeginUpload,
    repeat: RepeatKey | null,
    lease: PutLease,
    blob: BlobData,
  ): Result<PutLanding> {
    let isFirst = false;
    let fresh: UploadAnswer | undefined;
    const landed = this.#person(
      caller,
      (tx) => {
        isFirst = true;
        const { holderId, uploadId, answer } = landPut(tx, input, lease, blob, {
          userId: this.name,
          keeping: this.keeping(),
        });
        fresh = answer;
        // Kept as the other door keeps it: who asks there under this key finds this upload.
        return input.conflict === 'skip' ? { holderId, uploadId } : uploadId;
      },
      repeat,
    );
    if (!landed.ok) return landed;
    if (fresh) return { ok: true, value: { skipped: false, answer: fresh } };
    const known = typeof landed.value === 'object' ? landed.value : { holderId: undefined, uploadId: landed.value };
    return this.#work((tx) => {
      if (known.holderId !== undefined) {
        if (!isFirst) dropPut(tx, lease.key, blob);
        return { skipped: true, file: this.#fileOf(known.holderId) };
      }
      const { uploadId = '' } = known;
      if (!isFirst) joinPut(tx, uploadId, lease, blob, this.keeping());
      return { skipped: false, answer: uploadAnswer(tx.sql, uploadId, this.name) };
    });
  }

  dropPut(objectKey: string, blob: BlobData | null): Result<{ ok: true }> {
    return this.#work((tx) => {
      dropPut(tx, objectKey, blob);
      return { ok: true };
    });
  }

  openUploads(caller: CallerData, pageToken: string, rows: number): Result<OpenUploadPage> {
    return this.#person(caller, (tx) => listOpenUploads(tx.sql, pageToken, rows, tx.nowMs));
  }

  uploadAnswer(caller: CallerData, uploadId: string): Result<UploadAnswer> {
    return this.#person(caller, (tx) => uploadAnswer(tx.sql, uploadId, this.name));
  }

  openPart(caller: CallerData, order: PartOrder): Result<PartPlace> {
    return this.#person(caller, (tx) => openPart(tx, order));
  }

  /** A refused part leaves its object to the sweep. */
  confirmPart(caller: CallerData, order: StoredOrder): Result<{ taken: boolean }> {
    const result = this.#person(caller, (tx) => confirmPart(tx, order));
    if (!result.ok) this.#work((tx) => this.#dropBrought(tx, order.objectKey));
    return result;
  }

  listParts(caller: CallerData, uploadId: string, after: number, limit: number): Result<PartList> {
    return this.#person(caller, (tx) => listParts(tx.sql, uploadId, after, limit));
  }

  resetParts(caller: CallerData, uploadId: string): Result<{ ok: true }> {
    return this.#person(caller, (tx) => {
      resetParts(tx, uploadId);
      return { ok: true };
    });
  }

  sealUpload(caller: CallerData, uploadId: string, listed: readonly ListedPart[] | null): Result<HashPlan> {
    let before = '';
    const sealed = this.#person(caller, (tx) => {
      before = uploadById(tx.sql, uploadId)?.state ?? '';
      return this.#plan(tx, seal(tx, uploadId, listed));
    });
    if (sealed.ok && before === 'open' && sealed.value.sizeBytes > INLINE_HASH_BYTES) this.#startHash(uploadId);
    return sealed;
  }

  abortUpload(caller: CallerData, uploadId: string): Result<{ ok: true }> {
    return this.#person(caller, (tx) => {
      const row = uploadById(tx.sql, uploadId);
      if (row) abortUpload(tx, row, 'Cancelled');
      return { ok: true };
    });
  }

  hashPlan(uploadId: string): Result<HashPlan> {
    return this.#work((tx) => this.#plan(tx, requireUpload(tx.sql, uploadId)));
  }

  nextWindows(uploadId: string, digested: readonly WindowDigest[]): Result<{ windows: number[]; left: number }> {
    return this.#work((tx) => {
      const row = requireUpload(tx.sql, uploadId);
      if (row.state !== 'hashing') throw new AppError('failed_precondition', { reason: 'upload_over' });
      putDigests(tx.sql, uploadId, digested);
      const done = digestedCount(tx.sql, uploadId);
      if (digested.length > 0) updateTask(tx, row.task_id, { progress: hashProgress(row.size_bytes, done) });
      const untilMs = tx.nowMs + WINDOW_LEASE_MS;
      leaseJob(tx.sql, uploadId, untilMs);
      tx.wakeAt(untilMs);
      const windows = leaseWindows(tx.sql, uploadId, row.size_bytes, LEASED_WINDOWS, tx.nowMs, untilMs);
      return { windows, left: windowCount(row.size_bytes) - done };
    });
  }

  windowDigests(uploadId: string, from: number, limit: number): Result<WindowDigest[]> {
    return this.#work((tx) => digestsFrom(tx.sql, uploadId, from, limit));
  }

  finishUpload(uploadId: string, blob: BlobData, claimedSeq = 0): Result<UploadAnswer> {
    return this.#work((tx) => {
      finishUpload(tx, uploadId, blob, claimedSeq, this.keeping());
      return uploadAnswer(tx.sql, uploadId, this.name);
    });
  }

  failUpload(uploadId: string, reason: string): Result<{ ok: true }> {
    return this.#work((tx) => {
      failUpload(tx, uploadId, reason);
      return { ok: true };
    });
  }

  /** A run of the job ended with windows left: starts the next. */
  resumeHash(uploadId: string): Result<{ ok: true }> {
    const leased = this.#work<{ ok: true }>((tx) => {
      leaseJob(tx.sql, uploadId, tx.nowMs + WINDOW_LEASE_MS);
      return { ok: true };
    });
    if (leased.ok) this.#startHash(uploadId);
    return leased;
  }

  /** @returns null when the link is over: session ended, file not in place, or its content neither what it holds nor a version */
  openContent(claims: LinkClaims): OpenContent | null {
    if (!this.exists()) return null;
    const result = this.#work((tx) => {
      this.guard({ userId: claims.ownerId, familyId: claims.familyId ?? '', epoch: claims.tokenEpoch ?? 0 });
      const node = nodeById(tx.sql, claims.nodeId);
      if (node?.phase !== 'PHASE_TYPE_COMPLETE') return null;
      const version = node.content_key === claims.contentKey ? null : versionWith(tx.sql, node.id, claims.contentKey);
      if (node.content_key !== claims.contentKey && (!version || isBlocked(tx.sql, version.gcid))) return null;
      const content = isLive(tx.sql, node.id) ? contentByKey(tx.sql, claims.contentKey) : null;
      const manifest = content && parseManifest(content.manifest);
      if (!manifest) return null;
      return {
        manifest,
        sizeBytes: content.size_bytes,
        contentKey: claims.contentKey,
        name: node.name,
        mime: node.mime,
        modifiedMs: (version ?? node).modified_ms,
        payer: claims.ownerId,
      };
    });
    return result.ok ? result.value : null;
  }

  /** Adds to the bytes sent today (UTC). */
  countTraffic(sizeBytes: number): Result<{ ok: true }> {
    return this.#work((tx) => {
      const day = new Date(tx.nowMs).toISOString().slice(0, 10);
      tx.sql.exec(
        'INSERT INTO traffic (day, bytes) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET bytes = bytes + excluded.bytes',
        day,
        sizeBytes,
      );
      return { ok: true };
    });
  }

  /** Unfinished files were deleted for good: their uploads end with them. */
  protected uploadsGone(tx: DriveTx, nodeIds: readonly string[]): void {
    const rows = tx.sql
      .exec<UploadRow>(
        'SELECT * FROM uploads WHERE node_id IN (SELECT value FROM json_each(?))',
        JSON.stringify(nodeIds),
      )
      .toArray();
    for (const row of rows) abortUpload(tx, row, 'File deleted');
  }

  /** The uploads' part of the alarm. @returns when it is wanted next, epoch ms, or null */
  protected async uploadAlarm(nowMs: number): Promise<number | null> {
    this.ctx.storage.transactionSync(() => sweepUploads(this.tx(nowMs)));
    for (const { id, leasedUntilMs } of hashingUploads(this.sql)) {
      if (leasedUntilMs > nowMs) continue;
      leaseJob(this.sql, id, nowMs + WINDOW_LEASE_MS);
      this.#startHash(id);
    }
    let retryMs = (await this.#endPutLeases(nowMs)) ? null : nowMs + MINUTE_MS;
    const keys = dueDiscards(this.sql, nowMs, SWEEP_OBJECTS);
    if (keys.length > 0) {
      try {
        await makeBlobStore(this.env).delete(keys);
        forgetDiscards(this.sql, keys);
      } catch (error) {
        logError('drive.discards', error, { objects: keys.length });
        retryMs = nowMs + MINUTE_MS;
      }
    }
    const leases = hashingUploads(this.sql).map(({ leasedUntilMs }) => leasedUntilMs);
    const due = [retryMs ?? nextSweepMs(this.sql), ...leases].filter((at): at is number => at !== null);
    return due.length > 0 ? Math.min(...due) : null;
  }

  #dropBrought(tx: DriveTx, objectKey: string): void {
    discardJournaled(tx.sql, objectKey, tx.nowMs);
    tx.wakeAt(tx.nowMs);
  }

  /**
   * Ends promises that nobody came back for. What was stored is read once more: it alone tells what was claimed.
   * @returns false when some could not be read
   */
  async #endPutLeases(nowMs: number): Promise<boolean> {
    const blobs = makeBlobStore(this.env);
    const blobIndex = blobIndexIn(this.env);
    let isDone = true;
    for (const key of duePutLeases(this.sql, nowMs, SWEEP_LEASES)) {
      try {
        const contentKey = await contentKeyOf(blobs, key);
        const blob = contentKey === null ? null : await blobIndexOf(blobIndex, contentKey).lookup(contentKey);
        this.ctx.storage.transactionSync(() => dropPut(this.tx(nowMs), key, blob));
      } catch (error) {
        logError('drive.put-lease', error);
        isDone = false;
      }
    }
    return isDone;
  }

  #fileOf(nodeId: string): FileObject | null {
    const row = nodeById(this.sql, nodeId);
    return row && toFileObject(row, { userId: this.name });
  }

  #plan(tx: DriveTx, row: UploadRow): HashPlan {
    return {
      uploadId: row.id,
      phase: row.state as UploadPhase,
      sizeBytes: row.size_bytes,
      manifest: parseManifest(row.manifest ?? '') ?? null,
      seq: row.state === 'hashing' ? nextSeq(tx.sql) : 0,
    };
  }

  #startHash(uploadId: string): void {
    const job = (exports as unknown as { HashJob: HashJobCalls }).HashJob;
    // Not waited for: the job calls back, and an alarm stands behind its lease.
    void job
      .run(this.name, uploadId)
      .catch((error: unknown) => logError('drive.hash-start', error, { upload: uploadId }));
  }

  #work<T>(work: (tx: DriveTx) => T): Result<T> {
    return this.command((nowMs) => work(this.tx(nowMs)));
  }

  #person<T>(caller: CallerData, work: (tx: DriveTx) => T, repeat: RepeatKey | null = null): Result<T> {
    try {
      this.prepare();
      this.guard(caller);
    } catch (error) {
      return { ok: false, error: this.failure(error) };
    }
    return this.command((nowMs) => work(this.tx(nowMs)), repeat);
  }
}
