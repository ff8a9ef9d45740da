/** The part of uploads. Calls without a caller are for the hash job. */

import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done } from '../core/transact.ts';
import { requireUpload } from './begin-session.ts';
import { leavePromise } from './by-part/promises.store.ts';
import { UPLOAD_SENDER_COLUMNS } from './by-part/sessions.store.ts';
import { failUpload, OPEN_UPLOADS } from './finish-session.ts';
import { type HashJobs, makeHashJobs } from './hash/jobs.ts';
import { digestsFrom } from './hash/store.ts';
import { holdingOf } from './holding.store.ts';
import { findOwn } from './instant.ts';
import { listOpenUploads } from './list.store.ts';
import { listParts, resetParts } from './parts.ts';
import { placeGroup } from './put/group.store.ts';
import { PUT_SERIES } from './put/put-leases.store.ts';
import { dropPut } from './put/small-file.ts';
import { finishWhole, openWhole } from './put/whole.store.ts';
import type * as upload from './rpc-types.ts';
import type { ListedPart } from './rules.ts';
import { REOPEN_COLUMNS } from './s3/reopen.ts';
import { homeOf, makeUploadSessions, type UploadSessions } from './sessions.ts';
import { UPLOAD_BY_PART_COLUMN, UPLOAD_HOLD_COLUMNS, UPLOAD_LANDED_COLUMN, UPLOAD_MADE_COLUMN } from './store.ts';
import { sweepUploadsOf } from './sweep.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly uploads: UploadSessions;
  readonly hashing: HashJobs;
}

type Key = IdempotencyKey | null;

