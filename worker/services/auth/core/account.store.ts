/** SQL of the account's row, of used tokens, and of what the directory forgets when the account ends. */

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

export function saveClosingDigests(sql: SqlStorage, digests: readonly string[]): void {
  sql.exec('DELETE FROM closing_digests');
  for (const digest of digests) sql.exec('INSERT OR IGNORE INTO closing_digests (digest) VALUES (?)', digest);
}

/** Something has opened the account, or may: it is not half-made (oidc/account-making.ts). A closing account keeps its digests. */
export function markWhole(sql: SqlStorage): void {
  sql.exec("DELETE FROM closing_digests WHERE EXISTS (SELECT 1 FROM account WHERE status = 'ACTIVE')");
}

export function closingDigests(sql: SqlStorage): string[] {
  return sql
    .exec<{ digest: string }>('SELECT digest FROM closing_digests')
    .toArray()
    .map((row) => row.digest);
}

export interface AccountRow {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly avatar: string;
  readonly password: string;
  readonly status: string;
  /** BLOCKED: the status that returns with the end of the block; '' for any other. */
  readonly held: string;
  /** Epoch ms at which a CLOSING account is erased; 0 for any other. */
  readonly endsMs: number;
  readonly premium: boolean;
  readonly epoch: number;
  readonly createdMs: number;
  readonly passwordMs: number;
  /** The name was made from an address that the account had before, as far as it is known. */
  readonly isNameOfFormer: boolean;
}

export type NewAccount = Omit<AccountRow, 'status' | 'held' | 'endsMs' | 'epoch' | 'passwordMs' | 'isNameOfFormer'>;

export function loadAccount(sql: SqlStorage): AccountRow | null {
  const row = sql.exec('SELECT * FROM account').toArray()[0];
  if (!row) return null;
  return {
    name: String(row['name']),
    email: String(row['email']),
    phone: String(row['phone']),
    avatar: String(row['avatar']),
    password: String(row['password']),
    status: String(row['status']),
    held: String(row['held']),
    endsMs: Number(row['ends_ms']),
    premium: row['premium'] === 1,
    epoch: Number(row['epoch']),
    createdMs: Number(row['created_ms']),
    passwordMs: Number(row['password_ms']),
    isNameOfFormer: row['name_of_former'] === 1,
  };
}

/** Does nothing when the account exists. */
export function insertAccount(sql: SqlStorage, account: NewAccount): void {
  sql.exec(
    `INSERT OR IGNORE INTO account (one, name, email, phone, avatar, password, status, premium, epoch, created_ms, password_ms)
     VALUES (1, ?, ?, ?, ?, ?, 'ACTIVE', ?, 1, ?, ?)`,
    account.name,
    account.email,
    account.phone,
    account.avatar,
    account.password,
    account.premium ? 1 : 0,
    account.createdMs,
    account.createdMs,
  );
}

/** The row of an id that never had an account and never gets one. */
export function insertEndedAccount(sql: SqlStorage, createdMs: number): void {
  const nothing = { name: '', email: '', phone: '', avatar: '', password: '', premium: false };
  insertAccount(sql, { ...nothing, createdMs });
  sql.exec("UPDATE account SET status = 'CLOSED'");
}

/** The same password with another hash: no session ends and its date stays. */
export function replaceHash(sql: SqlStorage, phc: string): void {
  sql.exec('UPDATE account SET password = ?', phc);
}

/** Sets a password; ends the tokens below the new epoch. @returns the new epoch */
export function changePassword(sql: SqlStorage, phc: string, nowMs: number): number {
  sql.exec('UPDATE account SET password = ?, password_ms = ?, epoch = epoch + 1', phc, nowMs);
  sql.exec('UPDATE families SET revoked_ms = ? WHERE revoked_ms IS NULL', nowMs);
  return sql.exec<{ epoch: number }>('SELECT epoch FROM account').one().epoch;
}

export function isUsedToken(sql: SqlStorage, jti: string): boolean {
  return sql.exec('SELECT 1 FROM used_tokens WHERE jti = ?', jti).toArray().length > 0;
}

export function recordUsedToken(sql: SqlStorage, jti: string, untilMs: number): void {
  sql.exec('INSERT OR IGNORE INTO used_tokens (jti, until_ms) VALUES (?, ?)', jti, untilMs);
}

export function usedTokens(sql: SqlStorage, limit: number): string[] {
  return sql
    .exec<{ jti: string }>('SELECT jti FROM used_tokens ORDER BY until_ms DESC LIMIT ?', limit)
    .toArray()
    .map(({ jti }) => jti);
}

export function dropUsedTokens(sql: SqlStorage, nowMs: number): void {
  sql.exec('DELETE FROM used_tokens WHERE until_ms <= ?', nowMs);
}

export function countChange(sql: SqlStorage): void {
  sql.exec('UPDATE account SET changes = changes + 1');
}

export function changesOf(sql: SqlStorage): number {
  return sql.exec<{ changes: number }>('SELECT changes FROM account').toArray()[0]?.changes ?? 0;
}
