/** Calls of shares on an owner's drive: describing, watching and blocking its content. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId, ShareId, UserId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { OwnTransfer } from '../content/claims.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { treePart } from '../tree/part.ts';
import type { sharingPart } from './part.ts';
import type { SharedItem } from './view.store.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, share_status_prohibited */
export async function describeForShare(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
): Promise<readonly SharedItem[]> {
  return unwrap(await driveOf<typeof sharingPart>(deps, caller.userId).describeForShare(callerData(caller), ids));
}

/** Bytes and complete files at and below nodes of a person, for a link whose call did not count them. */
export async function sizeOfShared(
  deps: DriveDeps,
  ownerId: UserId,
  ids: readonly NodeId[],
): Promise<{ sizeBytes: number; fileCount: number }> {
  return unwrap(await driveOf<typeof sharingPart>(deps, ownerId).sizeOfNodes(ids));
}

/** Notes that a link shows nodes of a person. @throws AppError link_limit, when the plan allows no more links */
export async function watch(
  deps: DriveDeps,
  ownerId: UserId,
  shareId: ShareId,
  rootIds: readonly NodeId[],
): Promise<void> {
  const { free } = await deps.plans();
  unwrap(await driveOf<typeof sharingPart>(deps, ownerId).watch(shareId, rootIds, free));
}

/** Which links of a person show one of these files, or a file with one of these gcids. */
export async function linksOver(
  deps: DriveDeps,
  ownerId: UserId,
  input: { fileIds: readonly string[]; gcids: readonly string[] },
): Promise<readonly string[]> {
  return unwrap(await driveOf<typeof sharingPart>(deps, ownerId).linksOver(input));
}

/** Closes contents of a person's drive, or opens them again. @param gcids  upper-case hex */
export async function blockContents(
  deps: DriveDeps,
  ownerId: UserId,
  gcids: readonly string[],
  blocked: boolean,
): Promise<void> {
  unwrap(await driveOf<typeof treePart>(deps, ownerId).blockContents(gcids, blocked));
}

/** Traffic and speed that a person's plan leaves for direct links; null for a person without a drive. */
export async function linkTransfer(deps: DriveDeps, ownerId: UserId): Promise<OwnTransfer | null> {
  const { free } = await deps.plans();
  return unwrap(await driveOf<typeof sharingPart>(deps, ownerId).linkTransfer(free));
}

export async function unwatch(deps: DriveDeps, ownerId: UserId, shareId: ShareId): Promise<void> {
  unwrap(await driveOf<typeof sharingPart>(deps, ownerId).unwatch(shareId));
}
