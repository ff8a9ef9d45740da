/** Lists a folder, everything, or the trash. */
import type { FileList } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { ListQuery } from '../service.ts';
import { pageRows } from './listing-query.ts';
import { toFileObject } from './wire.ts';

/** An unknown folder lists as empty. @throws AppError invalid_argument for a bad page token */
export async function list(deps: DriveDeps, caller: Caller, query: ListQuery): Promise<FileList> {
  const page = unwrap(
    await driveOf(deps, caller.userId).listNodes(callerData(caller), {
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
  return {
    kind: 'drive#fileList',
    next_page_token: page.nextPageToken,
    files: page.rows.map((row) => toFileObject(row, { userId: caller.userId, home: from[row.id], nowMs })),
    version: '',
    version_outdated: false,
    sync_time: '',
  };
}
