/** Changes of a drive, for programs that follow it. */
import type { Change } from '#shared/drive/changes.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { toFileObject } from '../wire.ts';

/** Nodes of one page at most. */
const MAX_ROWS = 500;

/** @throws AppError invalid_argument, changes_too_old */
export async function changes(
  deps: DriveDeps,
  caller: Caller,
  query: { readonly since: string; readonly limit: number },
): Promise<{ changes: Change[]; next_since: string; has_more: boolean }> {
  const rows = pageRows(query.limit, MAX_ROWS);
  const page = unwrap(
    await driveOf<typeof treePart>(deps, caller.userId).changes(callerData(caller), query.since, rows),
  );
  return {
    changes: page.changes.map(({ id, atMs, removed, row }) => ({
      kind: 'drive#change',
      file_id: id,
      removed,
      time: wireTime(atMs),
      file: row && toFileObject(row, { userId: caller.userId }),
    })),
    next_since: page.since,
    has_more: page.hasMore,
  };
}
