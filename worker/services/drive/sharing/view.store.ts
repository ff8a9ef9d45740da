/**
 * The tree as a share may see it: only nodes that are live, complete, not closed by an operator, and at or below one of the
 * share's live roots.
 */
import { isAlbumId } from '#shared/drive/albums/album-terms.ts';
import { nameKey, sortKey, validateName } from '#shared/drive/names.ts';
import type { PageOrder } from '#shared/drive/orders.ts';
import { AppError } from '#shared/errors.ts';
import type { ContentKey, NodeId, UserId } from '#shared/ids.ts';
import { isInAlbum, withItems } from '../albums/albums.store.ts';
import type { OpenContent } from '../content/claims.ts';
import type { DriveTx } from '../core/tx.ts';
import { pageWithPictures, withPicture } from '../images/pictured-rows.ts';
import type { Crumb } from '../tree/batch.store.ts';
import { crumbsOf, heightOf, isLargerThan, measure, requireBatch, topmost } from '../tree/batch.store.ts';
import { holdsBlocked, isBlocked, nodesWithGcid, openGcids } from '../tree/blocked.store.ts';
import { type ContentRow, contentByKey } from '../tree/content.store.ts';
import { fillSoon } from '../tree/find-keys.store.ts';
import { countShown, type FolderCounts, listFolder, listNodes, type NodePage } from '../tree/listing.store.ts';
import type { NodeRow, PicturedRow } from '../tree/node-columns.ts';
import {
  type ExportMeasure,
  type ExportQuery,
  liveRows,
  manifestOf,
  readSource,
  type SourcePage,
} from '../tree/source.store.ts';
import { isLive, lineOf, liveOf, nodeById, nodesById } from '../tree/tree.store.ts';
import { watchersAt } from '../tree/watchers.store.ts';
import { findShared } from './shared-search.store.ts';
import { LINK_WATCHERS } from './watch.store.ts';

/** One top-level thing of a share, as the owner has it. */
export interface SharedItem {
  readonly id: NodeId;
  readonly name: string;
  readonly folder: boolean;
  /** Of the file, or of everything below the folder. */
  readonly sizeBytes: number;
  readonly fileCount: number;
  /** Too much is below folders to be counted in the call: size and count are 0. */
  readonly isUncounted?: boolean;
}

/** Most entries of one name that a call reads. */
const NAMED_ROWS = 1_000;

/** Nodes that are counted in the call: 1 ms. */
const COUNTED_NODES = 2_000;

/** Bytes and complete files of these nodes and all that is below them. */
export function sizeOfNodes(sql: SqlStorage, ids: readonly string[]): { sizeBytes: number; fileCount: number } {
  const { bytes, files } = measure(sql, ids);
  return { sizeBytes: bytes, fileCount: files };
}

/** The same, of those that are in place. */
export function sizeOfLive(sql: SqlStorage, ids: readonly string[]): { sizeBytes: number; fileCount: number } {
  return sizeOfNodes(sql, liveOf(sql, withItems(sql, ids)));
}

/** An album, as a link of it begins. @throws AppError file_not_found */
function describeAlbum(sql: SqlStorage, id: string): SharedItem {
  const { title } = titleOf(sql, id);
  if (title === undefined) throw new AppError('file_not_found', { field: 'file_ids' });
  if (holdsBlocked(sql, withItems(sql, [id])))
    throw new AppError('share_status_prohibited', { reason: 'content_blocked', field: 'file_ids' });
  return { id: id as NodeId, name: title, folder: true, ...sizeOfLive(sql, [id]) };
}

/** @throws AppError file_not_found, file_in_recycle_bin; share_status_prohibited when one is not complete or holds a closed content */
export function describeNodes(sql: SqlStorage, ids: readonly string[]): SharedItem[] {
  if (ids.some(isAlbumId)) return ids.map((id) => describeAlbum(sql, id));
  const rows = requireBatch(sql, ids, 'refuse');
  if (rows.some((row) => row.phase !== 'PHASE_TYPE_COMPLETE'))
    throw new AppError('share_status_prohibited', { reason: 'file_uncompleted', field: 'file_ids' });
  if (holdsBlocked(sql, ids))
    throw new AppError('share_status_prohibited', { reason: 'content_blocked', field: 'file_ids' });
  const isLarge = isLargerThan(sql, ids, COUNTED_NODES);
  return rows.map(({ id, name, is_file }) => {
    const isUncounted = isLarge && is_file === 0;
    const size = isUncounted ? { sizeBytes: 0, fileCount: 0 } : sizeOfNodes(sql, [id]);
    return { id: id as NodeId, name, folder: is_file === 0, ...size, ...(isUncounted ? { isUncounted } : {}) };
  });
}

