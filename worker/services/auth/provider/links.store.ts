/** SQL of the links of an account: people of sign-in providers that open it. */

export const PROVIDER_LINK_MIGRATION = `
  CREATE TABLE provider_links (
    digest TEXT PRIMARY KEY,         -- keyed, of issuer and subject; the directory has it too
    link_id TEXT NOT NULL UNIQUE,
    issuer TEXT NOT NULL,
    label TEXT NOT NULL,             -- address or name at the provider, as of the last sign-in
    created_ms INTEGER NOT NULL,
    used_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

export interface ProviderLinkRow {
  readonly digest: string;
  readonly linkId: string;
  readonly issuer: string;
  /** '' when the provider gives neither address nor name. */
  readonly label: string;
  readonly createdMs: number;
  readonly usedMs: number;
}

function rowOf(row: Record<string, SqlStorageValue>): ProviderLinkRow {
  return {
    digest: String(row['digest']),
    linkId: String(row['link_id']),
    issuer: String(row['issuer']),
    label: String(row['label']),
    createdMs: Number(row['created_ms']),
    usedMs: Number(row['used_ms']),
  };
}

/** Oldest first. */
export function loadLinks(sql: SqlStorage): ProviderLinkRow[] {
  return sql.exec('SELECT * FROM provider_links ORDER BY created_ms, link_id').toArray().map(rowOf);
}

export function loadLink(sql: SqlStorage, digest: string): ProviderLinkRow | null {
  const [row] = sql.exec('SELECT * FROM provider_links WHERE digest = ?', digest).toArray();
  return row ? rowOf(row) : null;
}

export function insertLink(sql: SqlStorage, link: ProviderLinkRow): void {
  sql.exec(
    'INSERT INTO provider_links (digest, link_id, issuer, label, created_ms, used_ms) VALUES (?, ?, ?, ?, ?, ?)',
    link.digest,
    link.linkId,
    link.issuer,
    link.label,
    link.createdMs,
    link.usedMs,
  );
}

export function recordLinkUse(sql: SqlStorage, digest: string, label: string, nowMs: number): void {
  sql.exec('UPDATE provider_links SET label = ?, used_ms = ? WHERE digest = ?', label, nowMs, digest);
}

export function deleteLink(sql: SqlStorage, digest: string): void {
  sql.exec('DELETE FROM provider_links WHERE digest = ?', digest);
}

/** @returns the digests of the deleted links */
export function dropLinksSince(sql: SqlStorage, sinceMs: number): string[] {
  return sql
    .exec<{ digest: string }>('DELETE FROM provider_links WHERE created_ms >= ? RETURNING digest', sinceMs)
    .toArray()
    .map(({ digest }) => digest);
}
