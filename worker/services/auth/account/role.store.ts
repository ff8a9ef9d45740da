/** What the server made of a person: the role of an account. Decides nothing. */

/** One line of ACCOUNT_MIGRATIONS. */
export const ROLE_MIGRATION = "ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT ''";

/** `operator`: may judge what others share. '' is everybody else. */
export type Role = '' | 'operator';

export function roleOf(sql: SqlStorage): Role {
  const row = sql.exec<{ role: string }>('SELECT role FROM account').toArray()[0];
  return row?.role === 'operator' ? 'operator' : '';
}

export function saveRole(sql: SqlStorage, role: Role): void {
  sql.exec('UPDATE account SET role = ?', role);
}
