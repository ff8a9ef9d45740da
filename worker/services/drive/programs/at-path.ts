/** Files and folders by path, for programs: each call asks the drive once. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { sleep } from '#worker/platform/clock.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeStorageBytes } from '../entitlement/free-plan.ts';
import type * as model from './model.ts';
import type { programsPart } from './part.ts';
import { withinFolder } from './within.ts';

/** 45 s: longest wait for a copy that is a task; a proxy gives up after a minute. */
const TASK_WAIT_MS = 45 * SECOND_MS;
const TASK_LOOK_MS = SECOND_MS / 2;

const driveAt = (deps: Pick<DriveDeps, 'drives'>, caller: Caller) => driveOf<typeof programsPart>(deps, caller.userId);

/** @param withQuota  space used and left too @throws AppError file_not_found */
export async function lookAt(
  deps: DriveDeps,
  caller: Caller,
  {
    withQuota,
    ...order
  }: Pick<model.LookOrder, 'path' | 'isDeep' | 'withSums' | 'withSizes'> & { readonly withQuota: boolean },
): Promise<model.Look> {
  const freeBytes = withQuota ? await freeStorageBytes(deps) : null;
  return unwrap(await driveAt(deps, caller).look(withinFolder(caller), { ...order, freeBytes }));
}

/** Entries of a folder that follow. */
export async function lookOn(deps: DriveDeps, caller: Caller, from: model.Cursor) {
  return unwrap(await driveAt(deps, caller).lookOn(withinFolder(caller), from));
}

/** @throws AppError file_not_found, method_not_allowed for a folder, precondition_failed */
export async function openAt(deps: DriveDeps, caller: Caller, order: model.PathOrder): Promise<model.OpenFile> {
  const { free } = await deps.plans();
  return unwrap(await driveAt(deps, caller).openFile(withinFolder(caller), order, free));
}

/** @throws AppError already_exists, file_not_found with `no_parent`, file_duplicated_name, locked, precondition_failed */
export async function makeFolderAt(deps: DriveDeps, caller: Caller, order: model.PathOrder): Promise<model.Changed> {
  return unwrap(await driveAt(deps, caller).makeCollection(withinFolder(caller), order));
}

/** Trashes. @throws AppError file_not_found, permission_denied for the root, locked, precondition_failed, unavailable */
export async function removeAt(deps: DriveDeps, caller: Caller, order: model.PathOrder): Promise<void> {
  unwrap(await driveAt(deps, caller).removeAt(withinFolder(caller), order, deps.limits.trashTtlSeconds * SECOND_MS));
}

type MoveInput = Omit<model.MoveOrder, 'trashTtlMs'>;

/** @throws AppError file_not_found, permission_denied, precondition_failed, locked, file_duplicated_name, unavailable */
export async function moveAt(deps: DriveDeps, caller: Caller, input: MoveInput): Promise<model.Changed> {
  const order = { ...input, trashTtlMs: deps.limits.trashTtlSeconds * SECOND_MS };
  return unwrap(await driveAt(deps, caller).moveTo(withinFolder(caller), order));
}

/** Waits for a task, within bounds. @returns the refusal that ended it, '' when it is done; null while it runs */
async function taskEnd(deps: DriveDeps, caller: Caller, taskId: string): Promise<string | null> {
  const untilMs = deps.clock.nowMs() + TASK_WAIT_MS;
  while (deps.clock.nowMs() < untilMs) {
    const { isOver, refusal } = unwrap(await driveAt(deps, caller).programTask(withinFolder(caller), taskId));
    if (isOver) return refusal;
    await sleep(TASK_LOOK_MS);
  }
  return null;
}

/** The outcome of a copy; a large one goes on as a task when `isRunning`, and `refusal` names what ended it. */
export interface Copied extends model.Changed {
  readonly isRunning: boolean;
  readonly refusal: string;
}

/** @throws AppError as `moveAt`; file_space_not_enough, file_count_limit, file_blocked, task_sub_task_num_limit */
export async function copyAt(
  deps: DriveDeps,
  caller: Caller,
  input: MoveInput & Pick<model.CopyOrder, 'isShallow'>,
): Promise<Copied> {
  const limitBytes = await freeStorageBytes(deps);
  const order = { ...input, limitBytes, trashTtlMs: deps.limits.trashTtlSeconds * SECOND_MS };
  const copied = unwrap(await driveAt(deps, caller).copyTo(withinFolder(caller), order));
  const end = copied.taskId === null ? '' : await taskEnd(deps, caller, copied.taskId);
  return { ...copied, isRunning: end === null, refusal: end ?? '' };
}

/** @throws AppError file_not_found, locked, precondition_failed, storage_full */
export async function setPropsAt(deps: DriveDeps, caller: Caller, order: model.PropOrder): Promise<model.Changed> {
  return unwrap(await driveAt(deps, caller).setProps(withinFolder(caller), order));
}

/** @throws AppError file_not_found with `no_parent`, locked, precondition_failed, resource_exhausted */
export async function lockAt(deps: DriveDeps, caller: Caller, order: model.LockOrder): Promise<model.LockAnswer> {
  return unwrap(await driveAt(deps, caller).lockAt(withinFolder(caller), order));
}

/** @throws AppError file_not_found, precondition_failed for a lock that is not there */
export async function renewLockAt(
  deps: DriveDeps,
  caller: Caller,
  order: model.PathOrder,
  ttlMs: number,
): Promise<readonly model.Lock[]> {
  return unwrap(await driveAt(deps, caller).renewLock(withinFolder(caller), order, ttlMs));
}

/** @throws AppError file_not_found, failed_precondition for a token of no lock there, permission_denied for another credential's */
export async function endLockAt(deps: DriveDeps, caller: Caller, path: model.Path, token: string): Promise<void> {
  unwrap(await driveAt(deps, caller).endLock(withinFolder(caller), path, token));
}

/** Locks of the drive, for its owner in the browser. */
export async function programLocks(deps: DriveDeps, caller: Caller): Promise<readonly model.ShownLock[]> {
  return unwrap(await driveAt(deps, caller).shownLocks(withinFolder(caller)));
}

/** The owner ends a lock. */
export async function breakLock(deps: DriveDeps, caller: Caller, token: string): Promise<void> {
  unwrap(await driveAt(deps, caller).breakLock(withinFolder(caller), token));
}
