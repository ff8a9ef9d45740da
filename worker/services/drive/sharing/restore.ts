/** Copies what a share shows into the caller's drive. */
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asTaskId, type NodeId, type ShareId, type TaskId, type UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeStorageBytes } from '../entitlement/free-plan.ts';
import type { treePart } from '../tree/part.ts';
import type { sharingPart } from './part.ts';
import type { SaveMeeting, SharedPlan } from './save-plan.store.ts';

export interface RestoreOrder {
  /** Natural key: one running restore per key. */
  readonly requestKey: string;
  /** The key stands for one save for good: a repeat finds it however late, and whatever became of the copies. */
  readonly isOnce?: boolean;
  readonly shareId: ShareId;
  readonly ownerId: UserId;
  /** Roots of the share; every id must be one of them or below one. */
  readonly rootIds: readonly NodeId[];
  /** Of a common folder, instead of roots. */
  readonly grant?: { readonly grantId: string; readonly userId: string };
  /** The common folder is handed over: its new owner, as the other people of the folder read it. */
  readonly newOwnerName?: string;
  /** Empty: every root that the share still shows. */
  readonly ids: readonly NodeId[];
  /** null: the folder "Pack From Shared" in the root, made when absent. */
  readonly parentId: NodeId | null;
}

export interface RestoreAnswer {
  readonly taskId: TaskId;
  /** Folder the copies land in. */
  readonly parentId: NodeId;
  readonly done: boolean;
  /** True when this call started it, false when it found a running or finished one of the same key. */
  readonly started: boolean;
  /** Params of the finished task: the copy of each source, and the new names. */
  readonly params: Readonly<Record<string, string>>;
}

/** @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, invalid_argument */
export async function restore(deps: DriveDeps, caller: Caller, order: RestoreOrder): Promise<RestoreAnswer> {
  if (order.ownerId === caller.userId) throw new AppError('file_restore_own');
  const limitBytes = await freeStorageBytes(deps);
  const begun = unwrap(
    await driveOf<typeof sharingPart>(deps, caller.userId).restoreShared(callerData(caller), { ...order, limitBytes }),
  );
  return { ...begun, taskId: asTaskId(begun.taskId), parentId: asNodeId(begun.parentId) };
}

/** The state of a restore request whose call did not return. */
export async function restoreOf(
  deps: DriveDeps,
  userId: UserId,
  requestKey: string,
): Promise<{ taskId: TaskId; parentId: NodeId; inPlace: boolean } | null> {
  const found = await driveOf<typeof sharingPart>(deps, userId).restoreOf(requestKey);
  return found && { ...found, taskId: asTaskId(found.taskId), parentId: asNodeId(found.parentId) };
}

export interface SavePlan extends Omit<SharedPlan, 'names' | 'contentKeys'>, SaveMeeting {
  /** Free space of the caller once it is saved; negative when there is too little. */
  readonly freeBytes: number;
}

/** How much a save would be, and how it meets the caller's drive; nothing is changed. @throws AppError as `restore` */
export async function planSave(
  deps: DriveDeps,
  caller: Caller,
  order: Omit<RestoreOrder, 'requestKey' | 'shareId'>,
): Promise<SavePlan> {
  const { ownerId, rootIds, ids, parentId } = order;
  if (ownerId === caller.userId) throw new AppError('file_restore_own');
  const { names, contentKeys, ...shared } = unwrap(
    await driveOf<typeof sharingPart>(deps, ownerId).planShared({ rootIds, ids }),
  );
  const input = { parentId, names, contentKeys };
  const drive = driveOf<typeof treePart & typeof sharingPart>(deps, caller.userId);
  const storageBytes = await freeStorageBytes(deps);
  const [met, left] = await Promise.all([
    drive.findSaveConflicts(callerData(caller), input),
    drive.spaceLeft(callerData(caller), storageBytes),
  ]);
  return { ...shared, ...unwrap(met), freeBytes: unwrap(left) - shared.bytes };
}

/** Moves the copies of a save of the last 24 hours to the trash. @throws AppError file_not_found, failed_precondition */
export async function undoSave(deps: DriveDeps, caller: Caller, taskId: TaskId): Promise<number> {
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  return unwrap(
    await driveOf<typeof sharingPart>(deps, caller.userId).undoSave(callerData(caller), taskId, trashTtlMs),
  );
}
