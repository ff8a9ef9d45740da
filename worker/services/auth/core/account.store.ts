/** SQL of the account's status, devices, claims of addresses and picture. */
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';

/** One line of ACCOUNT_MIGRATIONS. */
export const SETTINGS_MIGRATION = `
  ALTER TABLE account ADD COLUMN ends_ms INTEGER NOT NULL DEFAULT 0;          -- CLOSING: when it is erased
  ALTER TABLE account ADD COLUMN address_version INTEGER NOT NULL DEFAULT 0;  -- counts claims of addresses
  CREATE TABLE address_claims (
    digest TEXT PRIMARY KEY,         -- claimed in the directory, not yet written here
    version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE closing_digests (
    digest TEXT PRIMARY KEY          -- what the directory is to forget when a closing account ends
  ) WITHOUT ROWID;
  CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,      -- 32 hex, or 'unnamed-<client>' where a client sends none
    name TEXT NOT NULL,
    model TEXT NOT NULL,
    first_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE pictures (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    hash TEXT NOT NULL,              -- of the bytes, hex
    type TEXT NOT NULL,
    bytes BLOB NOT NULL
  );
  INSERT INTO devices (device_id, name, model, first_ms)
    SELECT CASE device_id WHEN '' THEN 'unnamed-' || client_id ELSE device_id END AS device, '', '', min(created_ms)
    FROM families GROUP BY device;
`;

/** Another line of ACCOUNT_MIGRATIONS. */
export const DEVICE_LANGUAGE_MIGRATION = `
  -- Language of its last sign-in.
  ALTER TABLE devices ADD COLUMN locale TEXT NOT NULL DEFAULT '';
`;

/** The device of a sign-in. */
export interface DeviceFacts {
  /** 32 hex, or `unnamed-<client>`. */
  readonly deviceId: string;
  /** '' when unknown. */
  readonly name: string;
  readonly model: string;
}

export interface DeviceRow extends DeviceFacts {
  /** Epoch ms at which one of its sessions last got tokens. */
  readonly lastLoginMs: number;
}

/** An unfinished claim, or a released address: the directory deletes it unless a later claim took it again. */
export interface ClaimRow {
  readonly digest: string;
  readonly version: number;
}

export function setStatus(sql: SqlStorage, status: string, endsMs: number): void {
  sql.exec('UPDATE account SET status = ?, ends_ms = ?', status, endsMs);
}

/** Ends the tokens below the new epoch, and every session. @returns the new epoch */
export function raiseEpoch(sql: SqlStorage, nowMs: number, by = 1): number {
  sql.exec('UPDATE account SET epoch = epoch + ?', by);
  sql.exec('UPDATE families SET revoked_ms = ? WHERE revoked_ms IS NULL', nowMs);
  return sql.exec<{ epoch: number }>('SELECT epoch FROM account').one().epoch;
}

/** Sets a password; ends the tokens below the new epoch, and every session but one. @returns the new epoch */
export function changePasswordOf(sql: SqlStorage, phc: string, sessionId: string, nowMs: number): number {
  sql.exec('UPDATE account SET password = ?, password_ms = ?, epoch = epoch + 1', phc, nowMs);
  sql.exec('UPDATE families SET revoked_ms = ? WHERE revoked_ms IS NULL AND family_id <> ?', nowMs, sessionId);
  sql.exec('UPDATE families SET epoch = (SELECT epoch FROM account) WHERE family_id = ?', sessionId);
  return sql.exec<{ epoch: number }>('SELECT epoch FROM account').one().epoch;
}

export function setName(sql: SqlStorage, name: string): void {
  sql.exec('UPDATE account SET name = ?', name);
}

export function setEmail(sql: SqlStorage, email: string): void {
  sql.exec('UPDATE account SET email = ?', email);
}

export function setPhone(sql: SqlStorage, phone: string, nowMs: number): void {
  sql.exec('UPDATE account SET phone = ?, phone_ms = ?', phone, nowMs);
}

/** Deletes passkeys and second factors added since then: the owner may not have added them. */
export function dropWaysInSince(sql: SqlStorage, since: { passkeysMs: number; twoFactorMs: number }): void {
  sql.exec('DELETE FROM passkeys WHERE created_ms >= ?', since.passkeysMs);
  if (sql.exec('SELECT 1 FROM two_factor WHERE enabled_ms >= ?', since.twoFactorMs).toArray().length === 0) return;
  sql.exec('DELETE FROM two_factor');
  sql.exec('DELETE FROM recovery_codes');
}

/** Tables with personal data, beside the account's own row. */
const PERSONAL_TABLES = [
  'families',
  'attempts',
  'used_tokens',
  'two_factor',
  'recovery_codes',
  'factor_failures',
  'passkeys',
  'codes',
  'consents',
  'address_claims',
  'closing_digests',
  'undone',
  'devices',
  'pictures',
  'preferences',
  'favorite_links',
  'provider_links',
] as const;

