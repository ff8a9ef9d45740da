/** All SQL of the list of people, a copy of facts of accounts: no decisions. */
import { roleAsStored, storedRole } from '#shared/operator-rights.ts';
import { OPERATORS_ONLY } from '#shared/ops/people.ts';
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';
import type { ListedPerson } from '#worker/services/auth/index.ts';
import { selectMark, setMark } from '../marks.store.ts';
import { type SearchTerm, searchQuery, searchText } from './people-search.store.ts';

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

/** After those of the same millisecond. A deleted account has no place: all of them have the same time. */
const NEXT_ORDINAL = `CASE WHEN ?6 = 'CLOSED' THEN NULL ELSE (SELECT coalesce(max(ordinal), ?9 * 1000 - 1) + 1 FROM people
        WHERE ordinal >= ?9 * 1000 AND ordinal < (?9 + 1) * 1000) END`;

/** The text of a person for searches. */
const textOf = ({ name, email, phone }: Pick<ListedPerson, 'name' | 'email' | 'phone'>): string =>
  [name, email, phone].map(searchText).join('\n');

/** A deleted account changes no more. */
const LAST_CHANGE = Number.MAX_SAFE_INTEGER;

/**
 * Statement for the facts of an account. Facts that are older than the stored ones change nothing.
 * @param isForced  of a rebuild: the account is right, whatever the list has
 */
export function putPerson(person: ListedPerson, notedMs: number, isForced: boolean): Statement {
  const { userId, name, email, phone, status, held, role, createdMs, endsMs, changes } = person;
  return statement(
    `INSERT INTO people
        (user_id, name, email, phone, search_text, status, held, role, created_ms, ends_ms, changes, noted_ms, ordinal)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ${NEXT_ORDINAL})
      ON CONFLICT (user_id) DO UPDATE SET name = ?2, email = ?3, phone = ?4, search_text = ?5, status = ?6, held = ?7, role = ?8,
        created_ms = ?9, ends_ms = ?10, changes = ?11, noted_ms = ?12,
        ordinal = CASE WHEN ?6 = 'CLOSED' THEN NULL ELSE coalesce(people.ordinal, excluded.ordinal) END
        WHERE ?13 = 1 OR people.changes <= ?11`,
    userId,
    name,
    email,
    phone,
    textOf(person),
    status,
    held,
    storedRole(role),
    createdMs,
    endsMs,
    changes,
    notedMs,
    isForced ? 1 : 0,
  );
}

/** Statement that removes a deleted account; its id stays, so that a late copy of it is refused. */
export function putGone(userId: string, notedMs: number): Statement {
  const nothing = { name: '', email: '', phone: '', held: '', role: '' as const, createdMs: 0, endsMs: 0 };
  return putPerson({ userId, status: 'CLOSED', changes: LAST_CHANGE, ...nothing }, notedMs, true);
}

export interface PeopleQuery {
  /** As `searchTerms` makes them; none for everyone. */
  readonly terms: readonly SearchTerm[];
  /** '' for every status; OPERATOR for operators of every status. */
  readonly status: string;
  /** The ordinal of the last one of the page before. */
  readonly before: number;
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
  ordinal: number;
}

function toPerson(row: PersonRow): ListedPerson {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    status: row.status,
    held: row.held,
    role: roleAsStored(row.role),
    createdMs: row.created_ms,
    endsMs: row.ends_ms,
    changes: row.changes,
  };
}

/** Before any account. */
export const NO_ORDINAL = Number.MAX_SAFE_INTEGER;

/**
 * Newest first. Reads three rows for each that it returns; without a term and a status also those of deleted accounts between them.
 * @returns `last`: ordinal of the last one
 */
