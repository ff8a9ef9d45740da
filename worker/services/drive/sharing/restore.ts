/** Copies what a share shows into the caller's drive. */
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asTaskId, type NodeId, type TaskId, type UserId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { RestoreAnswer, RestoreOrder } from '../service.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, invalid_argument */
export async function restore(deps: DriveDeps, caller: Caller, order: RestoreOrder): Promise<RestoreAnswer> {
  if (order.ownerId === caller.userId) throw new AppError('file_restore_own');
  const limitBytes = await deps.storageLimitOf(caller.userId);
  const begun = unwrap(await driveOf(deps, caller.userId).restoreShared(callerData(caller), { ...order, limitBytes }));
  return { ...begun, taskId: asTaskId(begun.taskId), parentId: asNodeId(begun.parentId) };
}

/** What became of a request to restore whose call never came back. */
export async function restoreOf(
  deps: DriveDeps,
  userId: UserId,
  requestKey: string,
): Promise<{ taskId: TaskId; parentId: NodeId; inPlace: boolean } | null> {
  const found = await driveOf(deps, userId).restoreOf(requestKey);
  return found && { ...found, taskId: asTaskId(found.taskId), parentId: asNodeId(found.parentId) };
}
