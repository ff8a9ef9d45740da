/** Effects of changes of the drive on a link: it closes when no root is left, and opens when one exists again. */
import type { LinkCore } from './link-core.ts';
import type { PageQuery, PageTop, TreeChange } from './rpc-types.ts';
import type { StoredStatus } from './rules.ts';
import { isEmpty, itemNumOf, rootsOf, stateOf } from './share-data.ts';
import * as store from './store.ts';

/** Clears the cache. The caller waits for the leases, of many links at once. */
export function treeChanged(link: LinkCore): TreeChange {
  const nothing: TreeChange = { open: false, empty: false, roots: null, leasesEndInMs: 0 };
  if (!link.row()) return nothing;
  link.change(() => store.raiseVersion(link.sql));
  const row = link.row();
  return row ? { ...stateOf(row), leasesEndInMs: link.leasesEndInMs() } : nothing;
}

/** Sets the status of a link, and has it stored in its owner's registry. */
export function setStatus(link: LinkCore, row: store.ShareRow, status: StoredStatus): void {
  store.setStatus(link.sql, status, false);
  link.publishEvent('share.status', { ownerId: row.owner_id, shareId: row.share_id }, link.nowMs());
}

/** Closes a link that shows nothing at this version of the tree. @param isBlocked  its roots are there, with contents that operators closed */
export function closeEmpty(link: LinkCore, version: number, isBlocked = false): void {
  const row = link.row();
  if (row?.version !== version || row.status !== 'OK') return;
  setStatus(link, row, isBlocked ? 'SENSITIVE_RESOURCE' : 'DELETED');
  if (isBlocked) store.setBlocked(link.sql, true);
}

/** Opens a link that shows something again at this version of the tree, unless its owner cancelled it or an operator judged it. */
export function reopen(link: LinkCore, version: number): void {
  const row = link.row();
  if (row?.version !== version || !isEmpty(row)) return;
  setStatus(link, row, 'OK');
  store.setBlocked(link.sql, false);
}

/** Updates status, item count and title of the link from the first page of its top level. @param body  null: no such folder */
export function learnFromPage(link: LinkCore, page: PageQuery, body: PageTop | null): void {
  const row = link.row();
  if (!row || page.parentId !== '' || page.pageToken !== '') return;
  if (!body || body.rows.length === 0) {
    link.change(() => closeEmpty(link, row.version, body?.isBlocked === true));
    return;
  }
  const { sql, command } = link;
  if (body.title !== undefined) {
    const { title } = body;
    // The link is of one thing, however many the album holds.
    if (row.custom_title === '' && title !== row.title) command(() => store.setTitle(sql, title));
    return;
  }
  if (body.nextPageToken === '' && body.rows.length !== itemNumOf(row))
    command(() => store.setItemNum(sql, body.rows.length));
  if (row.custom_title !== '') return;
  const names = new Map(body.rows.map(([id, name]) => [id, name]));
  const rootIds = JSON.parse(row.root_ids) as string[];
  const first = body.nextPageToken === '' ? rootIds.find((id) => names.has(id)) : rootIds[0];
  const title = first === undefined ? undefined : names.get(first);
  if (title !== undefined && title !== row.title) command(() => store.setTitle(sql, title));
}

/** A count reads all that is shared: one of ten thousand files waits ten seconds after the one before. */
const WAIT_MS_PER_FILE = 1;

/** Has files and bytes of an open link counted when something below it changed since. Called when a person looks at the figures. */
export function countIfDue(link: LinkCore): void {
  const row = link.row();
  if (!row || row.uncounted === 0 || row.status !== 'OK' || row.direct === 1) return;
  if (link.nowMs() < row.counted_ms + row.file_num * WAIT_MS_PER_FILE) return;
  const { ownerId, rootIds } = rootsOf(row);
  link.command((nowMs) => {
    store.beginCount(link.sql, nowMs);
    link.publishEvent('share.uncounted', { ownerId, shareId: row.share_id, rootIds }, nowMs);
  });
}
