/** Row of a share -> data of the object's answers. Pure. */

import { MINUTE_MS } from '#shared/units.ts';
import type { DirectTarget, PageQuery, ReportedShare, ShareCoverData, ShareRoots, TreeChange } from './rpc-types.ts';
import { statusOf } from './rules.ts';
import { factsOf, type ShareRow } from './store.ts';

export function pageKey(version: number, page: PageQuery): string {
  return JSON.stringify([version, page.parentId, page.order, page.foldersFirst, page.pageToken, page.limit]);
}

/** How long a tag of a page is valid. */
const TAG_STEP_MS = 10 * MINUTE_MS;

/**
 * Tag of the text of a page. Texts of one version of the tree are the same, but for facts of pictures that are learned later: they
 * are seen after one step.
 */
export function pageTag(version: number, nowMs: number): string {
  return `${version}.${Math.floor(nowMs / TAG_STEP_MS).toString(36)}`;
}

export function rootsOf(row: ShareRow): ShareRoots {
  return { ownerId: row.owner_id, rootIds: JSON.parse(row.root_ids) as string[], version: row.version };
}

/** Number of files and folders at the top that still exist. */
export function itemNumOf(row: ShareRow): number {
  return row.item_num ?? (JSON.parse(row.root_ids) as string[]).length;
}

export function coverOf(row: ShareRow): ShareCoverData {
  return {
    ownerId: row.owner_id,
    title: row.title,
    fileNum: row.file_num,
    moreNum: row.custom_title === '' ? Math.max(0, itemNumOf(row) - 1) : 0,
    expiresAtMs: row.expires_ms,
    restoreLeft: row.restore_limit === null ? null : Math.max(0, row.restore_limit - row.restore_count),
    passVersion: row.pass_version,
    epoch: row.epoch,
    viewOnly: row.view_only === 1,
    previewsHidden: row.previews_hidden === 1,
    note: row.note,
  };
}

/** Closed only because it shows nothing. */
export function isEmpty({ status, cancelled, blocked }: ShareRow): boolean {
  return cancelled === 0 && (status === 'DELETED' || (blocked === 1 && status === 'SENSITIVE_RESOURCE'));
}

/** State of a link for the handler of a change of its tree. */
export function stateOf(row: ShareRow): Omit<TreeChange, 'leasesEndInMs'> {
  return { open: row.status === 'OK', empty: isEmpty(row), roots: rootsOf(row) };
}

/** The file of a direct link; null for any other link, and while it is closed. */
export function directTargetOf(row: ShareRow | null, nowMs: number): DirectTarget | null {
  if (row?.direct !== 1 || statusOf(factsOf(row), nowMs) !== 'OK') return null;
  const [fileId] = rootsOf(row).rootIds;
  return fileId === undefined ? null : { ownerId: row.owner_id, fileId, epoch: row.epoch };
}

/** The link as an operator sees it who looks at reports. */
export function reportedOf(row: ShareRow, nowMs: number): ReportedShare {
  return {
    ownerId: row.owner_id,
    rootIds: JSON.parse(row.root_ids) as string[],
    locale: row.locale,
    title: row.title,
    status: statusOf(factsOf(row), nowMs),
    fileNum: row.file_num,
    sizeBytes: row.size_bytes,
  };
}
