/** SQL of links that operators gave, until a month after their end. One object has all of them, so that they can be listed. */
import { DAY_MS } from '#shared/units.ts';
import type { Actor } from '#worker/services/config/index.ts';

export interface PersonLink {
  /** Of its token. */
  readonly id: string;
  /** Of its token. */
  readonly purpose: string;
  /** Keyed digest of the address. */
  readonly digest: string;
  /** '' for a link that opens an account. */
  readonly userId: string;
  /** On the app's origin. */
  readonly url: string;
  /** The masked address, for the log. */
  readonly to: string;
  /** Epoch ms at which it ends. */
  readonly untilMs: number;
}

export interface GivenLink extends Omit<PersonLink, 'url'> {
  /** Its place in the list; 0 before it is stored. */
  readonly ordinal: number;
  readonly by: Actor;
  readonly reason: string;
  readonly madeMs: number;
  /** 0: it was not withdrawn. */
  readonly withdrawnMs: number;
}

export interface LinkQuery {
  /** The place of the last one of the page before. */
  readonly before: number;
  readonly limit: number;
}

/** How long a link is listed after its end. */
const HISTORY_MS = 30 * DAY_MS;

/** One line of DIRECTORY_MIGRATIONS. */
export const GIVEN_LINKS_MIGRATION = `
  CREATE TABLE given_links (
    ordinal INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,         -- of the token, which is not stored
    purpose TEXT NOT NULL,           -- of the token
    digest TEXT NOT NULL,            -- keyed digest of the address
    shown TEXT NOT NULL,             -- the masked address
    user_id TEXT NOT NULL,           -- '' for a link that opens an account
    by_id TEXT NOT NULL, by_name TEXT NOT NULL, via TEXT NOT NULL,
    reason TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    withdrawn_ms INTEGER NOT NULL    -- 0: it was not
  );
  CREATE INDEX given_links_by_end ON given_links (until_ms);
`;

/** Links by one giver that have not come to their end, also withdrawn ones. */
export function countLinksBy(sql: SqlStorage, byId: string, nowMs: number): number {
  const counted = 'SELECT count(*) AS many FROM given_links WHERE by_id = ? AND until_ms > ?';
  return sql.exec<{ many: number }>(counted, byId, nowMs).one().many;
}

/** A repeat changes nothing. */
export function insertLink(sql: SqlStorage, link: GivenLink): void {
  const { id, purpose, digest, to, userId, by, reason, madeMs, untilMs } = link;
  sql.exec(
    `INSERT OR IGNORE INTO given_links
       (id, purpose, digest, shown, user_id, by_id, by_name, via, reason, made_ms, until_ms, withdrawn_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    id,
    purpose,
    digest,
    to,
    userId,
    by.id,
    by.name,
    by.via,
    reason,
    madeMs,
    untilMs,
  );
}

function toLink(row: Record<string, SqlStorageValue>): GivenLink {
  const text = (name: string): string => String(row[name]);
  const via = text('via');
  return {
    ordinal: Number(row['ordinal']),
    id: text('id'),
    purpose: text('purpose'),
    digest: text('digest'),
    to: text('shown'),
    userId: text('user_id'),
    by: { id: text('by_id'), name: text('by_name'), via: via === 'page' || via === 'api' ? via : 'console' },
    reason: text('reason'),
    madeMs: Number(row['made_ms']),
    untilMs: Number(row['until_ms']),
    withdrawnMs: Number(row['withdrawn_ms']),
  };
}

export function selectLink(sql: SqlStorage, id: string): GivenLink | null {
  const row = sql.exec('SELECT * FROM given_links WHERE id = ?', id).toArray()[0];
  return row ? toLink(row) : null;
}

/** Newest first. */
export function selectLinks(sql: SqlStorage, { before, limit }: LinkQuery): GivenLink[] {
  return sql
    .exec('SELECT * FROM given_links WHERE ordinal < ? ORDER BY ordinal DESC LIMIT ?', before, limit)
    .toArray()
    .map(toLink);
}

export function markWithdrawn(sql: SqlStorage, id: string, nowMs: number): void {
  sql.exec('UPDATE given_links SET withdrawn_ms = ? WHERE id = ? AND withdrawn_ms = 0', nowMs, id);
}

/** When the row of a link that ends then is deleted. */
export const deletedMs = (untilMs: number): number => untilMs + HISTORY_MS;

/** Deletes links that ended long ago: their tokens are refused by themselves. @returns when the next one is due; null for none */
export function deleteOldLinks(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM given_links WHERE until_ms <= ?', nowMs - HISTORY_MS);
  const row = sql.exec<{ next: number | null }>('SELECT min(until_ms) AS next FROM given_links').toArray()[0];
  return row?.next == null ? null : deletedMs(row.next);
}