const calls = {
  beginUpload: (drive: Parts, caller: CallerData, input: upload.BeginUpload, key: Key) =>
    drive.uploads.beginUpload(caller, input, key),
  beginUnlessTaken: (drive: Parts, caller: CallerData, input: upload.BeginUpload, key: Key) =>
    drive.uploads.beginUnlessTaken(caller, input, key),
  ownContent: (drive: Parts, caller: CallerData, claim: upload.ContentClaim) =>
    drive.core.write(caller, (tx) => findOwn(tx.sql, claim)),
  placePut: (drive: Parts, caller: CallerData, query: upload.PutQuery) => drive.uploads.placePut(caller, query),
  finishPut: (
    drive: Parts,
    caller: CallerData,
    input: upload.BeginUpload,
    key: Key,
    lease: upload.PutLease,
    blob: BlobData,
  ) => drive.uploads.finishPut(caller, input, key, lease, blob),
  dropPut: (drive: Parts, objectKey: string, blob: BlobData | null) =>
    done(drive.core, (tx) => dropPut(tx, objectKey, blob)),
  placeGroup: (drive: Parts, caller: CallerData, order: upload.GroupOrder, files: readonly upload.GroupFile[]) =>
    drive.core.write(caller, (tx) => placeGroup(tx, order, files, homeOf(drive.core))),
  finishGroup: (drive: Parts, caller: CallerData, order: upload.GroupOrder, files: readonly upload.ClaimedFile[]) =>
    drive.uploads.finishGroup(caller, order, files),
  dropGroup: (drive: Parts, objects: readonly { readonly objectKey: string; readonly blob: BlobData | null }[]) =>
    done(drive.core, (tx) => {
      for (const { objectKey, blob } of objects) dropPut(tx, objectKey, blob);
    }),
  openUploads: (drive: Parts, caller: CallerData, pageToken: string, rows: number) =>
    drive.core.write(caller, (tx) => listOpenUploads(tx.sql, pageToken, rows, tx.nowMs)),
  uploadAnswer: (drive: Parts, caller: CallerData, uploadId: string) => drive.uploads.uploadAnswer(caller, uploadId),
  openPart: (drive: Parts, caller: CallerData, order: upload.PartOrder, freeAtOnce: number) =>
    drive.uploads.openPart(caller, order, freeAtOnce),
  leavePart: (drive: Parts, uploadId: string, part: number) =>
    done(drive.core, (tx) => {
      drive.uploads.leavePart(uploadId, tx.nowMs);
      leavePromise(tx.sql, uploadId, part);
    }),
  confirmPart: (drive: Parts, caller: CallerData, order: upload.StoredOrder) =>
    drive.uploads.confirmPart(caller, order),
  openWhole: (drive: Parts, caller: CallerData, order: upload.PartOrder, openUploads: number) =>
    drive.core.write(caller, (tx) => openWhole(tx, order, openUploads)),
  finishWhole: (drive: Parts, caller: CallerData, uploadId: string, lease: upload.PutLease, blob: BlobData) =>
    drive.core.write(caller, (tx) => finishWhole(tx, uploadId, lease, blob, drive.core.versionLimits())),
  uploadHolding: (drive: Parts, caller: CallerData, uploadId: string, contentKey: string) =>
    drive.core.read(caller, (sql) => holdingOf(sql, uploadId, contentKey)),
  listParts: (drive: Parts, caller: CallerData, uploadId: string, after: number, limit: number) =>
    drive.core.write(caller, (tx) => listParts(tx.sql, uploadId, after, limit)),
  resetParts: (drive: Parts, caller: CallerData, uploadId: string, openUploads: number) =>
    drive.core.write(caller, (tx) => resetParts(tx, uploadId, openUploads)),
  sealUpload: (drive: Parts, caller: CallerData, uploadId: string, listed: readonly ListedPart[] | null) =>
    drive.uploads.sealUpload(caller, uploadId, listed),
  abortUpload: (drive: Parts, caller: CallerData, uploadId: string, isReopenable?: boolean) =>
    drive.uploads.abortUpload(caller, uploadId, isReopenable),
  hashPlan: (drive: Parts, uploadId: string) =>
    drive.core.transact((tx) => drive.hashing.planOf(tx, requireUpload(tx.sql, uploadId))),
  nextWindows: (drive: Parts, uploadId: string, digested: readonly WindowDigest[]) =>
    drive.hashing.nextWindows(uploadId, digested),
  windowDigests: (drive: Parts, uploadId: string, from: number, limit: number) =>
    drive.core.transact((tx) => digestsFrom(tx.sql, uploadId, from, limit)),
  finishUpload: (drive: Parts, uploadId: string, blob: BlobData, claimedSeq?: number) =>
    drive.uploads.finish(uploadId, blob, claimedSeq),
  failUpload: (drive: Parts, uploadId: string, reason: string) =>
    done(drive.core, (tx) => failUpload(tx, uploadId, reason)),
  resumeHash: (drive: Parts, uploadId: string) => drive.hashing.resume(uploadId),
};

export const uploadPart = {
  tables: {
    13: `
  -- Objects that small files may be stored as before anything else is known of them; seq: number of the claim.
  CREATE TABLE put_leases (object_key TEXT PRIMARY KEY, seq INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  `,
    30: PUT_SERIES,
    32: `
  -- JSON of PartDigests: windows that were digested as the part came in.
  ALTER TABLE upload_parts ADD COLUMN digests TEXT;
  `,
    48: REOPEN_COLUMNS,
    50: UPLOAD_LANDED_COLUMN,
    53: UPLOAD_MADE_COLUMN,
    54: UPLOAD_BY_PART_COLUMN,
    56: UPLOAD_SENDER_COLUMNS,
    63: UPLOAD_HOLD_COLUMNS,
  },
  listener: OPEN_UPLOADS,
  make({ core }: Pick<Parts, 'core'>) {
    const hashing = makeHashJobs(core);
    core.addHooks({ endLeases: hashing.endLeases });
    return { hashing, uploads: makeUploadSessions(core, hashing) };
  },
  calls,
  alarm: ({ core, hashing }: Parts, nowMs: number) => sweepUploadsOf(core, hashing, nowMs),
} satisfies DrivePart;
