/** Begins an upload: a pending file, a task, space promised, and the door the bytes go through. */

import { isContentKey } from '#shared/content/content-key.ts';
import { isGcid } from '#shared/content/gcid.ts';
import { makeChallenge, PROOF_SPANS } from '#shared/content/proof.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { CreateAnswer } from '#shared/drive/contract.ts';
import { validateName } from '#shared/drive/names.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { fromHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { type CallContext, type Caller, callerData, type DriveDeps } from '../deps.ts';
import { hashInline } from '../hash-job-run.ts';
import { repeatKeyOf } from '../repeat.ts';
import { partBytesOf, partCount } from '../upload.rules.ts';
import { type BeginUpload, type UploadAnswer, uploadsOf } from '../upload-calls.ts';
import { signChallenge } from '../upload-token.ts';
import { toCreateAnswer } from '../upload-wire.ts';

export interface BeginUploadInput {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly contentKey: string;
  readonly door: 'own' | 's3';
  readonly modifiedMs: number | null;
  /** Default keep_both. */
  readonly conflict?: ConflictChoice;
}

/** A challenge waits this long for its answer. */
const PROOF_TTL_MS = HOUR_MS;
const WORD = 2 ** 32;

/** @throws AppError file_name_empty, file_name_invalid, invalid_argument, file_too_large */
export function checkUpload(deps: DriveDeps, input: BeginUploadInput): void {
  const name = validateName(input.name);
  if (!name.ok)
    throw new AppError(name.reason === 'empty' ? 'file_name_empty' : 'file_name_invalid', {
      reason: name.reason,
      field: 'name',
    });
  if (!Number.isSafeInteger(input.sizeBytes) || input.sizeBytes < 0)
    throw new AppError('invalid_argument', { reason: 'size', field: 'size' });
  if (input.sizeBytes > deps.limits.fileBytes) throw new AppError('file_too_large', { field: 'size' });
}

function randomNumbers(): number[] {
  const words = new DataView(fromHex(newHexId(4 * PROOF_SPANS)).buffer);
  return Array.from({ length: PROOF_SPANS }, (_, index) => words.getUint32(4 * index) / WORD);
}

/** Asks for a proof whether or not the content is known: the answer looks the same, and nothing was looked up. */
async function makeProof(
  deps: DriveDeps,
  uploadId: string,
  input: BeginUploadInput,
  nowMs: number,
): Promise<CreateAnswer['proof']> {
  const spans = makeChallenge(input.sizeBytes, randomNumbers());
  const nonceHex = newHexId(32);
  const challenge = await signChallenge(deps.keyring, {
    uploadId,
    contentKey: input.contentKey,
    sizeBytes: input.sizeBytes,
    nonceHex,
    spans,
    expiresAtMs: nowMs + PROOF_TTL_MS,
  });
  return { challenge, nonce: nonceHex, ranges: spans.map(({ start, end }) => ({ start, length: end - start })) };
}

/** What the drive is asked to begin. */
export function orderOf(
  deps: DriveDeps,
  input: BeginUploadInput,
  partBytes: number,
  storageLimitBytes: number,
): BeginUpload {
  return {
    parentId: input.parentId,
    name: input.name,
    sizeBytes: input.sizeBytes,
    gcid: isGcid(input.gcid) ? input.gcid : '',
    door: input.door,
    modifiedMs: input.modifiedMs,
    conflict: input.conflict ?? 'keep_both',
    partBytes,
    storageLimitBytes,
    openUploads: deps.limits.uploadSessions,
    ttlMs: deps.limits.uploadTtlSeconds * SECOND_MS,
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
  const drive = uploadsOf(deps.drives, caller.userId);
  const partBytes = partBytesOf(input.sizeBytes, deps.limits.partBytes);
  if (input.door === 'own' && partCount(input.sizeBytes, partBytes) > deps.limits.uploadParts) {
    throw new AppError('file_too_large', { field: 'size' });
  }
  const order = orderOf(deps, input, partBytes, await deps.storageLimitOf(caller.userId));
  const repeat = repeatKeyOf(call, 'beginUpload', input);
  let answer: UploadAnswer;
  if (input.conflict === 'skip') {
    const begun = unwrap(await drive.beginUnlessTaken(person, order, repeat));
    if (begun.skipped) return { upload_type: 'UPLOAD_TYPE_UNKNOWN', file: begun.file, task: null, skipped: true };
    answer = begun.answer;
  } else answer = unwrap(await drive.beginUpload(person, order, repeat));
  const { uploadId, phase, sizeBytes } = answer.upload;
  if (sizeBytes === 0 && phase === 'hashing') {
    const done = await hashInline(deps, caller.userId, unwrap(await drive.hashPlan(uploadId)));
    answer = done ?? unwrap(await drive.uploadAnswer(person, uploadId));
  }
  const wire = await toCreateAnswer(deps.keyring, person, answer, call.origin, call.nowMs);
  if (answer.upload.phase !== 'open' || !isContentKey(input.contentKey)) return wire;
  return { ...wire, proof: await makeProof(deps, uploadId, input, call.nowMs) };
}
