/** SQL of the shares that a person follows, in the person's registry. No decisions. */

export const FOLLOW_TABLE = `
  -- Shares of others that the person follows.
  CREATE TABLE follows (
    share_id TEXT PRIMARY KEY,
    title TEXT NOT NULL,                -- this and the next: as the share showed them last
    owner_name TEXT NOT NULL,
    followed_ms INTEGER NOT NULL,
    fetched_ms INTEGER NOT NULL DEFAULT 0, -- 0: never
    parent_id TEXT,                     -- where fetched files go; null: not chosen yet
    seen BLOB NOT NULL                  -- marks of files that are not new (unseen-files.ts)
  ) WITHOUT ROWID;
`;

export interface FollowData {
  readonly shareId: string;
  readonly title: string;
  readonly ownerName: string;
  readonly followedMs: number;
  readonly fetchedMs: number;
  /** Null: not chosen yet. */
  readonly parentId: string | null;
}

interface FollowRow extends Record<string, SqlStorageValue> {
  share_id: string;
  title: string;
  owner_name: string;
  followed_ms: number;
  fetched_ms: number;
  parent_id: string | null;
}

const COLUMNS = 'share_id, title, owner_name, followed_ms, fetched_ms, parent_id';

function dataOf(row: FollowRow): FollowData {
  return {
    shareId: row.share_id,
    title: row.title,
    ownerName: row.owner_name,
    followedMs: row.followed_ms,
    fetchedMs: row.fetched_ms,
    parentId: row.parent_id,
  };
}

/** Newest first. */
export function listFollows(sql: SqlStorage): FollowData[] {
  return sql
    .exec<FollowRow>(`SELECT ${COLUMNS} FROM follows ORDER BY followed_ms DESC, share_id`)
    .toArray()
    .map(dataOf);
}

export function followById(sql: SqlStorage, shareId: string): FollowData | null {
  const [row] = sql.exec<FollowRow>(`SELECT ${COLUMNS} FROM follows WHERE share_id = ?`, shareId).toArray();
  return row ? dataOf(row) : null;
}

export function seenOf(sql: SqlStorage, shareId: string): Uint8Array {
  const [row] = sql.exec<{ seen: ArrayBuffer }>('SELECT seen FROM follows WHERE share_id = ?', shareId).toArray();
  return new Uint8Array(row?.seen ?? new ArrayBuffer(0));
}

export interface NewFollow extends Pick<FollowData, 'shareId' | 'title' | 'ownerName'> {
  readonly seen: Uint8Array;
}

export function insertFollow(sql: SqlStorage, { shareId, title, ownerName, seen }: NewFollow, nowMs: number): void {
  sql.exec(
    'INSERT OR IGNORE INTO follows (share_id, title, owner_name, followed_ms, seen) VALUES (?, ?, ?, ?, ?)',
    ...[shareId, title, ownerName, nowMs, seen.slice().buffer],
  );
}

export function setFetched(sql: SqlStorage, follow: NewFollow & { readonly parentId: string }, nowMs: number): void {
  const { shareId, title, ownerName, seen, parentId } = follow;
  sql.exec(
    'UPDATE follows SET title = ?, owner_name = ?, seen = ?, parent_id = ?, fetched_ms = ? WHERE share_id = ?',
    ...[title, ownerName, seen.slice().buffer, parentId, nowMs, shareId],
  );
}

export function deleteFollows(sql: SqlStorage, shareIds: readonly string[]): void {
  sql.exec('DELETE FROM follows WHERE share_id IN (SELECT value FROM json_each(?))', JSON.stringify(shareIds));
}
