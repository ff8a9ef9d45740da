/**
 * Operations of a person on folders of others. The caller's own drive says whose a grant is; the owner's drive decides in the transaction
 * that acts (grants.store.ts).
 */

import { createHash } from 'node:crypto';
import type { GrantAnswer, GrantRole } from '#shared/drive/grants/grant-terms.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { PageOrder } from '#shared/drive/orders.ts';
import { AppError, isAppError, type Result, unwrap } from '#shared/errors.ts';
import {
  asUserId,
  type ContentKey,
  type NodeId,
  ROOT_ID,
  type ShareId,
  type TaskId,
  type UserId,
} from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { grantImageLinks } from '../content/image-links.ts';
import { contentLink } from '../content/link.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { OWNER_LIMITS } from '../entitlement/owner-limits.ts';
import { restore } from '../sharing/restore.ts';
import type { Crumb } from '../tree/batch.store.ts';
import { pageRows } from '../tree/listing-query.ts';
import type { uploadPart } from '../upload/part.ts';
import type { GuestAccess } from './grants.store.ts';
import type { grantsPart } from './part.ts';
import type { BlockedInviter, ReceivedGrant } from './received.store.ts';
import { guestFileObject } from './wire.ts';

export interface Guest {
  readonly owner: CallsOf<typeof grantsPart & typeof uploadPart>;
  readonly ownerId: UserId;
  readonly access: GuestAccess;
}

/** @throws AppError not_found; unauthenticated for an ended session of the guest */
export async function guestOf(deps: DriveDeps, caller: Caller, grantId: string): Promise<Guest> {
  const { ownerId } = unwrap(
    await driveOf<typeof grantsPart>(deps, caller.userId).receivedGrant(callerData(caller), grantId),
  );
  return {
    owner: driveOf<typeof grantsPart & typeof uploadPart>(deps, ownerId),
    ownerId: asUserId(ownerId),
    access: { grantId, userId: caller.userId },
  };
}

export async function commonFolders(
  deps: DriveDeps,
  caller: Caller,
): Promise<{ grants: readonly ReceivedGrant[]; blocked: readonly BlockedInviter[] }> {
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).receivedGrants(callerData(caller)));
}

/** @throws AppError not_found */
export async function answerCommon(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  answer: GrantAnswer,
): Promise<void> {
  const { owner, ownerId, access } = await guestOf(deps, caller, grantId);
  const fact = unwrap(await owner.guestAnswer(access, answer));
  const own = driveOf<typeof grantsPart>(deps, caller.userId);
  if (answer === 'blocked') unwrap(await own.blockInviter(callerData(caller), grantId));
  // The event brings it as well, in case this call ends before.
  unwrap(await own.recordGrants(ownerId, { facts: [fact], goneIds: [] }));
}

export async function unblockInviter(deps: DriveDeps, caller: Caller, ownerId: string): Promise<void> {
  unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).unblockInviter(callerData(caller), ownerId));
}

export interface CommonListing {
  readonly role: GrantRole;
  /** From the common folder, which is not in it, to the listed one. */
  readonly path: readonly Crumb[];
  readonly files: readonly FileObject[];
  readonly nextPageToken: string;
}

/** @throws AppError not_found, file_not_found, invalid_argument for a bad page token */
export async function commonFiles(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  query: { readonly parentId: string; readonly limit: number; readonly pageToken: string; readonly order: PageOrder },
): Promise<CommonListing> {
  const { owner, ownerId, access } = await guestOf(deps, caller, grantId);
  const { parentId, pageToken, order } = query;
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const [imageLinks, listed] = await Promise.all([
    grantImageLinks(deps, caller, { ownerId, grantId }),
    owner.guestList(access, { parentId, pageToken, rows, order }),
  ]);
  const listing = unwrap(listed);
  const at = { nodeId: listing.nodeId, isEditor: listing.role === 'editor' };
  return {
    role: listing.role,
    path: listing.path,
    files: listing.rows.map((row) => guestFileObject(row, at, { imageLinks })),
    nextPageToken: listing.nextPageToken,
  };
}

/** A file has a link to its content, which ends with the grant. @throws AppError not_found, file_not_found */
export async function commonFile(deps: DriveDeps, caller: Caller, grantId: string, id: string): Promise<FileObject> {
  const { owner, ownerId, access } = await guestOf(deps, caller, grantId);
  const { row, nodeId, role } = unwrap(await owner.guestFile(access, id));
  const expiresAtMs = deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS;
  const contentKey = row.content_key as ContentKey | null;
  const link =
    contentKey === null
      ? null
      : await contentLink(
          deps,
          {
            kind: 'grant',
            ownerId,
            nodeId: row.id as NodeId,
            contentKey,
            expiresAtMs,
            attachment: true,
            grantId,
            sessionId: caller.sessionId,
            tokenEpoch: caller.epoch,
          },
          row.name,
        );
  const imageLinks = await grantImageLinks(deps, caller, { ownerId, grantId });
  return guestFileObject(row, { nodeId, isEditor: role === 'editor' }, { imageLinks, ...(link ? { link } : {}) });
}

