/**
 * A small file in one request: its bytes are stored as an object promised before and hashed on the way, claimed at the index,
 * and made the file in one transaction. A request that fails before that leaves nothing visible, and is swept.
 */

import { windowCount } from '#shared/content/window.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { keyReused } from '#worker/platform/storage/answers.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { type BeginUploadInput, beginUpload, checkUpload, orderOf, uploadKeyFor } from '../begin-upload.ts';
import { hashInline } from '../hash/run.ts';
import type { uploadPart } from '../part.ts';
import type { BeginUpload, UploadAnswer } from '../rpc-types.ts';
import { claimBytes } from './promised-file.ts';

export interface PutFileInput
  extends Pick<BeginUploadInput, 'parentId' | 'name' | 'modifiedMs' | 'taken' | 'conflict'> {
  /** Content-Length, or null when the sender did not say. */
  readonly sizeBytes: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

export interface PutAnswer {
  readonly file: FileObject | null;
  readonly task: TaskObject | null;
  readonly skipped?: boolean;
}

function uploadOf(deps: DriveDeps, input: PutFileInput): BeginUploadInput {
  const { parentId, name, modifiedMs, taken, conflict, sizeBytes } = input;
  if (sizeBytes === null)
    throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
  const upload = { parentId, name, sizeBytes, gcid: '', contentKey: '', protocol: 'own' as const, modifiedMs, taken };
  const whole = conflict === undefined ? upload : { ...upload, conflict };
  checkUpload(deps, whole);
  // One window has one digest, which is all there is to keep while the bytes go by.
  if (windowCount(sizeBytes) > 1)
    throw new AppError('file_too_large', { reason: 'not_small', field: 'Content-Length' });
  return whole;
}

function placeNameOf({ sessionId, epoch }: Caller, { parentId }: BeginUpload): string {
  return `${sessionId} ${epoch} ${parentId}`;
}

async function store(
  deps: DriveDeps,
  caller: Caller,
  input: PutFileInput,
  call: CallContext,
): Promise<PutAnswer | UploadAnswer> {
  const upload = uploadOf(deps, input);
  const { sizeBytes } = upload;
  const person = callerData(caller);
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  const order = orderOf(deps, upload, Math.max(deps.limits.partBytes, sizeBytes), (await deps.plans()).free);
  const key = uploadKeyFor(call, upload);
  const claimed = await claimBytes(deps, {
    userId: caller.userId,
    place: placeNameOf(caller, order),
    sizeBytes,
    body: input.body,
    isAlwaysAsked: order.conflict === 'skip',
    ask: (keys) => drive.placePut(person, { ...order, keys }),
  });
  if (claimed.skipped) return { file: claimed.file, task: null, skipped: true };
  const { lease, blob } = claimed;
  const landed = await drive.finishPut(person, order, key, lease, blob);
  await claimed.landed(landed.ok);
  const landing = unwrap(landed);
  if (landing.skipped) return { file: landing.file, task: null, skipped: true };
  return untilHashed(deps, caller, landing.answer, blob.contentKey);
}

/**
 * The answer of an upload when its content is known.
 * @param contentKey  of the bytes that came
 * @throws AppError invalid_argument when other bytes came under the key before
 */
export async function untilHashed(
  deps: DriveDeps,
  caller: Caller,
  answer: UploadAnswer,
  contentKey: string,
): Promise<UploadAnswer> {
  if (answer.upload.phase !== 'hashing') return answer;
  // Begun with the other protocol under this key, and sealed there.
  const { uploadId } = answer.upload;
  const person = callerData(caller);
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  const done = await hashInline(deps, caller.userId, unwrap(await drive.hashPlan(uploadId)));
  if (unwrap(await drive.uploadHolding(person, uploadId, contentKey)) === 'other') throw keyReused();
  return done ?? unwrap(await drive.uploadAnswer(person, uploadId));
}

/** Nothing to store: the upload begins sealed. */
async function storeEmpty(
  deps: DriveDeps,
  caller: Caller,
  input: PutFileInput,
  call: CallContext,
): Promise<PutAnswer | UploadAnswer> {
  const { file, task, skipped } = await beginUpload(deps, caller, uploadOf(deps, input), call);
  return skipped ? { file, task: null, skipped } : { file, task };
}

/** @throws AppError as the contract row `drive.put` says */
export async function putFile(
  deps: DriveDeps,
  caller: Caller,
  input: PutFileInput,
  call: CallContext,
): Promise<PutAnswer> {
  try {
    const answer = await (input.sizeBytes === 0 ? storeEmpty : store)(deps, caller, input, call);
    if (!answer.file) throw new AppError('file_not_found', { reason: 'file_removed' });
    const { file, task } = answer;
    return 'skipped' in answer ? { file, task, skipped: true } : { file, task };
  } finally {
    await drainBody(input.body, input.sizeBytes ?? Number.POSITIVE_INFINITY);
  }
}
