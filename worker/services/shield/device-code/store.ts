/** SQL of device codes (RFC 8628). Rows hold keyed digests, never a code. */
import type { DeviceCodeRow, DeviceState } from './rules.ts';

/** One line of SHIELD_MIGRATIONS. */
export const DEVICE_CODE_MIGRATION = `
  CREATE TABLE device_codes (
    id TEXT PRIMARY KEY,             -- keyed digest of the device code
    user_code TEXT NOT NULL UNIQUE,  -- keyed digest of the user code
    client_id TEXT NOT NULL,
    scope TEXT NOT NULL,             -- words asked for
    state TEXT NOT NULL,             -- pending, allowed, denied, taken
    until_ms INTEGER NOT NULL,
    interval_seconds INTEGER NOT NULL,
    polled_ms INTEGER NOT NULL,      -- 0 before the first poll
    user_id TEXT NOT NULL,           -- who decided, by which session
    family_id TEXT NOT NULL,
    epoch INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX device_codes_by_end ON device_codes (until_ms);
`;

export interface NewDeviceCode {
  readonly id: string;
  readonly userCode: string;
  readonly clientId: string;
  readonly scope: string;
  readonly untilMs: number;
  readonly intervalSeconds: number;
}

/** @returns false when the user code is taken */
export function insertDeviceCode(sql: SqlStorage, code: NewDeviceCode): boolean {
  return (
    sql.exec(
      `INSERT OR IGNORE INTO device_codes
         (id, user_code, client_id, scope, state, until_ms, interval_seconds, polled_ms, user_id, family_id, epoch)
       VALUES (?, ?, ?, ?, 'pending', ?, ?, 0, '', '', 0)`,
      code.id,
      code.userCode,
      code.clientId,
      code.scope,
      code.untilMs,
      code.intervalSeconds,
    ).rowsWritten > 0
  );
}

function rowOf(row: Record<string, SqlStorageValue> | undefined): DeviceCodeRow | null {
  if (!row) return null;
  return {
    clientId: String(row['client_id']),
    scope: String(row['scope']),
    state: String(row['state']) as DeviceState,
    untilMs: Number(row['until_ms']),
    intervalSeconds: Number(row['interval_seconds']),
    polledMs: Number(row['polled_ms']),
    userId: String(row['user_id']),
    sessionId: String(row['family_id']),
    epoch: Number(row['epoch']),
  };
}

export function loadDeviceCode(sql: SqlStorage, id: string): DeviceCodeRow | null {
  return rowOf(sql.exec('SELECT * FROM device_codes WHERE id = ?', id).toArray()[0]);
}

export function loadByUserCode(sql: SqlStorage, userCode: string): DeviceCodeRow | null {
  return rowOf(sql.exec('SELECT * FROM device_codes WHERE user_code = ?', userCode).toArray()[0]);
}

export function recordPoll(sql: SqlStorage, id: string, intervalSeconds: number, nowMs: number): void {
  sql.exec('UPDATE device_codes SET interval_seconds = ?, polled_ms = ? WHERE id = ?', intervalSeconds, nowMs, id);
}

export function setTaken(sql: SqlStorage, id: string): void {
  sql.exec("UPDATE device_codes SET state = 'taken' WHERE id = ?", id);
}

export function decide(
  sql: SqlStorage,
  userCode: string,
  decision: { state: 'allowed' | 'denied'; userId: string; sessionId: string; epoch: number; scope?: string },
): void {
  sql.exec(
    'UPDATE device_codes SET state = ?, user_id = ?, family_id = ?, epoch = ?, scope = coalesce(?, scope) WHERE user_code = ?',
    decision.state,
    decision.userId,
    decision.sessionId,
    decision.epoch,
    decision.scope ?? null,
    userCode,
  );
}

/** Deletes rows that expired `retentionMs` ago. @returns when the next row is due (epoch ms), or null */
export function dropOldDeviceCodes(sql: SqlStorage, nowMs: number, retentionMs: number): number | null {
  sql.exec('DELETE FROM device_codes WHERE until_ms <= ?', nowMs - retentionMs);
  const next = sql.exec<{ at: number | null }>('SELECT min(until_ms) AS at FROM device_codes').toArray()[0]?.at;
  return next === null || next === undefined ? null : next + retentionMs;
}
