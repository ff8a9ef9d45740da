/** SQL of the tree of sessions: the session that opened each, and whether a proof of the person opened it. */

/** Parents of older sessions are known only while their code is still stored. */
export const PARENT_MIGRATION = `
  ALTER TABLE families ADD COLUMN parent TEXT NOT NULL DEFAULT '';      -- session that allowed it; '' for a sign-in
  ALTER TABLE families ADD COLUMN assured INTEGER NOT NULL DEFAULT 0;   -- opened by password, passkey or second factor
  UPDATE families SET assured = 1 WHERE opened_by = '';
  UPDATE families SET parent = COALESCE((SELECT by_family FROM codes WHERE codes.family_id = families.family_id), '')
  WHERE opened_by <> '';
  CREATE INDEX families_by_parent ON families (parent) WHERE parent <> '';
`;

/** The session and every session opened from it, at any depth. */
export function selectSessionTree(sql: SqlStorage, sessionId: string): string[] {
  return sql
    .exec<{ id: string }>(
      `WITH RECURSIVE tree (id) AS (
         VALUES (?) UNION SELECT families.family_id FROM families JOIN tree ON families.parent = tree.id
       ) SELECT id FROM tree`,
      sessionId,
    )
    .toArray()
    .map((row) => row.id);
}

/** The session no longer ends with the one that opened it. */
export function detachSession(sql: SqlStorage, sessionId: string): void {
  sql.exec("UPDATE families SET parent = '' WHERE family_id = ?", sessionId);
}

/** Whether the person proved themselves when the session was opened: password, passkey or second factor. */
export function isAssuredSession(sql: SqlStorage, sessionId: string): boolean {
  return sql.exec('SELECT 1 FROM families WHERE family_id = ? AND assured = 1', sessionId).toArray().length > 0;
}