/** A page with the stored fields of its pictures. */
type PicturedPage = NodePage & { readonly rows: PicturedRow[] };

export interface SharedQuery {
  readonly rootIds: readonly string[];
  /** `''` lists the roots. */
  readonly parentId: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  readonly pageToken: string;
  readonly rows: number;
  /** Left out or '': the folder itself; else what is at and below it with these words in its name. */
  readonly text?: string;
  /** Only nodes in the folder that have this name by our rule; left out: all. */
  readonly name?: string;
}

/** Of these nodes, or of those in a folder, the ones that have a name by our rule. */
function namedOf(
  sql: SqlStorage,
  of: { readonly ids: readonly string[] } | { readonly folderId: string },
  name: string,
) {
  if (!validateName(name).ok) return [];
  if ('ids' in of) {
    const key = nameKey(name);
    return [...nodesById(sql, of.ids).values()].filter((row) => nameKey(row.name) === key).map(({ id }) => id);
  }
  const text = `SELECT id FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ? AND state = 0 AND is_file IN (0, 1)
    AND sort_key = ? AND name_key = ? LIMIT ${NAMED_ROWS}`;
  return sql
    .exec<{ id: string }>(text, of.folderId, sortKey(name), nameKey(name))
    .toArray()
    .map(({ id }) => id);
}

/** Folders from the topmost root of the share down to this node; null when it is not the share's to show. */
export function lineInShare(sql: SqlStorage, rootIds: readonly string[], id: string): string[] | null {
  if (id === '' || !isLive(sql, id)) return null;
  const roots = new Set(rootIds);
  const line = lineOf(sql, id);
  const top = line.findLastIndex((above) => roots.has(above));
  if (top === -1) return isInAlbum(sql, rootIds, id) ? [id] : null;
  return line.slice(0, top + 1);
}

/** Folders of the search results, by node id, from below the folder that is shown: only names that the share shows. */
function placesOf(
  sql: SqlStorage,
  { rootIds, parentId }: SharedQuery,
  rows: readonly NodeRow[],
): Record<string, string> {
  const roots = new Set(rootIds);
  const known = new Map<string, string>();
  const placeIn = (folderId: string): string => {
    const line = lineInShare(sql, rootIds, folderId) ?? [];
    const shown = crumbsOf(sql, line);
    const from = shown.findIndex(({ id }) => id === parentId) + 1;
    return shown
      .slice(from)
      .map(({ name }) => name)
      .join(' / ');
  };
  return Object.fromEntries(
    rows.flatMap(({ id, parent_id: folderId }) => {
      if (roots.has(id)) return [];
      const place = known.get(folderId) ?? placeIn(folderId);
      known.set(folderId, place);
      return place === '' ? [] : [[id, place]];
    }),
  );
}

export interface SharedListing {
  readonly page: PicturedPage;
  readonly path: Crumb[];
  readonly isBlocked: boolean;
  readonly places?: Record<string, string>;
  /** Of an album. */
  readonly title?: string;
  /** Of all pages; left out for a page that is the whole list, for a search, and for more than are counted. */
  readonly counts?: FolderCounts;
}

function titleOf(sql: SqlStorage, albumId: string): Pick<SharedListing, 'title'> {
  const [row] = sql.exec<{ name: string }>('SELECT name FROM albums WHERE id = ?', albumId).toArray();
  return row ? { title: row.name } : {};
}

/** One page of a share and the way to it; null when `parentId` is not a live folder of the share. */
export function listShared(tx: Pick<DriveTx, 'sql' | 'nowMs' | 'wakeAt'>, query: SharedQuery): SharedListing | null {
  const { sql } = tx;
  if (query.text) fillSoon(tx);
  const countsOf = (page: NodePage, of: Parameters<typeof countShown>[1]) => {
    const isPart = !query.text && (page.nextPageToken !== '' || query.pageToken !== '');
    const counts = isPart ? countShown(sql, of) : null;
    return counts ? { counts } : {};
  };
  const asked = {
    order: query.order,
    foldersFirst: query.foldersFirst,
    pageToken: query.pageToken,
    rows: query.rows,
    phases: [],
    withoutBlocked: true,
  };
  if (query.parentId === '') {
    const album = query.rootIds.find(isAlbumId);
    const live = liveOf(sql, withItems(sql, query.rootIds));
    const named = query.name === undefined ? live : namedOf(sql, { ids: live }, query.name);
    const shown = query.text ? findShared(sql, { text: query.text, below: live, beside: live }) : named;
    const page = pageWithPictures(sql, listNodes(sql, shown, { ...asked, isByTaken: album !== undefined }));
    const isBlocked = live.length > 0 && page.rows.length === 0 && !query.text && query.pageToken === '';
    const places = query.text ? { places: placesOf(sql, query, page.rows) } : {};
    const title = album === undefined ? {} : titleOf(sql, album);
    return { page, path: [], isBlocked, ...places, ...title, ...countsOf(page, { ids: live }) };
  }
  const line = lineInShare(sql, query.rootIds, query.parentId);
  if (!line || nodeById(sql, query.parentId)?.is_file !== 0) return null;
  const found = query.text
    ? listNodes(sql, findShared(sql, { text: query.text, below: [query.parentId], beside: [] }), asked)
    : query.name === undefined
      ? listFolder(sql, query.parentId, asked)
      : listNodes(sql, namedOf(sql, { folderId: query.parentId }, query.name), asked);
  const page = pageWithPictures(sql, found);
  const path = crumbsOf(sql, line) as Crumb[];
  const places = query.text ? { places: placesOf(sql, query, page.rows) } : {};
  return { page, path, isBlocked: false, ...places, ...countsOf(page, { folderId: query.parentId }) };
}

