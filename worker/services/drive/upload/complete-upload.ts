/** Ends an upload whose parts are all there: where few windows are left to hash, here and now, otherwise by the job. */
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { UploadId } from '#shared/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { type HashDeps, hashInline } from './hash/run.ts';
import type { uploadPart } from './part.ts';
import type { UploadAnswer } from './rpc-types.ts';
import { isHashedInline, type ListedPart } from './rules.ts';

export interface SealedUpload extends UploadAnswer {
  /** Objects the bytes came as. */
  readonly partCount: number;
}

/**
 * Seals and hashes an upload; both protocols use it.
 * @param listed  null: all stored parts
 * @returns the upload as it is then: done, or being hashed by the job
 * @throws AppError not_found, failed_precondition, invalid_argument
 */
export async function sealAndHash(
  deps: HashDeps,
  person: CallerData,
  uploadId: string,
  listed: readonly ListedPart[] | null,
): Promise<SealedUpload> {
  const drive = driveOf<typeof uploadPart>(deps, person.userId);
  const plan = unwrap(await drive.sealUpload(person, uploadId, listed));
  const isInline = isHashedInline(plan.sizeBytes, plan.digests.length);
  const done = isInline ? await hashInline(deps, person.userId, plan) : null;
  const answer = done ?? unwrap(await drive.uploadAnswer(person, uploadId));
  return { ...answer, partCount: plan.manifest?.parts.length ?? 1 };
}

/** Asking again answers the same. @throws AppError unauthenticated, not_found, failed_precondition, invalid_argument */
export async function completeUpload(
  deps: DriveDeps,
  caller: Caller,
  id: UploadId,
): Promise<{ file: FileObject; task: TaskObject | null }> {
  const { file, task, upload } = await sealAndHash(deps, callerData(caller), id, null);
  if (!file) throw new AppError('not_found', { reason: upload.phase === 'failed' ? 'bytes_lost' : 'file_removed' });
  return { file, task };
}
