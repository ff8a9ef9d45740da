/** SQL of the role of an account. */
import { type OperatorRole, roleAsStored, storedRole } from '#shared/operator-rights.ts';

export const ROLE_MIGRATION = "ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT ''";

/** Of an operator; '' is every other person. */
export type Role = '' | OperatorRole;

export function roleOf(sql: SqlStorage): Role {
  return roleAsStored(sql.exec<{ role: string }>('SELECT role FROM account').toArray()[0]?.role ?? '');
}

export function saveRole(sql: SqlStorage, role: Role): void {
  sql.exec('UPDATE account SET role = ?', storedRole(role));
}