/** The content of a complete file for the content endpoint. */
export function openContentOf(row: NodeRow, content: ContentRow, ownerId: string): OpenContent {
  return {
    manifest: manifestOf(content.manifest),
    sizeBytes: content.size_bytes,
    contentKey: content.content_key as ContentKey,
    name: row.name,
    mime: row.mime,
    modifiedMs: row.modified_ms,
    payer: ownerId as UserId,
  };
}

/** One complete file of a share with its content, or null. */
export function sharedFile(
  sql: SqlStorage,
  rootIds: readonly string[],
  fileId: string,
  ownerId: string,
): { row: PicturedRow; content: OpenContent } | null {
  if (!lineInShare(sql, rootIds, fileId)) return null;
  const row = nodeById(sql, fileId);
  if (row?.is_file !== 1 || row.phase !== 'PHASE_TYPE_COMPLETE' || row.content_key === null) return null;
  if (isBlocked(sql, row.gcid)) return null;
  const content = contentByKey(sql, row.content_key);
  return content ? { row: withPicture(sql, row), content: openContentOf(row, content, ownerId) } : null;
}

/** Whether nodes are the share's to show; the way of each folder is looked up once. */
export function shownRows(sql: SqlStorage, rootIds: readonly string[]): (row: NodeRow) => boolean {
  const roots = new Set(withItems(sql, rootIds));
  const isInPlace = liveRows(sql);
  const shown = new Map<string, boolean>();
  return (row) => {
    const { id, parent_id: parentId } = row;
    if (!isInPlace(row)) return false;
    if (roots.has(id)) return true;
    const isShown = shown.get(parentId) ?? lineInShare(sql, rootIds, parentId) !== null;
    shown.set(parentId, isShown);
    return isShown;
  };
}

/** Size of a save. @throws AppError file_not_found when an id is not in the share */
export function measureShared(sql: SqlStorage, query: ExportQuery): ExportMeasure {
  const asked = query.ids?.length ? query.ids : withItems(sql, query.rootIds);
  const isShown = shownRows(sql, query.rootIds);
  const isOpen = openGcids(sql);
  const given = [...nodesById(sql, asked).values()].filter((row) => isShown(row) && isOpen(row.gcid));
  const isWhole = !query.ids?.length || given.length === new Set(asked).size;
  if (given.length === 0 || !isWhole) throw new AppError('file_not_found', { field: 'file_ids' });
  const top = new Set(
    topmost(
      sql,
      given.map(({ id }) => id),
    ),
  );
  const folders = given.filter(({ id, is_file }) => is_file === 0 && top.has(id)).map(({ id }) => id);
  const files = given.filter(({ id, is_file }) => is_file === 1 && top.has(id)).map(({ id }) => id);
  const ids = [...folders, ...files];
  const held = measure(sql, ids);
  const height = Math.max(files.length > 0 ? 1 : 0, folders.length > 0 ? heightOf(sql, folders) : 0);
  return { ids, folders: folders.length, bytes: held.bytes, rows: held.files + held.folders, height };
}

/** One page of what a save copies; nodes that left the share since count as missing. */
export function readShared(sql: SqlStorage, { rootIds, want, rows }: ExportQuery): SourcePage {
  if (!want || !rows) throw new AppError('file_not_found');
  return readSource(sql, want, rows, shownRows(sql, rootIds));
}

/** Links that show one of these nodes, or a file with one of these gcids. */
export function linksOver(sql: SqlStorage, input: { fileIds: readonly string[]; gcids: readonly string[] }): string[] {
  return watchersAt(sql, [LINK_WATCHERS], [...input.fileIds, ...nodesWithGcid(sql, input.gcids)]);
}
