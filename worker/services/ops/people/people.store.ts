/** All SQL of the list of people, a copy of facts of accounts: no decisions. */
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { ListedPerson } from '#worker/services/auth/index.ts';

/** One version of ADMIN_MIGRATIONS. */
export const PEOPLE_TABLE: readonly string[] = [
  `CREATE TABLE people (
    user_id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL,
    search_text TEXT NOT NULL,     -- folded name, address and number, a line each
    status TEXT NOT NULL,          -- CLOSED: deleted, and nothing else is stored
    held TEXT NOT NULL, role TEXT NOT NULL, created_ms INTEGER NOT NULL, ends_ms INTEGER NOT NULL,
    changes INTEGER NOT NULL,      -- of the account when it was read
    noted_ms INTEGER NOT NULL) WITHOUT ROWID`,
  'CREATE INDEX people_by_time ON people (created_ms, user_id)',
  'CREATE INDEX people_by_status ON people (status, created_ms, user_id)',
];

/** A deleted account changes no more. */
const LAST_CHANGE = Number.MAX_SAFE_INTEGER;

export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Statement for the facts of an account. Facts that are older than the stored ones change nothing.
 * @param isForced  of a rebuild: the account is right, whatever the list has
 */
export function putPerson(person: ListedPerson, notedMs: number, isForced: boolean): Statement {
  const { userId, name, email, phone, status, held, role, createdMs, endsMs, changes } = person;
  return statement(
    `INSERT INTO people (user_id, name, email, phone, search_text, status, held, role, created_ms, ends_ms, changes, noted_ms)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT (user_id) DO UPDATE SET name = ?2, email = ?3, phone = ?4, search_text = ?5, status = ?6, held = ?7, role = ?8,
        created_ms = ?9, ends_ms = ?10, changes = ?11, noted_ms = ?12 WHERE ?13 = 1 OR people.changes <= ?11`,
    ...[userId, name, email, phone, searchText([name, email, phone].join('\n')), status, held, role, createdMs, endsMs],
    ...[changes, notedMs, isForced ? 1 : 0],
  );
}

/** Statement that removes a deleted account; its id stays, so that a late copy of it is refused. */
export function putGone(userId: string, notedMs: number): Statement {
  const nothing = { name: '', email: '', phone: '', held: '', role: '' as const, createdMs: 0, endsMs: 0 };
  return putPerson({ userId, status: 'CLOSED', changes: LAST_CHANGE, ...nothing }, notedMs, true);
}

export interface PeopleQuery {
  /** Folded; '' for everyone. */
  readonly text: string;
  /** '' for every status. */
  readonly status: string;
  /** The last one of the page before; null for the first page. */
  readonly after: { readonly createdMs: number; readonly userId: string } | null;
  readonly limit: number;
}

interface PersonRow {
  user_id: string;
  name: string;
  email: string;
  phone: string;
  status: string;
  held: string;
  role: string;
  created_ms: number;
  ends_ms: number;
  changes: number;
}

function toPerson(row: PersonRow): ListedPerson {
  return {
    ...{ userId: row.user_id, name: row.name, email: row.email, phone: row.phone, status: row.status, held: row.held },
    role: row.role === 'operator' ? 'operator' : '',
    ...{ createdMs: row.created_ms, endsMs: row.ends_ms, changes: row.changes },
  };
}

/** Newest first. A text is looked for anywhere, which reads every row once. */
export async function selectPeople(db: Database, { text, status, after, limit }: PeopleQuery): Promise<ListedPerson[]> {
  const rows = await db.all<PersonRow>(
    `SELECT * FROM people WHERE status <> 'CLOSED' AND (?1 = '' OR user_id = ?1 OR instr(search_text, ?2) > 0)
        AND (?3 = '' OR status = ?3) AND (?4 IS NULL OR (created_ms, user_id) < (?4, ?5))
      ORDER BY created_ms DESC, user_id DESC LIMIT ?6`,
    ...[text, searchText(text), status, after?.createdMs ?? null, after?.userId ?? '', limit],
  );
  return rows.map(toPerson);
}

/** @returns how many were deleted: those that a rebuild that began then has not found */
export function deleteNotNoted(db: Database, sinceMs: number): Promise<number> {
  return db.run("DELETE FROM people WHERE noted_ms < ? AND status <> 'CLOSED'", sinceMs);
}

/** Accounts that will be deleted, and when the first of them will. */
export async function countClosing(db: Database): Promise<{ count: number; firstMs: number | null }> {
  const row = await db.first<{ count: number; first: number | null }>(
    "SELECT count(*) AS count, min(ends_ms) AS first FROM people WHERE status = 'CLOSING'",
  );
  return { count: row?.count ?? 0, firstMs: row?.first ?? null };
}

/** Operators, whatever the state of their accounts. */
export async function countRoles(db: Database): Promise<number> {
  const row = await db.first<{ n: number }>("SELECT count(*) AS n FROM people WHERE role = 'operator'");
  return row?.n ?? 0;
}

/** Operators who can sign in, but for one person. @param userId  '' for none */
export async function countOtherOperators(db: Database, userId: string): Promise<number> {
  const row = await db.first<{ n: number }>(
    "SELECT count(*) AS n FROM people WHERE role = 'operator' AND status = 'ACTIVE' AND user_id <> ?",
    userId,
  );
  return row?.n ?? 0;
}
