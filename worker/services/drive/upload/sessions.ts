/** Upload sessions of a drive: each call one transaction. The steps are in begin-session, parts and finish-session. */
import type { FileObject } from '#shared/drive/model.ts';
import type { Result } from '#shared/errors.ts';
import type { CallerData, ProgramScope } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { premiumLimits } from '../entitlement/limits.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { toFileObject } from '../tree/wire.ts';
import { uploadAnswer } from './begin-session.ts';
import { abortUpload, finishUpload } from './finish-session.ts';
import type { HashJobs } from './hash/jobs.ts';
import { beginOrFinish, beginUnlessHeld } from './instant.ts';
import { confirmPart, openPart, seal } from './parts.ts';
import { finishGroup } from './put/group.store.ts';
import { makeLandingQueue } from './put/landing-queue.ts';
import { dropPut, finishPut, type PutHome, repeatPut, startPut } from './put/small-file.ts';
import type {
  BeginUpload,
  ClaimedFile,
  GroupOrder,
  HashPlan,
  PartOrder,
  PartPlace,
  PutLanding,
  PutLease,
  PutPlace,
  PutQuery,
  SkippableUpload,
  StoredOrder,
  UploadAnswer,
} from './rpc-types.ts';
import { isHashedInline, type ListedPart } from './rules.ts';
import { discardJournaled, uploadById } from './store.ts';
import { makeUploadsAtOnce } from './uploads-at-once.ts';

export interface UploadSessions {
  uploadAnswer(caller: CallerData, uploadId: string): Result<UploadAnswer>;
  beginUpload(caller: CallerData, input: BeginUpload, key: IdempotencyKey | null): Result<UploadAnswer>;
  beginUnlessTaken(caller: CallerData, input: BeginUpload, key: IdempotencyKey | null): Result<SkippableUpload>;
  placePut(caller: CallerData, query: PutQuery): Result<PutPlace>;
  finishPut(
    caller: CallerData,
    input: BeginUpload,
    key: IdempotencyKey | null,
    lease: PutLease,
    blob: BlobData,
  ): Promise<Result<PutLanding>>;
  /**
   * Lands a small file at a place that the transaction itself looks up.
   * @param place  @throws what refuses the file @returns the file
   */
  finishAt(
    caller: CallerData,
    place: (tx: DriveTx, scope: ProgramScope | null) => BeginUpload,
    lease: PutLease,
    blob: BlobData,
  ): Promise<Result<{ readonly fileId: string }>>;
  finishGroup(
    caller: CallerData,
    order: GroupOrder,
    files: readonly ClaimedFile[],
  ): Promise<Result<Result<PutLanding>[]>>;
  /** @param freeAtOnce  files at a time of the free plan */
  openPart(caller: CallerData, order: PartOrder, freeAtOnce: number): Result<PartPlace>;
  /** An opened part that will not be confirmed. */
  leavePart(uploadId: string, nowMs: number): void;
  confirmPart(caller: CallerData, order: StoredOrder): Result<{ taken: boolean }>;
  sealUpload(caller: CallerData, uploadId: string, listed: readonly ListedPart[] | null): Result<HashPlan>;
  /** @param isReopenable  its key takes bytes again */
  abortUpload(caller: CallerData, uploadId: string, isReopenable?: boolean): Result<{ ok: true }>;
  /** @param claimedSeq  number of the claim at the blob index; 0: the index has not been asked yet */
  finish(uploadId: string, blob: BlobData, claimedSeq?: number): Result<UploadAnswer>;
}

/** Lands a small file at a place that the transaction looks up. */
function storeAt(core: DriveCore, ...[caller, place, lease, blob]: Parameters<UploadSessions['finishAt']>) {
  return core.write(caller, (tx, scope) => {
    const { answer } = finishPut(tx, place(tx, scope), lease, blob, homeOf(core));
    return { fileId: answer?.file?.id ?? '' };
  });
}

/** Ends a session whose content is known. */
function finishNow(core: DriveCore, ...[uploadId, blob, claimedSeq = 0]: Parameters<UploadSessions['finish']>) {
  return core.transact((tx) => {
    const requireHold = (hold: string, nodeId: string) => core.runHooks('requireHold', tx, hold, nodeId);
    finishUpload(tx, uploadId, blob, claimedSeq, core.versionLimits(), requireHold);
    return uploadAnswer(tx.sql, uploadId, core.object.name);
  });
}

/** The drive that a small file comes to. */
export function homeOf(core: DriveCore): PutHome {
  return { userId: core.object.name, limits: core.versionLimits() };
}

