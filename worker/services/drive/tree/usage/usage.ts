/** Used space: one folder, kinds of files, the largest files and folders, traffic. */
import type { FoundFile } from '#shared/drive/search.contract.ts';
import type { HeavyFolderObject, KindObject } from '#shared/drive/usage.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { toFoundFile } from '../search/found-file.ts';

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function size(
  deps: DriveDeps,
  caller: Caller,
  id: NodeId,
): Promise<{ size: string; file_count: string; folder_count: string; path: { id: string; name: string }[] }> {
  const held = unwrap(await driveOf<typeof treePart>(deps, caller.userId).measureNode(callerData(caller), id));
  return {
    size: String(held.bytes),
    file_count: String(held.files),
    folder_count: String(held.folders),
    path: [...held.path],
  };
}

export async function kinds(deps: DriveDeps, caller: Caller): Promise<{ kinds: KindObject[] }> {
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  const [all, thrown] = await Promise.all([
    drive.usageByKind(callerData(caller), deps.limits.sweptRowsPerMinute),
    drive.trashByKind(callerData(caller), deps.limits.sweptRowsPerMinute),
  ]);
  const trash = new Map(unwrap(thrown).map((row) => [row.category, row]));
  return {
    kinds: unwrap(all).map(({ category, files, bytes }) => ({
      file_category: category,
      file_count: String(files),
      size: String(bytes),
      file_count_in_trash: String(trash.get(category)?.files ?? 0),
      size_in_trash: String(trash.get(category)?.bytes ?? 0),
    })),
  };
}

/** @throws AppError invalid_argument for a bad page token */
export async function largest(
  deps: DriveDeps,
  caller: Caller,
  query: { limit: number; pageToken: string; kind: string },
): Promise<{ kind: 'drive#searchList'; files: FoundFile[]; next_page_token: string }> {
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  const page = unwrap(await drive.largest(callerData(caller), { ...query, rows }, deps.limits.sweptRowsPerMinute));
  return {
    kind: 'drive#searchList',
    files: page.found.map((found) => toFoundFile(found, caller.userId)),
    next_page_token: page.nextPageToken,
  };
}

export async function heavyFolders(
  deps: DriveDeps,
  caller: Caller,
  limit: number,
): Promise<{ folders: HeavyFolderObject[] }> {
  const rows = pageRows(limit, deps.limits.pageRows);
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  const folders = unwrap(await drive.heavyFolders(callerData(caller), rows, deps.limits.sweptRowsPerMinute));
  return {
    folders: folders.map(({ row, path, bytes, files }) => ({
      id: row.id,
      name: row.name,
      size: String(bytes),
      file_count: String(files),
      path: [...path],
    })),
  };
}

/** Bytes sent out of the drive, to its owner and by its links. @param days  back from now, today counted */
export async function sentBytes(deps: DriveDeps, caller: Caller, days: number): Promise<number> {
  return unwrap(await driveOf<typeof treePart>(deps, caller.userId).sentBytes(callerData(caller), days));
}
