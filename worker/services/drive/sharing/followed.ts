/** Reads for a person who follows a share: of its owner's drive, and of the own one. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId, UserId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { sharingPart } from './part.ts';
import type { FolderSearch, FoundFolders, NodesRest, SharedNodes } from './shared-files.store.ts';

/** Files and folders of a share, as its owner has them now, in steps. @param from  `rest` of the step before; null: the first one */
export async function nodesOfShare(
  deps: DriveDeps,
  ownerId: UserId,
  rootIds: readonly NodeId[],
  from: NodesRest | null,
): Promise<SharedNodes> {
  return unwrap(await driveOf<typeof sharingPart>(deps, ownerId).sharedNodes(rootIds, from)) as SharedNodes;
}

/** How many of these contents the caller has already. */
export async function heldContents(deps: DriveDeps, caller: Caller, contentKeys: readonly string[]): Promise<number> {
  return unwrap(await driveOf<typeof sharingPart>(deps, caller.userId).countHeld(callerData(caller), contentKeys));
}

/** Folders of the caller by paths of names, and which of the known ones are there. */
export async function foldersAlong(deps: DriveDeps, caller: Caller, search: FolderSearch): Promise<FoundFolders> {
  return unwrap(
    await driveOf<typeof sharingPart>(deps, caller.userId).foldersAlong(callerData(caller), search),
  ) as FoundFolders;
}
