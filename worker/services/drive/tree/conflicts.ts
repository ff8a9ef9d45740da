/** Which names are taken in a folder, and by what. */
import type { NameConflict } from '#shared/drive/versions.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { toFileObject } from './wire.ts';

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function conflicts(
  deps: DriveDeps,
  caller: Caller,
  input: { parentId: NodeId; names: readonly string[] },
): Promise<{ conflicts: NameConflict[] }> {
  const found = unwrap(await driveOf(deps, caller.userId).conflicts(callerData(caller), input));
  return { conflicts: found.map(({ name, row }) => ({ name, file: toFileObject(row, { userId: caller.userId }) })) };
}
