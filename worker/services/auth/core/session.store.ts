/** SQL of sessions. */
import type { SessionRow } from './session-row.ts';

export function loadSession(sql: SqlStorage, sessionId: string): SessionRow | null {
  const row = sql
    .exec(
      `SELECT client_id, generation, voided, void_after, void_before, shown, rotated_ms, revoked_ms FROM families
       WHERE family_id = ?`,
      sessionId,
    )
    .toArray()[0];
  if (!row) return null;
  const generation = Number(row['generation']);
  return {
    clientId: String(row['client_id']),
    generation,
    givenFor: generation - 1 - Number(row['voided']),
    voidAfter: Number(row['void_after']),
    voidBefore: Number(row['void_before']),
    isShown: row['shown'] === 1,
    rotatedMs: Number(row['rotated_ms']),
    revokedMs: row['revoked_ms'] === null ? null : Number(row['revoked_ms']),
  };
}

export function insertSession(
  sql: SqlStorage,
  session: {
    sessionId: string;
    deviceId: string;
    clientId: string;
    parentId: string;
    isAssured: boolean;
    /** Of the account. */
    epoch: number;
    nowMs: number;
  },
): void {
  sql.exec(
    `INSERT INTO families
       (family_id, device_id, client_id, generation, created_ms, rotated_ms, used_ms, revoked_ms, parent, assured, epoch)
     VALUES (?, ?, ?, 1, ?, ?, ?, NULL, ?, ?, ?)`,
    session.sessionId,
    session.deviceId,
    session.clientId,
    session.nowMs,
    session.nowMs,
    session.nowMs,
    session.parentId,
    session.isAssured ? 1 : 0,
    session.epoch,
  );
}

/** @param givenFor  generation of the token that the next one is issued for, if not the newest: those above it become void */
export function advanceSession(
  sql: SqlStorage,
  sessionId: string,
  nowMs: number,
  givenFor: number | null = null,
): void {
  sql.exec(
    `UPDATE families SET generation = generation + 1, voided = generation - COALESCE(?1, generation), shown = 0,
     void_after = CASE WHEN ?1 < generation THEN ?1 ELSE void_after END,
     void_before = CASE WHEN ?1 < generation THEN generation + 1 ELSE void_before END,
     rotated_ms = ?2, used_ms = ?2 WHERE family_id = ?3`,
    givenFor,
    nowMs,
    sessionId,
  );
}

export function markShown(sql: SqlStorage, sessionId: string): void {
  sql.exec('UPDATE families SET shown = 1 WHERE family_id = ?', sessionId);
}

/** @returns false for an ended or unknown session */
export function revokeSession(sql: SqlStorage, sessionId: string, nowMs: number): boolean {
  return (
    sql.exec('UPDATE families SET revoked_ms = ? WHERE family_id = ? AND revoked_ms IS NULL', nowMs, sessionId)
      .rowsWritten > 0
  );
}

/** Deletes sessions whose last refresh token has expired. @returns those that nothing had ended before */
export function dropSessions(sql: SqlStorage, rotatedBeforeMs: number): string[] {
  return sql
    .exec<{ family_id: string; revoked_ms: number | null }>(
      'DELETE FROM families WHERE rotated_ms < ? RETURNING family_id, revoked_ms',
      rotatedBeforeMs,
    )
    .toArray()
    .flatMap(({ family_id, revoked_ms }) => (revoked_ms === null ? [family_id] : []));
}

/** Whether a session was ever opened: the last ones are dropped long after their end. */
export function hasSessions(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM families LIMIT 1').toArray().length > 0;
}

/** Whether rows are left for the daily cleanup. */
export function hasAging(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM families UNION ALL SELECT 1 FROM used_tokens LIMIT 1').toArray().length > 0;
}

/** SQL of active sessions and consents for the export of an account. */

export interface ExportedSession {
  readonly sessionId: string;
  readonly clientId: string;
  readonly deviceId: string;
  /** '' for all that its client may have. */
  readonly scope: string;
  readonly createdMs: number;
  readonly usedMs: number;
}

/** Newest first. */
export function activeSessions(sql: SqlStorage): ExportedSession[] {
  return sql
    .exec('SELECT * FROM families WHERE revoked_ms IS NULL ORDER BY created_ms DESC, family_id')
    .toArray()
    .map((row) => ({
      sessionId: String(row['family_id']),
      clientId: String(row['client_id']),
      deviceId: String(row['device_id']),
      scope: String(row['scope']),
      createdMs: Number(row['created_ms']),
      usedMs: Number(row['used_ms']),
    }));
}

/** @param openedBy  '' for a sign-in */
export function setSessionGrant(sql: SqlStorage, sessionId: string, scope: string, openedBy: string): void {
  sql.exec('UPDATE families SET scope = ?, opened_by = ? WHERE family_id = ?', scope, openedBy, sessionId);
}

/** '' for all that its client may have, and for an unknown session. */
export function loadSessionScope(sql: SqlStorage, sessionId: string): string {
  return (
    sql.exec<{ scope: string }>('SELECT scope FROM families WHERE family_id = ?', sessionId).toArray()[0]?.scope ?? ''
  );
}