/** Blanks all personal data. The row stays, so that the id is never given again. */
export function blankAccount(sql: SqlStorage): void {
  sql.exec(
    "UPDATE account SET name = '', email = '', phone = '', avatar = '', password = '', premium = 0, role = '', ends_ms = 0, held = ''",
  );
  for (const table of PERSONAL_TABLES) sql.exec(`DELETE FROM ${table}`);
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

export function saveClosingDigests(sql: SqlStorage, digests: readonly string[]): void {
  sql.exec('DELETE FROM closing_digests');
  for (const digest of digests) sql.exec('INSERT OR IGNORE INTO closing_digests (digest) VALUES (?)', digest);
}

/** Something has opened the account, or may: it is not half-made (oidc/account-making.ts). A closing account keeps its digests. */
export function markWhole(sql: SqlStorage): void {
  sql.exec("DELETE FROM closing_digests WHERE EXISTS (SELECT 1 FROM account WHERE status = 'ACTIVE')");
}

/** Whether a session was ever opened: devices stay after their sessions. */
export function hasDevices(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM devices LIMIT 1').toArray().length > 0;
}

export function closingDigests(sql: SqlStorage): string[] {
  return sql
    .exec<{ digest: string }>('SELECT digest FROM closing_digests')
    .toArray()
    .map((row) => row.digest);
}

/** @returns whether the device is new and others were known before it */
export function noteDevice(sql: SqlStorage, device: DeviceFacts & { locale: Locale }, nowMs: number): boolean {
  const known = sql
    .exec<{ many: number; same: number }>(
      'SELECT count(*) AS many, coalesce(sum(device_id = ?), 0) AS same FROM devices',
      device.deviceId,
    )
    .one();
  sql.exec(
    `INSERT INTO devices (device_id, name, model, first_ms, locale) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (device_id) DO UPDATE SET locale = excluded.locale,
       name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END,
       model = CASE excluded.model WHEN '' THEN model ELSE excluded.model END`,
    device.deviceId,
    device.name,
    device.model,
    nowMs,
    device.locale,
  );
  return known.many > 0 && known.same === 0;
}

export function isKnownDevice(sql: SqlStorage, deviceId: string): boolean {
  return sql.exec('SELECT 1 FROM devices WHERE device_id = ?', deviceId).toArray().length > 0;
}

const DEVICE_OF_SESSION = "CASE f.device_id WHEN '' THEN 'unnamed-' || f.client_id ELSE f.device_id END";

/** Devices with an active session, newest first. */
export function listDevices(sql: SqlStorage, rotatedAfterMs: number): DeviceRow[] {
  return sql
    .exec<{ device: string; name: string | null; model: string | null; last_ms: number }>(
      `SELECT ${DEVICE_OF_SESSION} AS device, d.name AS name, d.model AS model, max(f.used_ms) AS last_ms
       FROM families f LEFT JOIN devices d ON d.device_id = ${DEVICE_OF_SESSION}
       WHERE f.revoked_ms IS NULL AND f.rotated_ms > ? GROUP BY device ORDER BY last_ms DESC, device`,
      rotatedAfterMs,
    )
    .toArray()
    .map((row) => ({
      deviceId: row.device,
      name: row.name ?? '',
      model: row.model ?? '',
      lastLoginMs: row.last_ms,
    }));
}

/** The language of the device that was used last; the default one where none is known. */
export function languageOf(sql: SqlStorage): Locale {
  const [row] = sql
    .exec<{ locale: string }>(
      `SELECT d.locale AS locale FROM families f JOIN devices d ON d.device_id = ${DEVICE_OF_SESSION}
       WHERE d.locale <> '' ORDER BY f.used_ms DESC LIMIT 1`,
    )
    .toArray();
  return row && isLocale(row.locale) ? row.locale : DEFAULT_LOCALE;
}

/** '' for an unknown session. */
export function deviceOfSession(sql: SqlStorage, sessionId: string): string {
  const row = sql
    .exec<{ device: string }>(`SELECT ${DEVICE_OF_SESSION} AS device FROM families f WHERE family_id = ?`, sessionId)
    .toArray()[0];
  return row?.device ?? '';
}

/** Active sessions: of one device, or all when `deviceId` is ''. */
export function activeSessionIds(sql: SqlStorage, deviceId: string): string[] {
  return sql
    .exec<{ family_id: string }>(
      `SELECT f.family_id FROM families f WHERE f.revoked_ms IS NULL AND (?1 = '' OR ${DEVICE_OF_SESSION} = ?1)`,
      deviceId,
    )
    .toArray()
    .map((row) => row.family_id);
}

export interface PictureRow {
  readonly hash: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

export function loadPicture(sql: SqlStorage): PictureRow | null {
  const row = sql.exec<{ hash: string; type: string; bytes: ArrayBuffer }>('SELECT * FROM pictures').toArray()[0];
  return row ? { hash: row.hash, type: row.type, bytes: row.bytes } : null;
}

/** @param picture  null removes it */
export function savePicture(sql: SqlStorage, picture: PictureRow | null): void {
  sql.exec('DELETE FROM pictures');
  if (picture)
    sql.exec(
      'INSERT INTO pictures (one, hash, type, bytes) VALUES (1, ?, ?, ?)',
      picture.hash,
      picture.type,
      picture.bytes,
    );
  sql.exec('UPDATE account SET avatar = ?', picture?.hash ?? '');
}
