/** SQL of the role of an account. */

export const ROLE_MIGRATION = "ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT ''";

/** `operator`: may act on reports about shares. '' is every other person. */
export type Role = '' | 'operator';

export function roleOf(sql: SqlStorage): Role {
  const row = sql.exec<{ role: string }>('SELECT role FROM account').toArray()[0];
  return row?.role === 'operator' ? 'operator' : '';
}

export function saveRole(sql: SqlStorage, role: Role): void {
  sql.exec('UPDATE account SET role = ?', role);
}
