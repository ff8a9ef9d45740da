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

export interface ConsentRow {
  readonly clientId: string;
  readonly scope: string;
  readonly atMs: number;
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

export function allConsents(sql: SqlStorage): ConsentRow[] {
  return sql
    .exec('SELECT client_id, scope, at_ms FROM consents ORDER BY client_id')
    .toArray()
    .map((row) => ({ clientId: String(row['client_id']), scope: String(row['scope']), atMs: Number(row['at_ms']) }));
}
