/** SQL of the devices of an account. */
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';

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

/** Whether a session was ever opened: devices stay after their sessions. */
export function hasDevices(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM devices LIMIT 1').toArray().length > 0;
}

/** @returns whether the device is new and others were known before it */
export function recordDevice(sql: SqlStorage, device: DeviceFacts & { locale: Locale }, nowMs: number): boolean {
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
