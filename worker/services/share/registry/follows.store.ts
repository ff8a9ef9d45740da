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

export const FETCHED_FOLDERS = `
  -- Which folder of the person is the copy of which folder of a followed share.
  CREATE TABLE fetched_folders (
    share_id TEXT NOT NULL,
    folder_id TEXT NOT NULL,            -- of the owner of the share
    copy_id TEXT NOT NULL,
    PRIMARY KEY (share_id, folder_id)
  ) WITHOUT ROWID;
  CREATE TRIGGER follow_gone AFTER DELETE ON follows
    BEGIN DELETE FROM fetched_folders WHERE share_id = OLD.share_id; END;
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
    shareId,
    title,
    ownerName,
    nowMs,
    seen.slice().buffer,
  );
}

/** A folder of a share, and its copy in the drive of the person. */
export type FolderCopy = readonly [folderId: string, copyId: string];

export interface DoneFetch extends NewFollow {
  readonly parentId: string;
  /** Folders that this fetch copied. */
  readonly copies: readonly FolderCopy[];
  /** Folders that the share has now: copies of others are forgotten. */
  readonly folderIds: readonly string[];
}

export function setFetched(sql: SqlStorage, follow: DoneFetch, nowMs: number): void {
  const { shareId, title, ownerName, seen, parentId, copies, folderIds } = follow;
  sql.exec(
    'UPDATE follows SET title = ?, owner_name = ?, seen = ?, parent_id = ?, fetched_ms = ? WHERE share_id = ?',
    title,
    ownerName,
    seen.slice().buffer,
    parentId,
    nowMs,
    shareId,
  );
  sql.exec(
    `INSERT OR REPLACE INTO fetched_folders (share_id, folder_id, copy_id)
     SELECT share_id, value ->> 0, value ->> 1 FROM follows, json_each(?) WHERE share_id = ?`,
    JSON.stringify(copies),
    shareId,
  );
  sql.exec(
    'DELETE FROM fetched_folders WHERE share_id = ? AND folder_id NOT IN (SELECT value FROM json_each(?))',
    shareId,
    JSON.stringify(folderIds),
  );
}

/** Copies of these folders that fetches of a share made. */
export function folderCopies(sql: SqlStorage, shareId: string, folderIds: readonly string[]): FolderCopy[] {
  return sql
    .exec<{ folder_id: string; copy_id: string }>(
      `SELECT folder_id, copy_id FROM json_each(?) AS asked CROSS JOIN fetched_folders
       ON share_id = ? AND folder_id = asked.value`,
      JSON.stringify(folderIds),
      shareId,
    )
    .toArray()
    .map(({ folder_id: folderId, copy_id: copyId }) => [folderId, copyId]);
}

export function deleteFollows(sql: SqlStorage, shareIds: readonly string[]): void {
  sql.exec('DELETE FROM follows WHERE share_id IN (SELECT value FROM json_each(?))', JSON.stringify(shareIds));
}
