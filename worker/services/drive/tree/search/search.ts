/** Finds names in all folders. */
import type { FoundFile } from '#shared/drive/search.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../../content/image-links.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import type { ImageLinks } from '../../images/link.ts';
import { pageRows } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { toFileObject } from '../wire.ts';
import type { FoundNode } from './search.store.ts';

export function toFoundFile({ row, path }: FoundNode, userId: string, imageLinks?: ImageLinks): FoundFile {
  return { ...toFileObject(row, { userId, ...(imageLinks ? { imageLinks } : {}) }), path: [...path] };
}

export interface SearchRequest {
  readonly text: string;
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly pageToken: string;
}

/** @throws AppError invalid_argument for a bad page token, too_many_requests */
export async function search(
  deps: DriveDeps,
  caller: Caller,
  { text, kinds, limit, pageToken }: SearchRequest,
): Promise<{ kind: 'drive#searchList'; files: FoundFile[]; next_page_token: string }> {
  const { pageRows: most, sweptRowsPerMinute } = deps.limits;
  const query = { text, kinds, pageToken, rows: pageRows(limit, most) };
  const page = unwrap(
    await driveOf<typeof treePart>(deps, caller.userId).search(callerData(caller), query, sweptRowsPerMinute),
  );
  const imageLinks = await ownImageLinks(deps, caller);
  return {
    kind: 'drive#searchList',
    files: page.found.map((found) => toFoundFile(found, caller.userId, imageLinks)),
    next_page_token: page.nextPageToken,
  };
}

/** Files whose bytes are equal. @throws AppError invalid_argument for a bad page token, too_many_requests */
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
