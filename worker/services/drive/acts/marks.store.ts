/** Places in the log of acts, by name. */

export type ActMark = 'begin' | 'folded' | `cleared ${number}`;

interface MarkRow extends Record<string, SqlStorageValue> {
  n: number;
  run: number;
}

export function actMark(sql: SqlStorage, name: ActMark): { readonly n: number; readonly run: number } {
  const text = 'SELECT n, run FROM act_marks WHERE name = ?';
  return sql.exec<MarkRow>(text, name).toArray()[0] ?? { n: 0, run: 0 };
}

export function setActMark(sql: SqlStorage, name: ActMark, n: number): void {
  sql.exec('INSERT OR REPLACE INTO act_marks (name, n, run) VALUES (?, ?, 0)', name, n);
}
