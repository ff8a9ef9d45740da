/** SQL of a person's own favorite links. */
import type { FavoriteLink } from '#shared/auth/favorite-link.ts';

export const FAVORITES_MIGRATION = `
  CREATE TABLE favorite_links (
    link_id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,       -- order of the list; gaps are allowed
    title TEXT NOT NULL,
    url TEXT NOT NULL UNIQUE
  ) WITHOUT ROWID;
`;

/** In the person's order. */
export function loadFavorites(sql: SqlStorage): FavoriteLink[] {
  return sql
    .exec('SELECT link_id, title, url FROM favorite_links ORDER BY position, link_id')
    .toArray()
    .map((row) => ({ linkId: String(row['link_id']), title: String(row['title']), url: String(row['url']) }));
}

/** At the end of the list. */
export function insertFavorite(sql: SqlStorage, { linkId, title, url }: FavoriteLink): void {
  sql.exec(
    `INSERT INTO favorite_links (link_id, position, title, url)
     SELECT ?, coalesce(max(position), 0) + 1, ?, ? FROM favorite_links`,
    linkId,
    title,
    url,
  );
}

export function updateFavoriteTitle(sql: SqlStorage, linkId: string, title: string): void {
  sql.exec('UPDATE favorite_links SET title = ? WHERE link_id = ?', title, linkId);
}

/** @param linkIds  every link of the list */
export function updateFavoriteOrder(sql: SqlStorage, linkIds: readonly string[]): void {
  for (const [at, linkId] of linkIds.entries())
    sql.exec('UPDATE favorite_links SET position = ? WHERE link_id = ?', at + 1, linkId);
}

export function deleteFavorite(sql: SqlStorage, linkId: string): void {
  sql.exec('DELETE FROM favorite_links WHERE link_id = ?', linkId);
}
