/**
 * Following a share: the person's registry holds its former content, which is compared on request, with one call to the owner's
 * drive. Nothing polls, and the owner learns nothing but a save.
 */
import { createHash } from 'node:crypto';
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asUserId, isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import { MAX_COMPARED, type RestoreStatus, type ShareStatus } from '#shared/share/model.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { NodesRest, SharedNode } from '#worker/services/drive/service.ts';
import { registryOf, type ShareParts } from '../deps.ts';
import type { FolderCopy, FollowData } from '../registry/follows.store.ts';
import { type RestoreInput, restore, type StartedSave } from '../save/restore.ts';
import type { ShareCoverData, ShareRoots } from '../state/rpc-types.ts';
import { readPassToken } from '../visit/pass-token.ts';
import { readRoots } from '../visit/read-roots.ts';
import { viewOnlyError } from '../visit/view-only.ts';
import { byFolder, copiedFolders } from './places.ts';
import { type MarkedNode, marksOf, newFiles, withMarks } from './unseen-files.ts';

/** A share of another person, and what opens it. */
export interface AskedFollow {
  readonly shareId: ShareId;
  readonly passCodeToken: string;
}

export interface FollowFound {
  readonly files: number;
  readonly bytes: number;
  /** Contents that the caller has already. */
  readonly held: number;
  readonly sinceMs: number;
  /** The share is larger than what is compared. */
  readonly isPartial: boolean;
}

/** The save that a fetch of a followed share began. */
export interface Fetched {
  readonly status: ShareStatus;
  readonly files: number;
  readonly parentId: string;
  readonly restoreStatus: RestoreStatus;
  readonly taskId: string;
}

/** Each look reads a drive of another person. */
const LOOKS = 60;
const LOOKS_WINDOW_MS = 10 * MINUTE_MS;
/** Twice what the largest comparison takes when nothing moves. */
const MOST_STEPS = 10;

interface OpenFollow {
  readonly status: ShareStatus;
  readonly open: { readonly cover: ShareCoverData; readonly roots: ShareRoots } | null;
}

async function read(parts: ShareParts, caller: Caller, asked: AskedFollow, call: CallContext): Promise<OpenFollow> {
  const { shareId, passCodeToken } = asked;
  unwrap(await registryOf(parts, caller.userId).checkSession(callerData(caller)));
  if (!isWireId(shareId)) return { status: 'NOT_FOUND', open: null };
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const { status, cover, roots } = await readRoots(parts, shareId, { by: 'visitor', use: 'info', passVersion });
  return { status, open: status === 'OK' && cover && roots ? { cover, roots } : null };
}

interface ReadNodes {
  readonly nodes: readonly MarkedNode[];
  /** There are more. */
  readonly isPartial: boolean;
}

/**
 * In steps, between which the drive of the owner answers others: a file that moves in between may be missing, and is new at the next look.
 * The first reading of a node counts, so that each is in a folder that was read before it, and no folder is inside of itself.
 */
async function nodesOf(parts: ShareParts, { roots }: { roots: ShareRoots }): Promise<ReadNodes> {
  const nodes = new Map<string, MarkedNode>();
  let rest: NodesRest | null = null;
  let steps = 0;
  do {
    steps += 1;
    const step = await parts.drive.nodesOfShare(asUserId(roots.ownerId), roots.rootIds.map(asNodeId), rest);
    for (const node of withMarks(step.nodes)) if (!nodes.has(node.id)) nodes.set(node.id, node);
    rest = step.rest;
  } while (rest && nodes.size < MAX_COMPARED && steps < MOST_STEPS);
  return { nodes: [...nodes.values()], isPartial: rest !== null };
}

async function namesOf(parts: ShareParts, cover: ShareCoverData, nowMs: number) {
  return { title: cover.title, ownerName: (await parts.people.person(asUserId(cover.ownerId), nowMs)).nickname };
}

/** @throws AppError unauthenticated, file_restore_own, resource_exhausted */
export async function follow(
  parts: ShareParts,
  caller: Caller,
  asked: AskedFollow,
  call: CallContext,
): Promise<{ status: ShareStatus; follow: FollowData | null }> {
  const { status, open } = await read(parts, caller, asked, call);
  if (!open) return { status, follow: null };
  if (open.roots.ownerId === caller.userId) throw new AppError('file_restore_own');
  const seen = marksOf((await nodesOf(parts, open)).nodes);
  const entry = { shareId: asked.shareId, ...(await namesOf(parts, open.cover, call.nowMs)), seen };
  const followed: FollowData = unwrap(await registryOf(parts, caller.userId).follow(callerData(caller), entry));
  return { status, follow: followed };
}

/** @throws AppError unauthenticated */
export async function following(parts: ShareParts, caller: Caller): Promise<readonly FollowData[]> {
  return unwrap(await registryOf(parts, caller.userId).following(callerData(caller)));
}

/** @throws AppError unauthenticated */
export async function unfollow(parts: ShareParts, caller: Caller, shareIds: readonly string[]): Promise<void> {
  unwrap(await registryOf(parts, caller.userId).unfollow(callerData(caller), shareIds));
}

