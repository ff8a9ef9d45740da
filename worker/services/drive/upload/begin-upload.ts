/** Begins an upload: a pending file, a task, reserved space, and the protocol of its bytes. */
import { Buffer } from 'node:buffer';
import { isContentKey } from '#shared/content/content-key.ts';
import { isGcid } from '#shared/content/gcid.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { Taken } from '#shared/drive/photos/taken.ts';
import type { CreateAnswer } from '#shared/drive/upload.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import { BlobMissing, readSpan } from '#worker/platform/blobs/read.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { requireFileSize } from '../entitlement/traffic.store.ts';
import { requireName } from '../tree/rules.ts';
import { hashInline } from './hash/run.ts';
import type { uploadPart } from './part.ts';
import type { BeginUpload, OwnContent, UploadAnswer } from './rpc-types.ts';
import { partBytesOf, partCount } from './rules.ts';
import { sessionLimitsOf } from './session-order.ts';
import { toCreateAnswer } from './wire.ts';

export interface BeginUploadInput {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly contentKey: string;
  readonly protocol: 'own' | 's3';
  readonly modifiedMs: number | null;
  /** When a picture or film was taken; left out: the file is read for it. */
  readonly taken?: Taken | undefined;
  /** The bytes come in a form; absent: by `protocol`. */
  readonly isForm?: boolean;
  /** Default keep_both. */
  readonly conflict?: ConflictChoice;
}

/**
 * The idempotency key of an upload; `drive.create` and `drive.put` share it.
 * The time of a picture is none of it: the clock of the sender may have moved.
 * @NOTE the digest of a stored key has the protocol under the name of its column.
 */
export function uploadKeyFor(
  call: CallContext,
  { protocol, taken: _, ...input }: BeginUploadInput,
): IdempotencyKey | null {
  return idempotencyKeyFor(call, 'beginUpload', { ...input, door: protocol });
}

/** @throws AppError file_name_empty, file_name_invalid, invalid_argument, file_too_large */
export function checkUpload(deps: DriveDeps, input: BeginUploadInput): void {
  requireName(input.name);
  if (!Number.isSafeInteger(input.sizeBytes) || input.sizeBytes < 0)
    throw new AppError('invalid_argument', { reason: 'size', field: 'size' });
  requireFileSize(deps.limits.fileBytes, input.sizeBytes);
}

/**
 * Beginning of a published pair of files with one SHA-1 (Stevens et al., 2017). More pairs can be made from it, so a
 * gcid says nothing about a content that begins so.
 */
const COLLISION_HEAD = Buffer.from(
  '255044462d312e330a25e2e3cfd30a0a0a312030206f626a0a3c3c2f57696474682032203020522f4865696768742033',
  'hex',
);

async function beginsWithCollision({ blobs }: DriveDeps, { manifest }: OwnContent): Promise<boolean> {
  const pieces: Buffer[] = [];
  const end = Math.min(manifest.size, COLLISION_HEAD.length);
  await readSpan(blobs, manifest, 0, end, (bite) => pieces.push(Buffer.from(bite)));
  return COLLISION_HEAD.equals(Buffer.concat(pieces));
}

/** Key of a content of this person's own drive that is the one the client names, or ''. */
async function ownContentOf(deps: DriveDeps, caller: Caller, input: BeginUploadInput): Promise<string> {
  const contentKey = isContentKey(input.contentKey) ? input.contentKey : '';
  const gcid = isGcid(input.gcid) ? input.gcid.toUpperCase() : '';
  if (input.sizeBytes === 0 || (contentKey === '' && gcid === '')) return '';
  const claim = { sizeBytes: input.sizeBytes, contentKey, gcid };
  const own = unwrap(await driveOf<typeof uploadPart>(deps, caller.userId).ownContent(callerData(caller), claim));
  if (!own) return '';
  if (contentKey !== '') return own.contentKey;
  try {
    return (await beginsWithCollision(deps, own)) ? '' : own.contentKey;
  } catch (error) {
    if (error instanceof BlobMissing) return '';
    throw error;
  }
}

/** The order for the drive. */
export function orderOf(deps: DriveDeps, input: BeginUploadInput, partBytes: number, free: PlanLimits): BeginUpload {
  return {
    parentId: input.parentId,
    name: input.name,
    sizeBytes: input.sizeBytes,
    gcid: isGcid(input.gcid) ? input.gcid : '',
    protocol: input.protocol,
    modifiedMs: input.modifiedMs,
    taken: input.taken,
    conflict: input.conflict ?? 'keep_both',
    partBytes,
    storageLimitBytes: free.storageBytes,
    free,
    ...sessionLimitsOf(deps.limits),
  };
}

/** @throws AppError as the contract row `drive.create` says */
export async function beginUpload(
  deps: DriveDeps,
  caller: Caller,
  input: BeginUploadInput,
  call: CallContext,
): Promise<CreateAnswer> {
  checkUpload(deps, input);
  const person = callerData(caller);
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  const partBytes = partBytesOf(input.sizeBytes, deps.limits.partBytes);
  if (input.protocol === 'own' && partCount(input.sizeBytes, partBytes) > deps.limits.uploadParts) {
    throw new AppError('file_too_large', { field: 'size' });
  }
  const ownContentKey = await ownContentOf(deps, caller, input);
  const order = {
    ...orderOf(deps, input, partBytes, (await deps.plans()).free),
    ...(ownContentKey === '' ? {} : { ownContentKey }),
  };
  const key = uploadKeyFor(call, input);
  let answer: UploadAnswer;
  if (input.conflict === 'skip') {
    const begun = unwrap(await drive.beginUnlessTaken(person, order, key));
    if (begun.skipped) return { upload_type: 'UPLOAD_TYPE_UNKNOWN', file: begun.file, task: null, skipped: true };
    answer = begun.answer;
  } else answer = unwrap(await drive.beginUpload(person, order, key));
  const { uploadId, phase, sizeBytes } = answer.upload;
  if (sizeBytes === 0 && phase === 'hashing') {
    const done = await hashInline(deps, caller.userId, unwrap(await drive.hashPlan(uploadId)));
    answer = done ?? unwrap(await drive.uploadAnswer(person, uploadId));
  }
  return toCreateAnswer(deps.keyring, person, answer, call.origin, call.nowMs, input.isForm);
}
