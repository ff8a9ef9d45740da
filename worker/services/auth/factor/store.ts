/** SQL of second factors, recovery codes and passkeys. */

/** Deletes passkeys and second factors added since then: the owner may not have added them. */
export function dropWaysInSince(sql: SqlStorage, since: { passkeysMs: number; twoFactorMs: number }): void {
  sql.exec('DELETE FROM passkeys WHERE created_ms >= ?', since.passkeysMs);
  if (sql.exec('SELECT 1 FROM two_factor WHERE enabled_ms >= ?', since.twoFactorMs).toArray().length === 0) return;
  sql.exec('DELETE FROM two_factor');
  sql.exec('DELETE FROM recovery_codes');
}

export const FACTOR_MIGRATION = `
  CREATE TABLE two_factor (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    secret TEXT NOT NULL,            -- sealed
    enabled_ms INTEGER NOT NULL,
    last_step INTEGER NOT NULL       -- newest time step whose code was used
  );
  CREATE TABLE recovery_codes (
    digest TEXT PRIMARY KEY,         -- keyed
    used_ms INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE factor_failures (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL
  );
  CREATE TABLE passkeys (
    credential_id TEXT PRIMARY KEY,  -- base64url
    passkey_id TEXT NOT NULL UNIQUE, -- its name on the wire
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,        -- COSE, base64url
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,        -- words with commas
    synced INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms INTEGER                  -- last sign-in
  ) WITHOUT ROWID;
  `;

export interface TwoFactorRow {
  /** Sealed. */
  readonly secret: string;
  readonly enabledMs: number;
  readonly lastStep: number;
}

export interface PasskeyRow {
  readonly credentialId: string;
  readonly passkeyId: string;
  readonly name: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly createdMs: number;
  readonly usedMs: number | null;
}

export function loadTwoFactor(sql: SqlStorage): TwoFactorRow | null {
  const row = sql
    .exec<{ secret: string; enabled_ms: number; last_step: number }>(
      'SELECT secret, enabled_ms, last_step FROM two_factor',
    )
    .toArray()[0];
  return row ? { secret: row.secret, enabledMs: row.enabled_ms, lastStep: row.last_step } : null;
}

export function insertTwoFactor(sql: SqlStorage, row: TwoFactorRow): void {
  sql.exec(
    'INSERT INTO two_factor (one, secret, enabled_ms, last_step) VALUES (1, ?, ?, ?)',
    row.secret,
    row.enabledMs,
    row.lastStep,
  );
}

export function spendStep(sql: SqlStorage, step: number): void {
  sql.exec('UPDATE two_factor SET last_step = ?', step);
}

export function deleteTwoFactor(sql: SqlStorage): void {
  sql.exec('DELETE FROM two_factor');
  sql.exec('DELETE FROM recovery_codes');
}

export function replaceRecoveryCodes(sql: SqlStorage, digests: readonly string[]): void {
  sql.exec('DELETE FROM recovery_codes');
  for (const digest of digests) sql.exec('INSERT INTO recovery_codes (digest, used_ms) VALUES (?, NULL)', digest);
}

export function countRecoveryCodes(sql: SqlStorage): number {
  return sql.exec<{ left: number }>('SELECT count(*) AS left FROM recovery_codes WHERE used_ms IS NULL').one().left;
}

/** @returns false when it is no code of this account or was used before */
export function spendRecoveryCode(sql: SqlStorage, digest: string, nowMs: number): boolean {
  return (
    sql.exec('UPDATE recovery_codes SET used_ms = ? WHERE digest = ? AND used_ms IS NULL', nowMs, digest).rowsWritten >
    0
  );
}

/** Times of wrong second factors after `sinceMs`, the oldest first; older ones are dropped. */
export function loadFailures(sql: SqlStorage, sinceMs: number): number[] {
  sql.exec('DELETE FROM factor_failures WHERE at_ms <= ?', sinceMs);
  return sql
    .exec<{ at_ms: number }>('SELECT at_ms FROM factor_failures ORDER BY at_ms')
    .toArray()
    .map((row) => row.at_ms);
}

export function insertFailure(sql: SqlStorage, nowMs: number): void {
  sql.exec('INSERT INTO factor_failures (at_ms) VALUES (?)', nowMs);
}

function passkeyOf(row: Record<string, SqlStorageValue>): PasskeyRow {
  return {
    credentialId: String(row['credential_id']),
    passkeyId: String(row['passkey_id']),
    name: String(row['name']),
    publicKey: String(row['public_key']),
    counter: Number(row['counter']),
    transports: String(row['transports']).split(',').filter(Boolean),
    synced: row['synced'] === 1,
    createdMs: Number(row['created_ms']),
    usedMs: row['used_ms'] === null ? null : Number(row['used_ms']),
  };
}

/** The newest last. */
export function loadPasskeys(sql: SqlStorage): PasskeyRow[] {
  return sql.exec('SELECT * FROM passkeys ORDER BY created_ms, passkey_id').toArray().map(passkeyOf);
}

export function loadPasskey(sql: SqlStorage, credentialId: string): PasskeyRow | null {
  const row = sql.exec('SELECT * FROM passkeys WHERE credential_id = ?', credentialId).toArray()[0];
  return row ? passkeyOf(row) : null;
}

export function insertPasskey(sql: SqlStorage, row: PasskeyRow): void {
  sql.exec(
    `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms, used_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
    row.credentialId,
    row.passkeyId,
    row.name,
    row.publicKey,
    row.counter,
    row.transports.join(','),
    row.synced ? 1 : 0,
    row.createdMs,
  );
}

export function recordPasskeyUse(sql: SqlStorage, credentialId: string, counter: number, nowMs: number): void {
  sql.exec('UPDATE passkeys SET counter = ?, used_ms = ? WHERE credential_id = ?', counter, nowMs, credentialId);
}

/** @returns false when there is none of that id */
export function renamePasskey(sql: SqlStorage, passkeyId: string, name: string): boolean {
  return sql.exec('UPDATE passkeys SET name = ? WHERE passkey_id = ?', name, passkeyId).rowsWritten > 0;
}

/** @returns false when there is none of that id */
export function deletePasskey(sql: SqlStorage, passkeyId: string): boolean {
  return sql.exec('DELETE FROM passkeys WHERE passkey_id = ?', passkeyId).rowsWritten > 0;
}

export function deletePasskeys(sql: SqlStorage): void {
  sql.exec('DELETE FROM passkeys');
}
