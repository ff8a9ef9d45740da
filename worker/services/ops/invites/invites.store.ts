/** All SQL of lists of people to invite: no decisions. */
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import { type InviteLine, LINE_STATES, type LineState } from '#shared/ops/invite-list.ts';
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { Actor } from '#worker/services/config/index.ts';

export const INVITES_TABLES: readonly string[] = [
  `CREATE TABLE invite_lists (
    id TEXT PRIMARY KEY,           -- of its form: a repeat is the same list
    made_ms INTEGER NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL, via TEXT NOT NULL, reason TEXT NOT NULL,
    locale TEXT NOT NULL,          -- of its letters
    lines INTEGER NOT NULL, left_out INTEGER NOT NULL) WITHOUT ROWID`,
  'CREATE INDEX invite_lists_by_time ON invite_lists (made_ms)',
  `CREATE TABLE invite_lines (
    list_id TEXT NOT NULL, line INTEGER NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL, group_id TEXT NOT NULL,
    bytes INTEGER,                 -- NULL: as group and plan give
    state TEXT NOT NULL, why TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    at_ms INTEGER NOT NULL,        -- of its state
    link_id TEXT NOT NULL DEFAULT '', until_ms INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (list_id, line)) WITHOUT ROWID`,
  "CREATE INDEX invite_lines_to_do ON invite_lines (at_ms) WHERE state IN ('waits', 'working', 'unsent')",
  "CREATE INDEX invite_lines_open ON invite_lines (email) WHERE state IN ('made', 'mailed', 'unsent', 'working')",
];

/** Withdrawing a link looks for its lines. */
export const INVITES_BY_LINK: readonly string[] = [
  "CREATE INDEX invite_lines_by_link ON invite_lines (link_id) WHERE link_id <> ''",
];

export const INVITES_ASKED: readonly string[] = ["ALTER TABLE invite_lists ADD COLUMN asked TEXT NOT NULL DEFAULT ''"];

export interface StoredList {
  readonly id: string;
  readonly madeMs: number;
  readonly by: Actor;
  readonly reason: string;
  readonly locale: Locale;
  readonly lines: number;
  /** Digest of the form; '' for a list of an earlier version. */
  readonly asked: string;
}

export interface StoredLine {
  readonly listId: string;
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly group: string;
  readonly bytes: number | null;
  readonly state: LineState;
  readonly why: string;
  readonly tries: number;
  readonly linkId: string;
  readonly untilMs: number;
}

interface ListRow {
  id: string;
  made_ms: number;
  by_id: string;
  by_name: string;
  via: string;
  reason: string;
  locale: string;
  lines: number;
  asked: string;
}

interface LineRow {
  list_id: string;
  line: number;
  email: string;
  name: string;
  group_id: string;
  bytes: number | null;
  state: string;
  why: string;
  tries: number;
  link_id: string;
  until_ms: number;
}

const toList = (row: ListRow): StoredList => ({
  id: row.id,
  madeMs: row.made_ms,
  by: { id: row.by_id, name: row.by_name, via: row.via === 'page' || row.via === 'api' ? row.via : 'console' },
  reason: row.reason,
  locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE,
  lines: row.lines,
  asked: row.asked,
});

const toLine = (row: LineRow): StoredLine => ({
  listId: row.list_id,
  line: row.line,
  email: row.email,
  name: row.name,
  group: row.group_id,
  bytes: row.bytes,
  state: LINE_STATES.find((each) => each === row.state) ?? 'wrong',
  why: row.why,
  tries: row.tries,
  linkId: row.link_id,
  untilMs: row.until_ms,
});

/** Lines of one statement: their JSON stays far below the size of a value. */
const STATEMENT_LINES = 1_000;

