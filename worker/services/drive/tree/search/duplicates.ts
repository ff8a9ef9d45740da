/** Files whose bytes are equal. */
import type { FoundFile } from '#shared/drive/search.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { toFoundFile } from './found-file.ts';

/** Largest first. @throws AppError invalid_argument for a bad page token, too_many_requests */
export async function duplicates(
  deps: DriveDeps,
  caller: Caller,
  query: { limit: number; pageToken: string },
): Promise<{ groups: { size: string; hash: string; files: FoundFile[] }[]; next_page_token: string }> {
  const { pageRows: most, sweptRowsPerMinute } = deps.limits;
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  const rows = pageRows(query.limit, most);
  const page = unwrap(await drive.duplicates(callerData(caller), query.pageToken, rows, sweptRowsPerMinute));
  return {
    groups: page.groups.map(({ sizeBytes, gcid, files }) => ({
      size: String(sizeBytes),
      hash: gcid.toUpperCase(),
      files: files.map((found) => toFoundFile(found, caller.userId)),
    })),
    next_page_token: page.nextPageToken,
  };
}
