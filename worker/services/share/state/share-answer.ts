/** Rows of a share as the words its object says to others. Pure. */

import type { Asked, PageQuery, ShareCoverData } from './rpc-types.ts';
import type { ShareRow } from './store.ts';

export function pageKey(version: number, page: PageQuery): string {
  return JSON.stringify([version, page.parentId, page.order, page.foldersFirst, page.pageToken, page.limit]);
}

export function askedOf(row: ShareRow): Asked {
  return { ownerId: row.owner_id, rootIds: JSON.parse(row.root_ids) as string[], version: row.version };
}

/** Files and folders at the top that are left. */
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
  };
}
