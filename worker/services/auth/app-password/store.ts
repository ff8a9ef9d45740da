/** SQL of app passwords. */
import type { AppPasswordData } from '#worker/platform/session-guard.ts';

export const APP_PASSWORD_MIGRATION = `
  CREATE TABLE app_passwords (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL,              -- SHA-256 of the secret, hex
    name TEXT NOT NULL,
    scope TEXT NOT NULL,             -- read | write
    folder_id TEXT NOT NULL,         -- '' for the whole drive
    epoch INTEGER NOT NULL,          -- of the account when it was made
    created_ms INTEGER NOT NULL,
    ends_ms INTEGER NOT NULL,        -- 0 for none
    used_ms INTEGER NOT NULL,        -- 0 before its first use; at most a day old
    used_by TEXT NOT NULL,           -- program, by its own account
    used_from TEXT NOT NULL          -- country or network address
  ) WITHOUT ROWID;
  -- Numbers what was pushed to the drive.
  ALTER TABLE account ADD COLUMN programs_seq INTEGER NOT NULL DEFAULT 0;
`;

export interface AppPasswordRow extends AppPasswordData {
  readonly name: string;
  readonly createdMs: number;
  /** 0 before its first use. */
  readonly usedMs: number;
  readonly usedBy: string;
  readonly usedFrom: string;
}

/** Newest first. */
export function loadAppPasswords(sql: SqlStorage): AppPasswordRow[] {
  return sql
    .exec('SELECT * FROM app_passwords ORDER BY created_ms DESC, id')
    .toArray()
    .map((row) => ({
      id: String(row['id']),
      hash: String(row['hash']),
      name: String(row['name']),
      scope: row['scope'] === 'write' ? 'write' : 'read',
      folderId: String(row['folder_id']),
      epoch: Number(row['epoch']),
      createdMs: Number(row['created_ms']),
      endsMs: Number(row['ends_ms']),
      usedMs: Number(row['used_ms']),
      usedBy: String(row['used_by']),
      usedFrom: String(row['used_from']),
    }));
}

export function insertAppPassword(sql: SqlStorage, row: AppPasswordRow): void {
  sql.exec(
    `INSERT INTO app_passwords
       (id, hash, name, scope, folder_id, epoch, created_ms, ends_ms, used_ms, used_by, used_from)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.hash,
    row.name,
    row.scope,
    row.folderId,
    row.epoch,
    row.createdMs,
    row.endsMs,
    row.usedMs,
    row.usedBy,
    row.usedFrom,
  );
}

/** @returns false for an unknown one */
export function deleteAppPassword(sql: SqlStorage, id: string): boolean {
  return sql.exec('DELETE FROM app_passwords WHERE id = ?', id).rowsWritten > 0;
}

/** Deletes those that open nothing any more. @returns whether there were any */
export function dropEndedAppPasswords(sql: SqlStorage, epoch: number, nowMs: number): boolean {
  return (
    sql.exec('DELETE FROM app_passwords WHERE epoch < ? OR (ends_ms <> 0 AND ends_ms <= ?)', epoch, nowMs).rowsWritten >
    0
  );
}

/** A use of a password. */
export interface AppPasswordUse {
  readonly id: string;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  readonly by: string;
  readonly from: string;
}

/** Records a use unless one was recorded since `sinceMs`. */
export function recordAppPasswordUse(sql: SqlStorage, use: AppPasswordUse, nowMs: number, sinceMs: number): void {
  sql.exec(
    'UPDATE app_passwords SET used_ms = ?, used_by = ?, used_from = ? WHERE id = ? AND hash = ? AND used_ms < ?',
    nowMs,
    use.by,
    use.from,
    use.id,
    use.hash,
    sinceMs,
  );
}

/** @param least  the number is at least this one @returns the number of a new push */
export function nextProgramsSeq(sql: SqlStorage, least: number): number {
  return sql
    .exec<{ programs_seq: number }>(
      'UPDATE account SET programs_seq = max(programs_seq + 1, ?) RETURNING programs_seq',
      least,
    )
    .one().programs_seq;
}