function forGuests(error: unknown): unknown {
  if (!isAppError(error)) return error;
  if (OWNER_LIMITS.has(error.errorName) || error.errorName === 'resource_exhausted')
    return new AppError('failed_precondition', { reason: 'common_space', messageKey: 'drive.common.refused.space' });
  if (error.errorName === 'transfer_limit')
    return new AppError('too_many_requests', { reason: 'grant_busy', retryInSeconds: 5 });
  return error;
}

/** Work of a guest in the drive of the owner. @throws AppError not_found; errors of `work` as guests may read them */
export async function asGuest<T>(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  work: (guest: Guest) => Promise<T>,
): Promise<T> {
  const guest = await guestOf(deps, caller, grantId);
  try {
    return await work(guest);
  } catch (error) {
    // The account of the owner was closed: it is not the session of the guest that has ended.
    if (isAppError(error) && error.errorName === 'unauthenticated')
      throw new AppError('not_found', { reason: 'no_such_grant' });
    throw forGuests(error);
  }
}

async function answerOf<T>(asked: PromiseLike<Result<T>>): Promise<T> {
  try {
    return unwrap(await asked);
  } catch (error) {
    throw forGuests(error);
  }
}

/** Keys of guests are apart: no guest gets the answer of another one. */
function keyFor(call: CallContext, { access }: Guest, act: string, input: object) {
  return idempotencyKeyFor(call, `common.${act}.${access.userId}`, { grant: access.grantId, ...input });
}

/** @throws AppError as the contract of drive.commonCreate says */
export async function commonMakeFolder(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  input: { parentId: string; name: string },
  call: CallContext,
): Promise<FileObject> {
  const guest = await guestOf(deps, caller, grantId);
  const key = keyFor(call, guest, 'create', input);
  const { row, nodeId } = await answerOf(guest.owner.guestMakeFolder(guest.access, input, key));
  return guestFileObject(row, { nodeId, isEditor: true });
}

/** @throws AppError as the contract of drive.commonRename says */
export async function commonRename(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  input: { id: string; name: string },
  call: CallContext,
): Promise<FileObject> {
  const guest = await guestOf(deps, caller, grantId);
  const key = keyFor(call, guest, 'rename', input);
  const { row, nodeId } = await answerOf(guest.owner.guestRename(guest.access, input.id, input.name, key));
  return guestFileObject(row, { nodeId, isEditor: true });
}

/** @throws AppError as the contract of drive.commonMove says */
export async function commonMove(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  input: { ids: readonly string[]; to: string },
  call: CallContext,
): Promise<void> {
  const guest = await guestOf(deps, caller, grantId);
  await answerOf(guest.owner.guestMove(guest.access, input, keyFor(call, guest, 'move', input)));
}

/** @throws AppError as the contract of drive.commonTrash says */
export async function commonTrash(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  ids: readonly string[],
  call: CallContext,
): Promise<void> {
  const guest = await guestOf(deps, caller, grantId);
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  await answerOf(guest.owner.guestTrash(guest.access, ids, trashTtlMs, keyFor(call, guest, 'trash', { ids })));
}

/**
 * Takes a folder over that its owner offers: it moves into the root of the caller's drive, with its people.
 * @throws AppError as the contract of drive.commonOffer says
 */
export async function takeOver(deps: DriveDeps, caller: Caller, grantId: string): Promise<TaskId> {
  const { ownerId, access } = await guestOf(deps, caller, grantId);
  const newOwnerName = await deps.people.nameOf(caller);
  const { taskId } = await restore(deps, caller, {
    requestKey: `handover ${grantId}`,
    shareId: grantId as ShareId,
    ownerId,
    rootIds: [],
    ids: [],
    parentId: ROOT_ID,
    grant: access,
    newOwnerName,
  });
  return taskId;
}

/** @throws AppError not_found */
export async function declineOffer(deps: DriveDeps, caller: Caller, grantId: string): Promise<void> {
  const { owner, access } = await guestOf(deps, caller, grantId);
  unwrap(await owner.declineOffer(access));
}

/** Copies into the caller's own drive. @throws AppError as the contract of drive.commonSave says */
export async function commonSave(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  { ids, parentId }: { ids: readonly NodeId[]; parentId: NodeId },
): Promise<{ taskId: TaskId; done: boolean }> {
  const { ownerId, access } = await guestOf(deps, caller, grantId);
  const what = createHash('sha256')
    .update(JSON.stringify([...ids].sort()))
    .digest('base64url');
  const requestKey = `grant ${grantId} ${what} ${parentId}`;
  const shareId = grantId as ShareId;
  const { taskId, done } = await restore(deps, caller, {
    requestKey,
    shareId,
    ownerId,
    rootIds: [],
    ids,
    parentId,
    grant: access,
  });
  return { taskId, done };
}