/** Statements that store a list, all or nothing; a repeat changes nothing, nor does another list with the id. */
export function insertList(list: StoredList, lines: readonly InviteLine[]): Statement[] {
  const { id, madeMs, by, reason, locale, asked } = list;
  const parts: Statement[] = [];
  for (let first = 0; first < lines.length; first += STATEMENT_LINES)
    parts.push(
      statement(
        `INSERT OR IGNORE INTO invite_lines (list_id, line, email, name, group_id, bytes, state, why, at_ms)
          SELECT ?1, value ->> 'line', value ->> 'email', value ->> 'name', value ->> 'group', value ->> 'bytes',
            value ->> 'state', value ->> 'why', ?2 FROM json_each(?3)
            WHERE EXISTS (SELECT 1 FROM invite_lists WHERE id = ?1 AND asked = ?4)`,
        id,
        madeMs,
        JSON.stringify(lines.slice(first, first + STATEMENT_LINES)),
        asked,
      ),
    );
  return [
    statement(
      `INSERT OR IGNORE INTO invite_lists (id, made_ms, by_id, by_name, via, reason, locale, lines, left_out, asked)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
      id,
      madeMs,
      by.id,
      by.name,
      by.via,
      reason,
      locale,
      lines.length,
      asked,
    ),
    ...parts,
  ];
}

export async function selectList(db: Database, id: string): Promise<StoredList | null> {
  const row = await db.first<ListRow>('SELECT * FROM invite_lists WHERE id = ?', id);
  return row && toList(row);
}

/** Newest first. */
export async function selectLists(db: Database, limit: number): Promise<StoredList[]> {
  return (await db.all<ListRow>('SELECT * FROM invite_lists ORDER BY made_ms DESC LIMIT ?', limit)).map(toList);
}

/** Reads every line of the list. */
export async function countLines(db: Database, listId: string): Promise<Partial<Record<LineState, number>>> {
  const rows = await db.all<{ state: string; n: number }>(
    'SELECT state, count(*) AS n FROM invite_lines WHERE list_id = ? GROUP BY state',
    listId,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** In the order of the list. @param after  the line of the last one before; 0 for the first */
export async function selectLines(
  db: Database,
  query: { readonly listId: string; readonly after: number; readonly limit: number; readonly onlyWrong?: boolean },
): Promise<StoredLine[]> {
  const wrong = query.onlyWrong ? "AND state IN ('wrong', 'twice', 'unsent')" : '';
  const rows = await db.all<LineRow>(
    `SELECT * FROM invite_lines WHERE list_id = ? AND line > ? ${wrong} ORDER BY line LIMIT ?`,
    query.listId,
    query.after,
    query.limit,
  );
  return rows.map(toLine);
}

/**
 * Takes lines that wait, and those whose work was cut off, so that no other call takes them.
 * @param at.againMs  refused before, or cut off, until then
 */
export async function claimLines(
  db: Database,
  { nowMs, againMs, mostTries, limit }: { nowMs: number; againMs: number; mostTries: number; limit: number },
): Promise<StoredLine[]> {
  const rows = await db.all<LineRow>(
    `UPDATE invite_lines SET state = 'working', at_ms = ?1, tries = tries + 1 WHERE (list_id, line) IN (
        SELECT list_id, line FROM invite_lines WHERE state IN ('waits', 'working', 'unsent')
          AND (state = 'waits' OR (at_ms <= ?2 AND tries < ?3)) ORDER BY at_ms LIMIT ?4)
      RETURNING *`,
    nowMs,
    againMs,
    mostTries,
    limit,
  );
  return rows.map(toLine);
}

export function setLine(
  { listId, line }: Pick<StoredLine, 'listId' | 'line'>,
  to: Pick<StoredLine, 'state' | 'why'> & { readonly linkId?: string; readonly untilMs?: number },
  nowMs: number,
): Statement {
  return statement(
    `UPDATE invite_lines SET state = ?3, why = ?4, at_ms = ?5, link_id = coalesce(?6, link_id), until_ms = coalesce(?7, until_ms)
      WHERE list_id = ?1 AND line = ?2 AND state NOT IN ('joined', 'withdrawn')`,
    listId,
    line,
    to.state,
    to.why,
    nowMs,
    to.linkId ?? null,
    to.untilMs ?? null,
  );
}

/** Every line with the link. */
export function setWithdrawn(linkId: string, nowMs: number): Statement {
  return statement(
    `UPDATE invite_lines SET state = 'withdrawn', why = '', at_ms = ?2
     WHERE link_id = ?1 AND link_id <> '' AND state NOT IN ('joined', 'withdrawn')`,
    linkId,
    nowMs,
  );
}

/** The invitation of an address whose link still opens, newest first; null for none. */
export async function selectOpen(db: Database, email: string, nowMs: number): Promise<StoredLine | null> {
  const row = await db.first<LineRow>(
    `SELECT * FROM invite_lines WHERE email = ? AND state IN ('made', 'mailed', 'unsent', 'working') AND until_ms > ?
      ORDER BY until_ms DESC LIMIT 1`,
    email,
    nowMs,
  );
  return row && toLine(row);
}

/** Lists of so long ago are forgotten, with the addresses in them. */
export async function deleteListsBefore(db: Database, beforeMs: number): Promise<void> {
  await db.batch([
    statement('DELETE FROM invite_lines WHERE list_id IN (SELECT id FROM invite_lists WHERE made_ms < ?)', beforeMs),
    statement('DELETE FROM invite_lists WHERE made_ms < ?', beforeMs),
  ]);
}
