/** What a share of these nodes would hold. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { SharedItem } from '../service.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, share_status_prohibited */
export async function describeForShare(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
): Promise<readonly SharedItem[]> {
  return unwrap(await driveOf(deps, caller.userId).describeForShare(callerData(caller), ids));
}
