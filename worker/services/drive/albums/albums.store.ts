/** Albums in the drive of their owner, and what they hold now: pictures and films that are in place. */
import { isAlbumId, MAX_ALBUM_ITEMS, MAX_ALBUMS, MAX_ALL_ITEMS } from '#shared/drive/albums/album-terms.ts';
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { withPictures } from '../images/pictured-rows.ts';
import { requireBatch } from '../tree/batch.store.ts';
import { placedOnly } from '../tree/gone-folders.store.ts';
import type { PicturedRow } from '../tree/node-columns.ts';
import { nodesById } from '../tree/tree.store.ts';
import { bumpWatchers } from '../tree/watchers.store.ts';

interface AlbumRow extends Record<string, SqlStorageValue> {
  id: string;
  name: string;
  created_ms: number;
}

export interface AlbumData {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly count: number;
  /** The newest picture in it. */
  readonly cover: PicturedRow | null;
}

/** Items of albums with their rows: those that are in place themselves, and still pictures or films. */
const ITEM = 'nodes.state = 0 AND nodes.taken_ms IS NOT NULL';

/** @throws AppError not_found */
export function requireAlbum(sql: SqlStorage, id: string): AlbumRow {
  const [row] = sql.exec<AlbumRow>('SELECT * FROM albums WHERE id = ?', id).toArray();
  if (!row) throw new AppError('not_found', { reason: 'no_such_album', field: 'id' });
  return row;
}

/** The newest first, with what each holds now. */
export function listAlbums(sql: SqlStorage): AlbumData[] {
  const { begin, isPlaced } = placedOnly(sql);
  const rows = sql
    .exec<AlbumRow & { count: number; newest_ms: number | null; cover_id: string | null }>(
      // The id beside the greatest time is that of the picture that has it.
      `${begin} SELECT albums.*, count(nodes.id) AS count, max(nodes.taken_ms) AS newest_ms, nodes.id AS cover_id
       FROM albums LEFT JOIN album_items ON album_items.album_id = albums.id
       LEFT JOIN nodes ON nodes.id = album_items.node_id AND ${ITEM} ${isPlaced}
       GROUP BY albums.id ORDER BY albums.created_ms DESC, albums.id`,
    )
    .toArray();
  const covers = nodesById(
    sql,
    rows.flatMap(({ cover_id: id }) => id ?? []),
  );
  const pictured = new Map(withPictures(sql, [...covers.values()]).map((row) => [row.id, row]));
  return rows.map(({ id, name, created_ms: createdMs, count, cover_id: coverId }) => ({
    id,
    name,
    createdMs,
    count,
    cover: pictured.get(coverId ?? '') ?? null,
  }));
}

/** Inserts files into an album. @returns how many it did not have @throws AppError invalid_argument, file_not_found, file_in_recycle_bin, resource_exhausted */
function insertItems(sql: SqlStorage, albumId: string, fileIds: readonly string[]): number {
  if (fileIds.length === 0) return 0;
  const rows = requireBatch(sql, fileIds, 'refuse');
  if (rows.some(({ taken_ms: takenMs }) => takenMs === null))
    throw new AppError('invalid_argument', { reason: 'no_picture', field: 'file_ids' });
  const { rowsWritten } = sql.exec(
    'INSERT INTO album_items SELECT ?, value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    albumId,
    JSON.stringify(rows.map(({ id }) => id)),
  );
  const { own, all } = sql
    .exec<{ own: number; all: number }>(
      'SELECT count(*) AS "all", count(*) FILTER (WHERE album_id = ?) AS own FROM album_items',
      albumId,
    )
    .one();
  if (own > MAX_ALBUM_ITEMS || all > MAX_ALL_ITEMS)
    throw new AppError('resource_exhausted', { reason: 'album_full', messageKey: 'drive.albums.full' });
  return rowsWritten;
}

/** @throws AppError resource_exhausted, and as `addItems` */
export function insertAlbum(
  tx: DriveTx,
  { id, name, fileIds }: { readonly id: string; readonly name: string; readonly fileIds: readonly string[] },
): string {
  const { sql, nowMs } = tx;
  const { n } = sql.exec<{ n: number }>('SELECT count(*) AS n FROM albums').one();
  if (n >= MAX_ALBUMS)
    throw new AppError('resource_exhausted', { reason: 'too_many_albums', messageKey: 'drive.albums.limit' });
  sql.exec('INSERT INTO albums (id, name, created_ms) VALUES (?, ?, ?)', id, name, nowMs);
  insertItems(sql, id, fileIds);
  tx.changed();
  return id;
}

/** Its links take the new name. */
export function renameAlbum(tx: DriveTx, id: string, name: string): void {
  if (requireAlbum(tx.sql, id).name === name) return;
  tx.sql.exec('UPDATE albums SET name = ? WHERE id = ?', name, id);
  bumpWatchers(tx, [id]);
}

/** @returns whether links showed it */
export function deleteAlbum(tx: DriveTx, id: string): boolean {
  requireAlbum(tx.sql, id);
  tx.sql.exec('DELETE FROM album_items WHERE album_id = ?', id);
  tx.sql.exec('DELETE FROM albums WHERE id = ?', id);
  return bumpWatchers(tx, [id], true);
}

/** @returns how many it did not have */
export function addItems(tx: DriveTx, id: string, fileIds: readonly string[]): number {
  requireAlbum(tx.sql, id);
  const added = insertItems(tx.sql, id, fileIds);
  if (added > 0) bumpWatchers(tx, [id]);
  return added;
}

/** Files that are gone or in the trash leave it too. */
export function takeItems(tx: DriveTx, id: string, fileIds: readonly string[]): { taken: number; drain: boolean } {
  requireAlbum(tx.sql, id);
  const { rowsWritten: taken } = tx.sql.exec(
    'DELETE FROM album_items WHERE album_id = ? AND node_id IN (SELECT value FROM json_each(?))',
    id,
    JSON.stringify(fileIds),
  );
  return { taken, drain: taken > 0 && bumpWatchers(tx, [id], true) };
}

/** Nodes that a link shows at its top: an album stands for what it holds. */
export function withItems(sql: SqlStorage, rootIds: readonly string[]): readonly string[] {
  const albums = rootIds.filter(isAlbumId);
  if (albums.length === 0) return rootIds;
  const items = sql
    .exec<{ id: string }>(
      `SELECT nodes.id FROM album_items CROSS JOIN nodes ON nodes.id = album_items.node_id AND ${ITEM}
       WHERE album_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(albums),
    )
    .toArray()
    .map(({ id }) => id);
  return [...new Set([...rootIds.filter((id) => !isAlbumId(id)), ...items])];
}

/** Whether one of these roots is an album that holds this node. */
export function isInAlbum(sql: SqlStorage, rootIds: readonly string[], nodeId: string): boolean {
  return rootIds.some(
    (id) =>
      isAlbumId(id) &&
      sql
        .exec(
          `SELECT 1 FROM album_items CROSS JOIN nodes ON nodes.id = node_id AND ${ITEM} WHERE album_id = ? AND node_id = ?`,
          id,
          nodeId,
        )
        .toArray().length > 0,
  );
}
