/** All SQL of the list of people, a copy of facts of accounts: no decisions. */
import { roleAsStored, storedRole } from '#shared/operator-rights.ts';
import { OPERATORS_ONLY, type PeopleOrder } from '#shared/ops/people.ts';
import { type Database, type SqlValue, type Statement, statement } from '#worker/platform/d1/database.ts';
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

/** Copies of facts of the drive, of the last time that it was measured. */
export const PEOPLE_USE: readonly string[] = [
  'ALTER TABLE people ADD COLUMN used_bytes INTEGER NOT NULL DEFAULT 0',
  "ALTER TABLE people ADD COLUMN group_id TEXT NOT NULL DEFAULT ''",
  "CREATE INDEX people_by_use ON people (used_bytes, ordinal) WHERE status <> 'CLOSED'",
  'CREATE INDEX people_by_status_use ON people (status, used_bytes, ordinal)',
  "CREATE INDEX people_by_group ON people (group_id, used_bytes, ordinal) WHERE group_id <> ''",
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
        ordinal = CASE WHEN ?6 = 'CLOSED' THEN NULL ELSE coalesce(people.ordinal, excluded.ordinal) END,
        used_bytes = CASE WHEN ?6 = 'CLOSED' THEN 0 ELSE people.used_bytes END,
        group_id = CASE WHEN ?6 = 'CLOSED' THEN '' ELSE people.group_id END
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

/** Statement for what the drive of a person has; as it is stored, it writes nothing. */
export function putUse(userId: string, { usedBytes, group }: Pick<MeasuredPerson, 'usedBytes' | 'group'>): Statement {
  return statement(
    `UPDATE people SET used_bytes = ?2, group_id = ?3
      WHERE user_id = ?1 AND status <> 'CLOSED' AND (used_bytes <> ?2 OR group_id <> ?3)`,
    userId,
    usedBytes,
    group,
  );
}

export interface PeopleQuery {
  /** As `searchTerms` makes them; none for everyone. */
  readonly terms: readonly SearchTerm[];
  /** '' for every status; OPERATOR for operators of every status. */
  readonly status: string;
  /** '' for people of every group and of none. */
  readonly group: string;
  readonly order: PeopleOrder;
  readonly before: Place;
  readonly limit: number;
}

/** Of the last one of the page before. */
export interface Place {
  readonly ordinal: number;
  readonly usedBytes: number;
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
  used_bytes: number;
  group_id: string;
}

/** Beside the facts of the account what the list has of the drive, as it was measured. */
export interface MeasuredPerson extends ListedPerson {
  readonly usedBytes: number;
  /** '' for none. */
  readonly group: string;
}

function toPerson(row: PersonRow): MeasuredPerson {
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
    usedBytes: row.used_bytes,
    group: row.group_id,
  };
}

/** Before any account. */
export const NO_ORDINAL = Number.MAX_SAFE_INTEGER;
export const FIRST_PLACE: Place = { ordinal: NO_ORDINAL, usedBytes: Number.MAX_SAFE_INTEGER };

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const condition = (sql: string, ...values: SqlValue[]): Condition => ({ sql, values });

/** Operators are few, and have an index of their own: all of them are read. */
function whichOperators(terms: readonly SearchTerm[]): Condition[] {
  const text = '(instr(search_text || char(10) || lower(user_id), ?) > 0 OR instr(search_text, ?) > 0)';
  return [condition("role <> ''"), ...terms.map(({ found, spelled }) => condition(text, found, spelled))];
}

/**
 * Reads three rows for each that it returns; without a term and a status also those of deleted accounts between them. A term in another
 * order than that of the accounts, and the newest of a group, read all that they match.
 * @returns `last`: the place of the last one
 */
export async function selectPeople(
  db: Database,
  { terms, status, group, order, before, limit }: PeopleQuery,
): Promise<{ people: MeasuredPerson[]; last: Place | null }> {
  const isOperators = status === OPERATORS_ONLY;
  const isText = terms.length > 0 && !isOperators;
  const isNewest = order === 'newest';
  const ordinal = isText ? 'people_text.rowid' : isOperators || group !== '' ? '+ordinal' : 'ordinal';
  const where = [
    ...(isOperators ? whichOperators(terms) : []),
    ...(isText ? [condition('people_text MATCH ?', searchQuery(terms, status))] : []),
    // The partial indexes ask for it; that of operators is the better one.
    ...(isText ? [] : [condition(isOperators ? "+status <> 'CLOSED'" : "status <> 'CLOSED'")]),
    ...(isText || isOperators || status === '' ? [] : [condition(group === '' ? 'status = ?' : '+status = ?', status)]),
    ...(group === '' ? [] : [condition(isText ? '+group_id = ?' : "group_id = ? AND group_id <> ''", group)]),
    isNewest
      ? // The index of texts begins at a whole number alone; D1 binds every number as one with a fraction.
        condition(`${ordinal} < ${isText ? 'CAST(? AS INTEGER)' : '?'}`, before.ordinal)
      : condition(`(${isOperators ? '+' : ''}used_bytes, ordinal) < (?, ?)`, before.usedBytes, before.ordinal),
  ];
  const rows = await db.all<PersonRow>(
    `SELECT people.* FROM ${isText ? 'people_text JOIN people ON people.ordinal = people_text.rowid' : 'people'}
      WHERE ${where.map(({ sql }) => sql).join(' AND ')}
      ORDER BY ${isNewest ? `${ordinal} DESC` : 'used_bytes DESC, ordinal DESC'} LIMIT ?`,
    ...where.flatMap(({ values }) => values),
    limit,
  );
  const last = rows.at(-1);
  return { people: rows.map(toPerson), last: last ? { ordinal: last.ordinal, usedBytes: last.used_bytes } : null };
}

/** Oldest first. */
export async function selectAfter(
  db: Database,
  ordinal: number,
  limit: number,
): Promise<{ userId: string; ordinal: number }[]> {
  return db.all(
    "SELECT user_id AS userId, ordinal FROM people WHERE ordinal > ? AND status <> 'CLOSED' ORDER BY ordinal LIMIT ?",
    ordinal,
    limit,
  );
}

/** Those that are in the list, by id. */
export async function selectById(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, MeasuredPerson>> {
  const rows = await db.all<PersonRow>(
    "SELECT * FROM people WHERE user_id IN (SELECT value FROM json_each(?)) AND status <> 'CLOSED'",
    JSON.stringify(userIds),
  );
  return new Map(rows.map((row) => [row.user_id, toPerson(row)]));
}

export interface GroupSum {
  readonly people: number;
  readonly usedBytes: number;
}

/** People and storage by the id of their group. Reads an entry of an index for each person who is in one. */
export async function sumGroups(db: Database): Promise<ReadonlyMap<string, GroupSum>> {
  const rows = await db.all<{ group_id: string; people: number; used: number }>(
    "SELECT group_id, count(*) AS people, sum(used_bytes) AS used FROM people WHERE group_id <> '' GROUP BY group_id",
  );
  return new Map(rows.map(({ group_id, people, used }) => [group_id, { people, usedBytes: used }]));
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
