/** Which parts of an upload are stored, with a fresh token for it. */
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { UploadId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { toUploadSession } from './wire.ts';

/** @throws AppError unauthenticated, not_found */
export async function uploadState(
  deps: DriveDeps,
  caller: Caller,
  id: UploadId,
  call: CallContext,
): Promise<UploadSession> {
  const person = callerData(caller);
  const { upload } = unwrap(await driveOf(deps, caller.userId).uploadAnswer(person, id));
  return toUploadSession(deps.keyring, person, upload, call.nowMs);
}