export async function selectPeople(
  db: Database,
  { terms, status, before, limit }: PeopleQuery,
): Promise<{ people: ListedPerson[]; last: number }> {
  const tail = 'ORDER BY people.ordinal DESC LIMIT ?';
  const rows =
    status === OPERATORS_ONLY
      ? // They are few, and have an index of their own: all of them are read.
        await db.all<PersonRow>(
          `SELECT * FROM people WHERE role <> '' AND status <> 'CLOSED' AND +ordinal < ?
            ${terms.map(() => 'AND (instr(search_text || char(10) || lower(user_id), ?) > 0 OR instr(search_text, ?) > 0)').join(' ')}
            ORDER BY +ordinal DESC LIMIT ?`,
          before,
          ...terms.flatMap(({ found, spelled }) => [found, spelled]),
          limit,
        )
      : terms.length > 0
        ? // The index begins at a whole number alone; D1 binds every number as one with a fraction.
          await db.all<PersonRow>(
            `SELECT people.* FROM people_text JOIN people ON people.ordinal = people_text.rowid
            WHERE people_text MATCH ? AND people_text.rowid < CAST(? AS INTEGER) ORDER BY people_text.rowid DESC LIMIT ?`,
            searchQuery(terms, status),
            before,
            limit,
          )
        : status !== ''
          ? await db.all<PersonRow>(
              `SELECT * FROM people WHERE status = ? AND ordinal < ? ${tail}`,
              status,
              before,
              limit,
            )
          : await db.all<PersonRow>(
              `SELECT * FROM people WHERE status <> 'CLOSED' AND ordinal < ? ${tail}`,
              before,
              limit,
            );
  return { people: rows.map(toPerson), last: rows.at(-1)?.ordinal ?? 0 };
}

/** People of one step. */
const STEP_PEOPLE = 500;
/** The last person, by ordinal, whose text for searches is of the key for finding. */
const FOUND_MARK = 'people_found';

/** A step of the schedule: brings the texts of people up to date who were listed before there was a key for finding. */
export async function fillPeople({ admin: db }: { readonly admin: Database }): Promise<void> {
  const after = (await selectMark(db, FOUND_MARK)) ?? -1;
  if (after === NO_ORDINAL) return;
  const rows = await db.all<PersonRow & { search_text: string }>(
    'SELECT user_id, name, email, phone, search_text, ordinal FROM people WHERE ordinal > ? ORDER BY ordinal LIMIT ?',
    after,
    STEP_PEOPLE,
  );
  const changes = rows
    .filter((row) => textOf(row) !== row.search_text)
    .map((row) =>
      // An event may have brought a newer one.
      statement(
        'UPDATE people SET search_text = ? WHERE user_id = ? AND search_text = ?',
        textOf(row),
        row.user_id,
        row.search_text,
      ),
    );
  const last = rows.length === STEP_PEOPLE ? (rows.at(-1)?.ordinal ?? NO_ORDINAL) : NO_ORDINAL;
  await db.batch([...changes, setMark(FOUND_MARK, last)]);
}

/** @returns how many were deleted: those that a rebuild that began then has not found */
export async function deleteNotNoted(db: Database, sinceMs: number): Promise<number> {
  // The number of changed rows has those of the index.
  const query = "DELETE FROM people WHERE noted_ms < ? AND status <> 'CLOSED' RETURNING user_id";
  return (await db.all(query, sinceMs)).length;
}

/** Accounts that will be deleted, and when the first of them will. */
export async function countClosing(db: Database): Promise<{ count: number; firstMs: number | null }> {
  const row = await db.first<{ count: number; first: number | null }>(
    "SELECT count(*) AS count, min(ends_ms) AS first FROM people WHERE status = 'CLOSING'",
  );
  return { count: row?.count ?? 0, firstMs: row?.first ?? null };
}

/** Accounts that were not deleted. */
export async function countPeople(db: Database): Promise<number> {
  const row = await db.first<{ n: number }>("SELECT count(*) AS n FROM people WHERE status <> 'CLOSED'");
  return row?.n ?? 0;
}
