/** SQL of codes and consents. */
import type { CodeRow } from './rules.ts';

export interface ConsentRow {
  readonly clientId: string;
  readonly scope: string;
  readonly atMs: number;
}

export function allConsents(sql: SqlStorage): ConsentRow[] {
  return sql
    .exec('SELECT client_id, scope, at_ms FROM consents ORDER BY client_id')
    .toArray()
    .map((row) => ({ clientId: String(row['client_id']), scope: String(row['scope']), atMs: Number(row['at_ms']) }));
}

export const GRANT_MIGRATION = `
  ALTER TABLE families ADD COLUMN scope TEXT NOT NULL DEFAULT '';      -- '': all that its client may have
  ALTER TABLE families ADD COLUMN opened_by TEXT NOT NULL DEFAULT '';  -- code or device code that opened it; '' for a sign-in
  CREATE UNIQUE INDEX families_by_opener ON families (opened_by) WHERE opened_by <> '';
  CREATE TABLE codes (
    code_id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,      -- '' when it was asked for without one
    scope TEXT NOT NULL,             -- as in families
    challenge TEXT NOT NULL,         -- S256 of the verifier
    epoch INTEGER NOT NULL,          -- of the account when it was made
    by_family TEXT NOT NULL,         -- the session that asked for it
    until_ms INTEGER NOT NULL,
    used_ms INTEGER,                 -- shown once, rightly or wrongly
    family_id TEXT NOT NULL,         -- what it opened; '' for nothing
    replayed_ms INTEGER              -- shown again: what it opened has ended
  ) WITHOUT ROWID;
  CREATE INDEX codes_by_end ON codes (until_ms);
  CREATE TABLE consents (
    client_id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,             -- words the person has allowed
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

export type NewCode = Omit<CodeRow, 'usedMs' | 'sessionId'>;

export function insertCode(sql: SqlStorage, codeId: string, code: NewCode): void {
  sql.exec(
    `INSERT INTO codes (code_id, client_id, redirect_uri, scope, challenge, epoch, by_family, until_ms, used_ms, family_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, '')`,
    codeId,
    code.clientId,
    code.redirectUri,
    code.scope,
    code.challenge,
    code.epoch,
    code.bySession,
    code.untilMs,
  );
}

export function loadCode(sql: SqlStorage, codeId: string): CodeRow | null {
  const row = sql.exec('SELECT * FROM codes WHERE code_id = ?', codeId).toArray()[0];
  if (!row) return null;
  return {
    clientId: String(row['client_id']),
    redirectUri: String(row['redirect_uri']),
    scope: String(row['scope']),
    challenge: String(row['challenge']),
    epoch: Number(row['epoch']),
    bySession: String(row['by_family']),
    untilMs: Number(row['until_ms']),
    usedMs: row['used_ms'] === null ? null : Number(row['used_ms']),
    sessionId: String(row['family_id']),
  };
}

/** @param sessionId  the session it opened; '' after a wrong exchange */
export function spendCode(sql: SqlStorage, codeId: string, sessionId: string, nowMs: number): void {
  sql.exec('UPDATE codes SET used_ms = ?, family_id = ? WHERE code_id = ?', nowMs, sessionId, codeId);
}

export function recordReplay(sql: SqlStorage, codeId: string, nowMs: number): void {
  sql.exec('UPDATE codes SET replayed_ms = ? WHERE code_id = ? AND replayed_ms IS NULL', nowMs, codeId);
}

export function dropCodes(sql: SqlStorage, endedBeforeMs: number): void {
  sql.exec('DELETE FROM codes WHERE until_ms < ?', endedBeforeMs);
}

/** Whether codes are left to drop. */
export function hasCodes(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM codes LIMIT 1').toArray().length > 0;
}

export function isOpener(sql: SqlStorage, openedBy: string): boolean {
  return sql.exec('SELECT 1 FROM families WHERE opened_by = ?', openedBy).toArray().length > 0;
}

/** Scope that the person has allowed a client; '' for none. */
export function loadConsent(sql: SqlStorage, clientId: string): string {
  return (
    sql.exec<{ scope: string }>('SELECT scope FROM consents WHERE client_id = ?', clientId).toArray()[0]?.scope ?? ''
  );
}

export function saveConsent(sql: SqlStorage, clientId: string, scope: string, nowMs: number): void {
  sql.exec('INSERT OR REPLACE INTO consents (client_id, scope, at_ms) VALUES (?, ?, ?)', clientId, scope, nowMs);
}
