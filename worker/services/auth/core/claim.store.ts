/** SQL of claims of addresses and subjects at the directory. */

/** An unfinished claim, or a released address: the directory deletes it unless a later claim took it again. */
export interface ClaimRow {
  readonly digest: string;
  readonly version: number;
}

/** @returns a version above those of all claims until now */
export function nextVersion(sql: SqlStorage): number {
  sql.exec('UPDATE account SET address_version = address_version + 1');
  return sql.exec<{ version: number }>('SELECT address_version AS version FROM account').one().version;
}

/** @returns the version of this claim: later claims have higher ones */
export function insertClaim(sql: SqlStorage, digest: string, nowMs: number): number {
  const version = nextVersion(sql);
  sql.exec('INSERT OR REPLACE INTO address_claims (digest, version, at_ms) VALUES (?, ?, ?)', digest, version, nowMs);
  return version;
}

/** @returns false when there is no such claim, or a later one of the same digest */
export function dropClaim(sql: SqlStorage, digest: string, version: number): boolean {
  return sql.exec('DELETE FROM address_claims WHERE digest = ? AND version = ?', digest, version).rowsWritten > 0;
}

/** Unfinished claims that began before then. */
export function staleClaims(sql: SqlStorage, beforeMs: number): ClaimRow[] {
  return sql
    .exec<{ digest: string; version: number }>('SELECT digest, version FROM address_claims WHERE at_ms < ?', beforeMs)
    .toArray();
}

export function allClaims(sql: SqlStorage): ClaimRow[] {
  return sql.exec<{ digest: string; version: number }>('SELECT digest, version FROM address_claims').toArray();
}