export function makeUploadSessions(core: DriveCore, hashing: HashJobs): UploadSessions {
  const { sql, object } = core;
  const atOnce = makeUploadsAtOnce();

  function fileOf(nodeId: string): FileObject | null {
    const row = nodeById(sql, nodeId);
    return row && toFileObject(row, { userId: object.name });
  }

  const queue = makeLandingQueue(() => object.synced());

  function storeNow(
    caller: CallerData,
    input: BeginUpload,
    key: IdempotencyKey | null,
    lease: PutLease,
    blob: BlobData,
  ): Result<PutLanding> {
    let isFirst = false;
    let fresh: UploadAnswer | undefined;
    const landed = core.write(
      caller,
      (tx) => {
        isFirst = true;
        const { holderId, uploadId, answer: made } = finishPut(tx, input, lease, blob, homeOf(core));
        fresh = made;
        // The same answer is stored for both protocols: a repeat by the other one finds this upload.
        return input.conflict === 'skip' ? { holderId, uploadId } : uploadId;
      },
      key,
    );
    if (!landed.ok) return landed;
    if (fresh) return { ok: true, value: { skipped: false, answer: fresh } };
    const known = typeof landed.value === 'object' ? landed.value : { holderId: undefined, uploadId: landed.value };
    return core.transact((tx) => {
      if (known.holderId !== undefined) {
        if (!isFirst) dropPut(tx, lease.key, blob);
        return { skipped: true, file: fileOf(known.holderId) };
      }
      const { uploadId = '' } = known;
      if (!isFirst) repeatPut(tx, uploadId, lease, blob, core.versionLimits());
      return { skipped: false, answer: uploadAnswer(tx.sql, uploadId, object.name) };
    });
  }

  const answer = (caller: CallerData, uploadId: string): Result<UploadAnswer> =>
    core.write(caller, (tx) => uploadAnswer(tx.sql, uploadId, object.name));

  return {
    uploadAnswer: answer,
    beginUpload(caller, input, key) {
      const begun = core.write(caller, (tx) => beginOrFinish(tx, input, core.versionLimits()), key);
      return begun.ok ? answer(caller, begun.value) : begun;
    },
    beginUnlessTaken(caller, input, key) {
      const begun = core.write(caller, (tx) => beginUnlessHeld(tx, input, core.versionLimits()), key);
      if (!begun.ok) return begun;
      const { holderId, uploadId } = begun.value;
      if (uploadId === undefined) return { ok: true, value: { skipped: true, file: fileOf(holderId) } };
      const answered = answer(caller, uploadId);
      return answered.ok ? { ok: true, value: { skipped: false, answer: answered.value } } : answered;
    },
    placePut: (caller, query) =>
      core.write(caller, (tx) => {
        const start = startPut(tx, query);
        if (start.leases) return { skipped: false, leases: start.leases };
        return { skipped: true, file: fileOf(start.holderId) };
      }),
    finishGroup: (caller, order, files) =>
      queue.run(() => core.write(caller, (tx) => finishGroup(tx, order, files, homeOf(core)))),
    finishPut: (...landing) => queue.run(() => storeNow(...landing)),
    finishAt: (...landing) => queue.run(() => storeAt(core, ...landing)),
    openPart: (caller, order, freeAtOnce) =>
      core.write(caller, (tx) => {
        const place = openPart(tx, order);
        const limit = premiumLimits(tx)?.transfersAtOnce ?? freeAtOnce;
        // Last: a refusal undoes the journal, and what follows a count cannot fail.
        if (!place.byPart) atOnce.begin({ ...order, totalBytes: place.totalBytes }, limit, tx.nowMs);
        return place;
      }),
    leavePart: atOnce.endPart,
    confirmPart(caller, order) {
      const result = core.write(caller, (tx) => {
        atOnce.endPart(order.uploadId, tx.nowMs);
        return confirmPart(tx, order);
      });
      // The sweep deletes the object of a refused part.
      if (!result.ok)
        core.transact((tx) => {
          discardJournaled(tx.sql, order.objectKey, tx.nowMs);
          tx.wakeAt(tx.nowMs);
        });
      return result;
    },
    sealUpload(caller, uploadId, listed) {
      let before = '';
      const sealed = core.write(caller, (tx) => {
        before = uploadById(tx.sql, uploadId)?.state ?? '';
        atOnce.end(uploadId);
        const { upload, digests } = seal(tx, uploadId, listed);
        return hashing.planOf(tx, upload, digests);
      });
      const isJob = sealed.ok && !isHashedInline(sealed.value.sizeBytes, sealed.value.digests.length);
      if (isJob && before === 'open') hashing.start(uploadId);
      return sealed;
    },
    finish: (...end) => finishNow(core, ...end),
    abortUpload: (caller, uploadId, isReopenable) =>
      core.write(caller, (tx) => {
        const row = uploadById(tx.sql, uploadId);
        atOnce.end(uploadId);
        if (row) abortUpload(tx, row, 'Cancelled', isReopenable);
        return { ok: true };
      }),
  };
}
