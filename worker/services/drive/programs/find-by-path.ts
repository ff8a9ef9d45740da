/** Files that programs look for: each call asks the drive once. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { remove } from '../jobs/start.ts';
import type { Entry, FoundEntry, OpenFile, TrashedEntry, WantedOrder } from './model.ts';
import type { programsPart } from './part.ts';
import { withinFolder } from './within.ts';

const driveAt = (deps: Pick<DriveDeps, 'drives'>, caller: Caller) => driveOf<typeof programsPart>(deps, caller.userId);

/** At most 500. */
export async function starredAt(deps: DriveDeps, caller: Caller): Promise<readonly FoundEntry[]> {
  return unwrap(await driveAt(deps, caller).starred(withinFolder(caller)));
}

/** At most 500. @throws AppError too_many_requests */
export async function namedAt(deps: DriveDeps, caller: Caller, text: string): Promise<readonly FoundEntry[]> {
  return unwrap(await driveAt(deps, caller).named(withinFolder(caller), text, deps.limits.sweptRowsPerMinute));
}

/** At most 1,000. @throws AppError file_not_found for a path of no folder, too_many_requests */
export async function wantedAt(deps: DriveDeps, caller: Caller, order: WantedOrder): Promise<readonly FoundEntry[]> {
  return unwrap(await driveAt(deps, caller).wanted(withinFolder(caller), order, deps.limits.sweptRowsPerMinute));
}

/** The newest 1,000. */
export async function trashedAt(deps: DriveDeps, caller: Caller): Promise<readonly TrashedEntry[]> {
  return unwrap(await driveAt(deps, caller).trashed(withinFolder(caller)));
}

/** Deletes forever what is in the trash, and nothing else. @throws AppError file_not_found; as `remove` */
export async function removeTrashedAt(deps: DriveDeps, caller: Caller, id: NodeId, call: CallContext): Promise<void> {
  unwrap(await driveAt(deps, caller).requireTrashed(withinFolder(caller), id));
  await remove(deps, caller, [id], call);
}

/** A version of a file that is named by the beginning of its id. */
interface VersionAt {
  readonly idPrefix: string;
  readonly name: string;
}

/** Newest first. @throws AppError file_not_found */
export async function versionsAt(deps: DriveDeps, caller: Caller, idPrefix: string): Promise<readonly Entry[]> {
  return unwrap(await driveAt(deps, caller).versionsWith(withinFolder(caller), idPrefix));
}

/** @throws AppError file_not_found, file_blocked */
export async function openVersionAt(
  deps: DriveDeps,
  caller: Caller,
  { idPrefix, name }: VersionAt,
): Promise<OpenFile & { readonly fileId: string }> {
  const { free } = await deps.plans();
  return unwrap(await driveAt(deps, caller).openVersionWith(withinFolder(caller), { idPrefix, name }, free));
}

/** @throws AppError file_not_found, file_blocked, locked, permission_denied */
export async function restoreVersionAt(
  deps: DriveDeps,
  caller: Caller,
  { idPrefix, name, tokens }: VersionAt & { readonly tokens: readonly string[] },
): Promise<void> {
  unwrap(await driveAt(deps, caller).restoreVersionWith(withinFolder(caller), { idPrefix, name, tokens }));
}
