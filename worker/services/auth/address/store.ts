/** SQL of addresses, of undone changes of them, and of the time at which a number was set. */

export const UNDO_MIGRATION = `
  ALTER TABLE account ADD COLUMN phone_ms INTEGER NOT NULL DEFAULT 0;  -- when the number was set; 0 for the one of the sign-up
  CREATE TABLE undone (
    above INTEGER NOT NULL,          -- changes of address whose version is above this
    up_to INTEGER NOT NULL,          -- and at most this were taken back: the links they sent are void
    at_ms INTEGER NOT NULL
  );
`;

export const NAME_ORIGIN_MIGRATION = `
  -- 1: the name was made from an address that the account had before. Of earlier changes it is not known.
  ALTER TABLE account ADD COLUMN name_of_former INTEGER NOT NULL DEFAULT 0;
  UPDATE account SET name_of_former = 1 WHERE address_version > 0;
`;

export function recordUndone(sql: SqlStorage, span: { above: number; upTo: number; nowMs: number }): void {
  sql.exec('INSERT INTO undone (above, up_to, at_ms) VALUES (?, ?, ?)', span.above, span.upTo, span.nowMs);
}

/** Whether the change of this version was undone together with an earlier one. */
export function isUndone(sql: SqlStorage, version: number): boolean {
  return sql.exec('SELECT 1 FROM undone WHERE above < ?1 AND up_to >= ?1 LIMIT 1', version).toArray().length > 0;
}

export function dropUndone(sql: SqlStorage, beforeMs: number): void {
  sql.exec('DELETE FROM undone WHERE at_ms < ?', beforeMs);
}

export function isPhoneSetSince(sql: SqlStorage, sinceMs: number): boolean {
  return sql.exec('SELECT 1 FROM account WHERE phone_ms >= ?', sinceMs).toArray().length > 0;
}

/** @param isNameOfFormer  the name of the account was made from the address before */
export function setEmail(sql: SqlStorage, email: string, isNameOfFormer: boolean): void {
  sql.exec('UPDATE account SET email = ?, name_of_former = max(name_of_former, ?)', email, isNameOfFormer ? 1 : 0);
}

export function setPhone(sql: SqlStorage, phone: string, nowMs: number): void {
  sql.exec('UPDATE account SET phone = ?, phone_ms = ?', phone, nowMs);
}
