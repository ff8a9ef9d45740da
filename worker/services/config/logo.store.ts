/** SQL of the logos that versions of the document `service` name. No decisions. */

export interface StoredLogo {
  /** WebP. */
  readonly mark: Uint8Array<ArrayBuffer>;
  /** PNG, square. */
  readonly icon192: Uint8Array<ArrayBuffer>;
  readonly icon512: Uint8Array<ArrayBuffer>;
}

export function putLogo(sql: SqlStorage, id: string, { mark, icon192, icon512 }: StoredLogo, atMs: number): void {
  sql.exec('INSERT OR IGNORE INTO logos VALUES (?, ?, ?, ?, ?)', id, mark, icon192, icon512, atMs);
}

type Row = { mark: ArrayBuffer; icon_192: ArrayBuffer; icon_512: ArrayBuffer };

export function logoOf(sql: SqlStorage, id: string): StoredLogo | null {
  const row = sql.exec<Row>('SELECT mark, icon_192, icon_512 FROM logos WHERE id = ?', id).toArray()[0];
  if (!row) return null;
  return {
    mark: new Uint8Array(row.mark),
    icon192: new Uint8Array(row.icon_192),
    icon512: new Uint8Array(row.icon_512),
  };
}

/** Drops all but the newest of those that neither a version nor a draft names. @param most  that stay */
export function dropUnnamed(sql: SqlStorage, most: number): void {
  sql.exec(
    `DELETE FROM logos WHERE id IN (
       SELECT id FROM logos WHERE NOT EXISTS (SELECT 1 FROM versions WHERE name = 'service' AND instr(text, logos.id) > 0)
         AND NOT EXISTS (SELECT 1 FROM documents WHERE name = 'service' AND instr(draft_text, logos.id) > 0)
       ORDER BY at_ms DESC LIMIT -1 OFFSET ?)`,
    most,
  );
}
