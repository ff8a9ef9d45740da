/** Reads files and folders: a listing, one node, the path of a folder, names that are taken. */

import type { FileList, FileObject } from '#shared/drive/model.ts';
import { writeTaken } from '#shared/drive/photos/taken.ts';
import type { NameConflict } from '#shared/drive/versions.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey, NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../content/image-links.ts';
import { ownContentLink } from '../content/link.ts';
import { originMedias } from '../content/medias.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { Crumb } from './batch.store.ts';
import { type ListQuery, pageRows } from './listing-query.ts';
import type { treePart } from './part.ts';
import { takenOf } from './taken.store.ts';
import { toFileObject } from './wire.ts';

/** An unknown folder lists as empty. @throws AppError invalid_argument for a bad page token */
export async function list(
  deps: DriveDeps,
  caller: Caller,
  query: ListQuery & { readonly thumbnailSize?: string },
): Promise<FileList> {
  const page = unwrap(
    await driveOf<typeof treePart>(deps, caller.userId).listNodes(callerData(caller), {
      parentId: query.parentId,
      rows: pageRows(query.limit, deps.limits.pageRows),
      pageToken: query.pageToken,
      order: query.order,
      foldersFirst: query.foldersFirst,
      trashed: query.trashed,
      foldersOnly: query.foldersOnly ?? false,
      filesOnly: query.filesOnly ?? false,
      kinds: query.kinds ?? [],
      phases: query.phases ?? [],
      starred: query.starred ?? false,
    }),
  );
  const nowMs = deps.clock.nowMs();
  const from = 'from' in page ? page.from : {};
  const imageLinks = await ownImageLinks(deps, caller, query.thumbnailSize);
  return {
    kind: 'drive#fileList',
    next_page_token: page.nextPageToken,
    files: page.rows.map((row) => toFileObject(row, { userId: caller.userId, home: from[row.id], nowMs, imageLinks })),
    version: '',
    version_outdated: false,
    sync_time: '',
  };
}

/** A complete file has a link to its content. @throws AppError file_not_found, file_in_recycle_bin */
export async function detail(deps: DriveDeps, caller: Caller, id: NodeId, thumbnailSize = ''): Promise<FileObject> {
  const row = unwrap(await driveOf<typeof treePart>(deps, caller.userId).detail(callerData(caller), id));
  if (row.content_key === null || row.phase !== 'PHASE_TYPE_COMPLETE')
    return toFileObject(row, { userId: caller.userId });
  const link = await ownContentLink(deps, caller, id, row.content_key as ContentKey, row.name);
  const file = toFileObject(row, {
    userId: caller.userId,
    links: { 'application/octet-stream': link },
    webContentLink: link.url,
    imageLinks: await ownImageLinks(deps, caller, thumbnailSize),
  });
  const taken = takenOf(row);
  const params = taken ? { ...file.params, taken: writeTaken(taken) } : file.params;
  return { ...file, params, medias: originMedias(file, link) };
}

/** @throws AppError file_not_found */
export async function path(deps: DriveDeps, caller: Caller, folderId: NodeId): Promise<readonly Crumb[]> {
  return unwrap(await driveOf<typeof treePart>(deps, caller.userId).path(callerData(caller), folderId));
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function conflicts(
  deps: DriveDeps,
  caller: Caller,
  input: { parentId: NodeId; names: readonly string[] },
): Promise<{ conflicts: NameConflict[] }> {
  const found = unwrap(await driveOf<typeof treePart>(deps, caller.userId).conflicts(callerData(caller), input));
  return { conflicts: found.map(({ name, row }) => ({ name, file: toFileObject(row, { userId: caller.userId }) })) };
}