async function look(parts: ShareParts, caller: Caller, asked: AskedFollow, call: CallContext) {
  const { data, seen }: { data: FollowData; seen: Uint8Array } = unwrap(
    await registryOf(parts, caller.userId).followed(callerData(caller), asked.shareId),
  );
  await parts.shield.countOpenCall(
    { name: `share-follow:${asked.shareId}`, limit: LOOKS, windowMs: LOOKS_WINDOW_MS },
    call,
  );
  const { status, open } = await read(parts, caller, asked, call);
  if (!open) return { status, data, found: null };
  const { nodes, isPartial } = await nodesOf(parts, open);
  return { status, data, found: { ...open, nodes, isPartial, added: newFiles(nodes, seen) } };
}

/** @throws AppError unauthenticated, not_found for a share that is not followed, too_many_requests */
export async function followLook(
  parts: ShareParts,
  caller: Caller,
  asked: AskedFollow,
  call: CallContext,
): Promise<{ status: ShareStatus; added: FollowFound | null }> {
  const { status, data, found } = await look(parts, caller, asked, call);
  if (!found) return { status, added: null };
  const { files } = found.added;
  const held =
    files.length === 0 ? 0 : await parts.drive.heldContents(caller, [...new Set(files.map((file) => file.contentKey))]);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const sinceMs = Math.max(data.followedMs, data.fetchedMs);
  return { status, added: { files: files.length, bytes, held, sinceMs, isPartial: found.isPartial } };
}

/** Folders that one fetch adds to, besides the chosen one. */
const MAX_PLACES = 20;

/** New files of a folder that an earlier fetch has saved go into that one: its copy, wherever it is now, else the folder of the same names. */
async function placesIn(
  parts: ShareParts,
  caller: Caller,
  { shareId, parentId }: { shareId: string; parentId: NodeId | null },
  nodes: readonly SharedNode[],
  ids: readonly string[],
): Promise<{ baseId: string | null; into: NonNullable<RestoreInput['into']> }> {
  const groups = byFolder(nodes, ids);
  // A fetch of parts of the top folder put them beside each other, so its own name may be missing.
  const paths = groups.flatMap(({ path }) => [path, path.slice(1)]);
  const folderIds = groups.map(({ folderId }) => folderId);
  const copies: FolderCopy[] =
    folderIds.length === 0
      ? []
      : (unwrap(
          await registryOf(parts, caller.userId).folderCopies(callerData(caller), shareId, folderIds),
        ) as FolderCopy[]);
  const known = copies.map(([, copyId]) => copyId);
  const { baseId, folders, live } = await parts.drive.foldersAlong(caller, { from: parentId, paths, known });
  const isLive = new Set(live);
  const copyOf = new Map(copies.filter(([, copyId]) => isLive.has(copyId)));
  const inside = new Map<string, NodeId[]>();
  for (const [at, group] of groups.entries()) {
    const found = copyOf.get(group.folderId) ?? folders[2 * at] ?? folders[2 * at + 1] ?? baseId;
    if (found === null || found === baseId || (inside.size >= MAX_PLACES && !inside.has(found))) continue;
    inside.set(found, [...(inside.get(found) ?? []), ...group.ids.map(asNodeId)]);
  }
  return { baseId, into: Array.from(inside, ([id, fileIds]) => ({ parentId: asNodeId(id), fileIds })) };
}

/**
 * Saves what is new. A repeat after a lost answer finds nothing new, or starts the same save.
 * @param input.parentId  undefined: where the first fetch went; null: the folder of saves
 * @throws AppError as `restore`, not_found for a share that is not followed, too_many_requests
 */
export async function followFetch(
  parts: ShareParts,
  caller: Caller,
  input: AskedFollow & { readonly parentId?: NodeId | null },
  call: CallContext,
): Promise<Fetched> {
  const { status, data, found } = await look(parts, caller, input, call);
  const chosen = data.parentId;
  const nothing = { status, files: 0, parentId: chosen ?? '', restoreStatus: 'RESTORE_UNKNOWN', taskId: '' } as const;
  if (!found) return nothing;
  if (found.cover.viewOnly) throw viewOnlyError();
  const { ids, files, seen } = found.added;
  if (ids.length === 0) return nothing;
  const parentId = input.parentId === undefined ? (chosen === null ? null : asNodeId(chosen)) : input.parentId;
  // A file that changed again is another save, and a repeat of this fetch is the same one: it ends with the time of the last fetch.
  const contents = createHash('sha256').update(`${data.fetchedMs}\n`).update(marksOf(files)).digest('hex');
  const { baseId, into } = await placesIn(parts, caller, { shareId: input.shareId, parentId }, found.nodes, ids);
  const order = {
    shareId: input.shareId,
    passCodeToken: input.passCodeToken,
    fileIds: ids.map(asNodeId),
    parentId,
    into,
    contents,
  };
  const saves: StartedSave[] = [];
  const saved = await restore(parts, caller, order, call, saves);
  if (saved.share_status !== 'OK') return { ...nothing, status: saved.share_status };
  const names = await namesOf(parts, found.cover, call.nowMs);
  // All of it may have gone into folders below.
  const placedId = into.length > 0 && baseId !== null ? baseId : saved.file_id;
  const entry = {
    shareId: input.shareId,
    ...names,
    seen,
    parentId: placedId,
    copies: copiedFolders(found.nodes, saves),
    folderIds: found.nodes.filter(({ contentKey }) => contentKey === '').map(({ id }) => id),
  };
  unwrap(await registryOf(parts, caller.userId).fetched(callerData(caller), entry));
  return {
    status,
    files: files.length,
    parentId: placedId,
    restoreStatus: saved.restore_status,
    taskId: saved.restore_task_id,
  };
}
