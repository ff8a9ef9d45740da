/** Reads for a person who follows a share: of its owner's drive, and of the own one. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId, UserId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { FolderSearch, FoundFolders, SharedNodes } from './shared-files.store.ts';

/** Files and folders of a share, as its owner has them now. */
export async function nodesOfShare(deps: DriveDeps, ownerId: UserId, rootIds: readonly NodeId[]): Promise<SharedNodes> {
  return unwrap(await driveOf(deps, ownerId).sharedNodes(rootIds)) as SharedNodes;
}

/** How many of these contents the caller has already. */
export async function heldContents(deps: DriveDeps, caller: Caller, contentKeys: readonly string[]): Promise<number> {
  return unwrap(await driveOf(deps, caller.userId).countHeld(callerData(caller), contentKeys));
}

/** Folders of the caller by paths of names, and which of the known ones are there. */
export async function foldersAlong(deps: DriveDeps, caller: Caller, search: FolderSearch): Promise<FoundFolders> {
  return unwrap(await driveOf(deps, caller.userId).foldersAlong(callerData(caller), search)) as FoundFolders;
}
