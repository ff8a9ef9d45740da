/** All SQL of roles in the database ADMIN: who loses the role `all` now, so that the last one with it stays. */
import { storedRole } from '#shared/operator-rights.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { Database } from '#worker/platform/d1/database.ts';

/** One version of ADMIN_MIGRATIONS. */
export const OPERATORS_TABLE: readonly string[] = [
  'CREATE TABLE leaving_operators (user_id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID',
  'DROP INDEX people_operators',
  "CREATE INDEX people_roles ON people (status) WHERE role <> ''",
];

/** After that time a mark is of a server that stopped: the account says whether it still has the role. */
const LEAVING_MS = MINUTE_MS;

/**
 * Marks an operator who loses the role `all`, in one statement with the look for another one: a marked operator does not count as another one.
 * @returns false where no other one can sign in
 */
export async function beginLeaving(db: Database, userId: string, nowMs: number): Promise<boolean> {
  const changed = await db.run(
    `INSERT INTO leaving_operators (user_id, at_ms) SELECT ?1, ?2 WHERE EXISTS (
      SELECT 1 FROM people WHERE role = ?3 AND role <> '' AND status = 'ACTIVE' AND user_id <> ?1
        AND user_id NOT IN (SELECT user_id FROM leaving_operators WHERE at_ms > ?4))
      ON CONFLICT (user_id) DO UPDATE SET at_ms = ?2`,
    userId,
    nowMs,
    storedRole('all'),
    nowMs - LEAVING_MS,
  );
  return changed > 0;
}

/** The list of people has the change. */
export async function endLeaving(db: Database, userId: string): Promise<void> {
  await db.run('DELETE FROM leaving_operators WHERE user_id = ?', userId);
}

/** Operators, whatever their role and the state of their accounts. */
export async function countRoles(db: Database): Promise<number> {
  const row = await db.first<{ n: number }>("SELECT count(*) AS n FROM people WHERE role <> ''");
  return row?.n ?? 0;
}
