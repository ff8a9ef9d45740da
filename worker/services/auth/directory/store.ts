/** SQL of identifiers, and the tables of DirectoryObject. */
import { GIVEN_LINKS_MIGRATION } from './given-links.store.ts';

export const DIRECTORY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE identifiers (
    digest TEXT PRIMARY KEY,         -- keyed digest of the normalised identifier
    user_id TEXT NOT NULL,
    claimed_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  // Of the holder's latest claim.
  'ALTER TABLE identifiers ADD COLUMN version INTEGER NOT NULL DEFAULT 0',
  GIVEN_LINKS_MIGRATION,
];

export function findUser(sql: SqlStorage, digest: string): string | null {
  return (
    sql.exec<{ user_id: string }>('SELECT user_id FROM identifiers WHERE digest = ?', digest).toArray()[0]?.user_id ??
    null
  );
}

export function insertIdentifier(sql: SqlStorage, digest: string, userId: string, nowMs: number): void {
  sql.exec('INSERT INTO identifiers (digest, user_id, claimed_ms) VALUES (?, ?, ?)', digest, userId, nowMs);
}

/** The latest claim of an identifier; never lowers it. */
export function raiseIdentifier(sql: SqlStorage, digest: string, version: number): void {
  sql.exec('UPDATE identifiers SET version = ? WHERE digest = ? AND version < ?', version, digest, version);
}

export function deleteIdentifier(
  sql: SqlStorage,
  { digest, userId, version }: { digest: string; userId: string; version: number },
): void {
  sql.exec('DELETE FROM identifiers WHERE digest = ? AND user_id = ? AND version <= ?', digest, userId, version);
}
