/** SQL of the settings that clients store for a person. */

export const PREFERENCES_MIGRATION = `
  CREATE TABLE preferences (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL              -- JSON
  ) WITHOUT ROWID;
`;

export interface PreferenceRow {
  readonly name: string;
  /** JSON. */
  readonly value: string;
}

/** JSON; null for none. */
export function loadPreference(sql: SqlStorage, name: string): string | null {
  const [row] = sql.exec<{ value: string }>('SELECT value FROM preferences WHERE name = ?', name).toArray();
  return row?.value ?? null;
}

/** Ordered by name. */
export function loadPreferences(sql: SqlStorage): PreferenceRow[] {
  return sql
    .exec('SELECT name, value FROM preferences ORDER BY name')
    .toArray()
    .map((row) => ({ name: String(row['name']), value: String(row['value']) }));
}

export function savePreference(sql: SqlStorage, { name, value }: PreferenceRow): void {
  sql.exec('INSERT OR REPLACE INTO preferences (name, value) VALUES (?, ?)', name, value);
}

export function deletePreference(sql: SqlStorage, name: string): void {
  sql.exec('DELETE FROM preferences WHERE name = ?', name);
}

export function countPreferences(sql: SqlStorage): number {
  return sql.exec<{ count: number }>('SELECT count(*) AS count FROM preferences').one().count;
}
