/** Starts renaming, moving, copying, trashing, restoring and deleting files and folders. Each answers the id of its task. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { type Result, unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { firstAnswerOf, idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeStorageBytes } from '../entitlement/free-plan.ts';
import type { treePart } from '../tree/part.ts';
import type { jobsPart } from './part.ts';

type Ids = readonly NodeId[];

/** Absent for the default, so that a request without a choice has the digest it had before choices existed. */
function choiceOf(conflict: ConflictChoice): { conflict?: ConflictChoice } {
  return conflict === 'keep_both' ? {} : { conflict };
}

function trashTtlMs({ limits }: DriveDeps): number {
  return limits.trashTtlSeconds * SECOND_MS;
}

async function taskOf(started: PromiseLike<Result<string>>): Promise<TaskId> {
  return asTaskId(unwrap(await started));
}

/** Renames all or none. @throws AppError as for one; file_duplicated_name names the item */
export function renameMany(
  deps: DriveDeps,
  caller: Caller,
  items: readonly { readonly id: NodeId; readonly name: string }[],
  call: CallContext,
): Promise<TaskId> {
  const key = idempotencyKeyFor(call, 'batchRename', { items });
  return taskOf(driveOf<typeof jobsPart>(deps, caller.userId).renameMany(callerData(caller), items, key));
}

/** @throws AppError file_not_found, file_in_recycle_bin, file_move_or_copy_to_cur, invalid_argument */
export function move(
  deps: DriveDeps,
  caller: Caller,
  ids: Ids,
  to: NodeId,
  call: CallContext,
  conflict: ConflictChoice = 'keep_both',
): Promise<TaskId> {
  const input = { ids, to, ...choiceOf(conflict) };
  const key = idempotencyKeyFor(call, 'batchMove', input);
  return taskOf(
    driveOf<typeof jobsPart>(deps, caller.userId).move(
      callerData(caller),
      { ...input, trashTtlMs: trashTtlMs(deps) },
      key,
    ),
  );
}

/**
 * Copies by reference.
 * @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, file_move_or_copy_to_cur, invalid_argument
 */
export async function copy(
  deps: DriveDeps,
  caller: Caller,
  ids: Ids,
  to: NodeId,
  call: CallContext,
  conflict: ConflictChoice = 'keep_both',
): Promise<TaskId> {
  const input = { ids, to, ...choiceOf(conflict) };
  const key = idempotencyKeyFor(call, 'batchCopy', input);
  const limitBytes = await freeStorageBytes(deps);
  const order = { ...input, limitBytes, trashTtlMs: trashTtlMs(deps) };
  return taskOf(driveOf<typeof jobsPart>(deps, caller.userId).copy(callerData(caller), order, key));
}

/** @throws AppError file_not_found, file_in_recycle_bin; unavailable when a share has not acknowledged the removal */
export function trash(deps: DriveDeps, caller: Caller, ids: Ids, call: CallContext): Promise<TaskId> {
  const key = idempotencyKeyFor(call, 'batchTrash', { ids });
  return taskOf(
    driveOf<typeof jobsPart>(deps, caller.userId).trash(callerData(caller), { ids, trashTtlMs: trashTtlMs(deps) }, key),
  );
}

/**
 * Trashes one file or folder, or aborts an unfinished upload.
 * @throws AppError as `trash` does
 */
export async function trashOne(deps: DriveDeps, caller: Caller, id: NodeId, call: CallContext): Promise<TaskId> {
  const trashed = await firstAnswerOf(deps, caller, idempotencyKeyFor(call, 'batchTrash', { ids: [id] }));
  const phase = unwrap(await driveOf<typeof treePart>(deps, caller.userId).phaseOf(callerData(caller), id));
  // An aborted upload has no row: a repeat of its call finds the answer under the key of the deletion.
  const run = trashed !== null || phase === 'PHASE_TYPE_COMPLETE' ? trash : remove;
  return run(deps, caller, [id], call);
}

/** Restores from the trash. @throws AppError file_not_found */
export function untrash(
  deps: DriveDeps,
  caller: Caller,
  ids: Ids,
  call: CallContext,
  conflict: ConflictChoice = 'keep_both',
): Promise<TaskId> {
  const input = { ids, ...choiceOf(conflict) };
  const key = idempotencyKeyFor(call, 'batchUntrash', input);
  return taskOf(
    driveOf<typeof jobsPart>(deps, caller.userId).untrash(
      callerData(caller),
      { ...input, trashTtlMs: trashTtlMs(deps) },
      key,
    ),
  );
}

/** Deletes forever. @throws AppError file_not_found; unavailable when a share has not acknowledged the removal */
export function remove(deps: DriveDeps, caller: Caller, ids: Ids, call: CallContext): Promise<TaskId> {
  const key = idempotencyKeyFor(call, 'batchDelete', { ids });
  return taskOf(driveOf<typeof jobsPart>(deps, caller.userId).remove(callerData(caller), { ids }, key));
}

/** Deletes everything in the trash forever. */
export function emptyTrash(deps: DriveDeps, caller: Caller, call: CallContext): Promise<TaskId> {
  const key = idempotencyKeyFor(call, 'emptyTrash', {});
  return taskOf(driveOf<typeof jobsPart>(deps, caller.userId).emptyTrash(callerData(caller), key));
}

/**
 * Trashes copies of files and keeps one of each, all or none.
 * @throws AppError as `trash` does; failed_precondition when one of `ids` is no copy of `keep`
 */
export function tidy(
  deps: DriveDeps,
  caller: Caller,
  groups: readonly { readonly keep: NodeId; readonly ids: Ids }[],
  call: CallContext,
): Promise<TaskId> {
  const key = idempotencyKeyFor(call, 'tidy', { groups });
  return taskOf(
    driveOf<typeof jobsPart>(deps, caller.userId).tidy(
      callerData(caller),
      { groups, trashTtlMs: trashTtlMs(deps) },
      key,
    ),
  );
}
