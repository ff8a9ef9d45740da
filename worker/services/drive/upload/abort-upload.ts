/** Gives an upload up and frees its space. An upload that is over, or unknown, is no error. */
import { unwrap } from '#shared/errors.ts';
import type { UploadId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import { uploadsOf } from './rpc-types.ts';

/** @throws AppError unauthenticated */
export async function abortUpload(deps: DriveDeps, caller: Caller, id: UploadId): Promise<void> {
  unwrap(await uploadsOf(deps.drives, caller.userId).abortUpload(callerData(caller), id));
}
