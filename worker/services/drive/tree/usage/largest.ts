/** The largest files and folders of a drive. */
import type { FoundFile } from '#shared/drive/search.contract.ts';
import type { HeavyFolderObject } from '#shared/drive/usage.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
import { toFoundFile } from '../search/search.ts';

/** @throws AppError invalid_argument for a bad page token */
export async function largest(
  deps: DriveDeps,
  caller: Caller,
  query: { limit: number; pageToken: string; kind: string },
): Promise<{ kind: 'drive#searchList'; files: FoundFile[]; next_page_token: string }> {
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const page = unwrap(await driveOf(deps, caller.userId).largest(callerData(caller), { ...query, rows }));
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
  const folders = unwrap(await driveOf(deps, caller.userId).heavyFolders(callerData(caller), rows));
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
