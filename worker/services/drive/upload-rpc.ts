/** RPC methods of DriveObject about uploads. Those without a caller are for the hash job. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import { done } from './core/rpc-methods.ts';
import type { DriveParts } from './drive-parts.ts';
import { requireUpload } from './upload/begin-session.ts';
import { failUpload } from './upload/finish-session.ts';
import { digestsFrom, type WindowDigest } from './upload/hash/store.ts';
import { holdingOf } from './upload/holding.store.ts';
import { findOwn } from './upload/instant.ts';
import { listOpenUploads } from './upload/list.store.ts';
import { listParts, resetParts } from './upload/parts.ts';
import { dropPut } from './upload/put/small-file.ts';
import { landWhole, openWhole } from './upload/put/whole.store.ts';
import type * as upload from './upload/rpc-types.ts';
import type { ListedPart } from './upload/rules.ts';

type Key = IdempotencyKey | null;

export const uploadMethods = {
  beginUpload: (drive: DriveParts, caller: CallerData, input: upload.BeginUpload, key: Key) =>
    drive.uploads.beginUpload(caller, input, key),
  beginUnlessTaken: (drive: DriveParts, caller: CallerData, input: upload.BeginUpload, key: Key) =>
    drive.uploads.beginUnlessTaken(caller, input, key),
  ownContent: (drive: DriveParts, caller: CallerData, claim: upload.ContentClaim) =>
    drive.core.write(caller, (tx) => findOwn(tx.sql, claim)),
  placePut: (drive: DriveParts, caller: CallerData, query: upload.PutQuery) => drive.uploads.placePut(caller, query),
  landPut: (
    drive: DriveParts,
    caller: CallerData,
    input: upload.BeginUpload,
    key: Key,
    lease: upload.PutLease,
    blob: upload.BlobData,
  ) => drive.uploads.landPut(caller, input, key, lease, blob),
  dropPut: (drive: DriveParts, objectKey: string, blob: upload.BlobData | null) =>
    done(drive.core, (tx) => dropPut(tx, objectKey, blob)),
  openUploads: (drive: DriveParts, caller: CallerData, pageToken: string, rows: number) =>
    drive.core.write(caller, (tx) => listOpenUploads(tx.sql, pageToken, rows, tx.nowMs)),
  uploadAnswer: (drive: DriveParts, caller: CallerData, uploadId: string) =>
    drive.uploads.uploadAnswer(caller, uploadId),
  openPart: (drive: DriveParts, caller: CallerData, order: upload.PartOrder, freeAtOnce: number) =>
    drive.uploads.openPart(caller, order, freeAtOnce),
  leavePart: (drive: DriveParts, uploadId: string) =>
    done(drive.core, (tx) => drive.uploads.leavePart(uploadId, tx.nowMs)),
  confirmPart: (drive: DriveParts, caller: CallerData, order: upload.StoredOrder) =>
    drive.uploads.confirmPart(caller, order),
  openWhole: (drive: DriveParts, caller: CallerData, order: upload.PartOrder, openUploads: number) =>
    drive.core.write(caller, (tx) => openWhole(tx, order, openUploads)),
  landWhole: (drive: DriveParts, caller: CallerData, uploadId: string, lease: upload.PutLease, blob: upload.BlobData) =>
    drive.core.write(caller, (tx) => landWhole(tx, uploadId, lease, blob, drive.core.versionLimits())),
  uploadHolding: (drive: DriveParts, caller: CallerData, uploadId: string, contentKey: string) =>
    drive.core.read(caller, (sql) => holdingOf(sql, uploadId, contentKey)),
  listParts: (drive: DriveParts, caller: CallerData, uploadId: string, after: number, limit: number) =>
    drive.core.write(caller, (tx) => listParts(tx.sql, uploadId, after, limit)),
  resetParts: (drive: DriveParts, caller: CallerData, uploadId: string, openUploads: number) =>
    drive.core.write(caller, (tx) => resetParts(tx, uploadId, openUploads)),
  sealUpload: (drive: DriveParts, caller: CallerData, uploadId: string, listed: readonly ListedPart[] | null) =>
    drive.uploads.sealUpload(caller, uploadId, listed),
  abortUpload: (drive: DriveParts, caller: CallerData, uploadId: string, isReopenable?: boolean) =>
    drive.uploads.abortUpload(caller, uploadId, isReopenable),
  hashPlan: (drive: DriveParts, uploadId: string) =>
    drive.core.transact((tx) => drive.hashing.planOf(tx, requireUpload(tx.sql, uploadId))),
  nextWindows: (drive: DriveParts, uploadId: string, digested: readonly WindowDigest[]) =>
    drive.hashing.nextWindows(uploadId, digested),
  windowDigests: (drive: DriveParts, uploadId: string, from: number, limit: number) =>
    drive.core.transact((tx) => digestsFrom(tx.sql, uploadId, from, limit)),
  finishUpload: (drive: DriveParts, uploadId: string, blob: upload.BlobData, claimedSeq?: number) =>
    drive.uploads.finish(uploadId, blob, claimedSeq),
  failUpload: (drive: DriveParts, uploadId: string, reason: string) =>
    done(drive.core, (tx) => failUpload(tx, uploadId, reason)),
  resumeHash: (drive: DriveParts, uploadId: string) => drive.hashing.resume(uploadId),
};
