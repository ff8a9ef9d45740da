/** A D1 database as a copy outside of the platform has it, and a database made from such a copy. */
import { MIB } from '#shared/units.ts';
import {
  type DatabasePage,
  hashRows,
  insertionOf,
  type PageLimits,
  type Query,
  readDatabasePage,
  type SchemaEntry,
  storedValue,
  type TableRows,
} from './rows.ts';

/** The first part has the schema, the last too. */
export interface DatabasePart extends Pick<DatabasePage, 'schema' | 'tables'> {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The table by which the database is in use (worker/platform/d1): its rows come last. */
const OWN_TABLE = '_schema';
const VIRTUAL = /^create\s+virtual\b/i;

/** D1 gives all rows of an answer at once. */
const ROWS = 400;
/** A request may make 1,000 statements, of which a page makes a few: the hash of a million rows makes some 300. */
const HASHED: PageLimits = { bytes: 4 * MIB, rows: 10_000 };

const queryOf =
  (d1: D1Database): Query =>
  (sql, values) =>
    d1
      .prepare(sql)
      .bind(...values)
      .raw();

export function copyDatabase(d1: D1Database, cursor: string, bytes: number): Promise<DatabasePage> {
  return readDatabasePage(queryOf(d1), cursor, { bytes, rows: ROWS });
}

export function hashDatabase(d1: D1Database): Promise<string> {
  return hashRows(queryOf(d1), HASHED);
}

async function dropTables(d1: D1Database): Promise<void> {
  const { results } = await d1
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
       AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY type = 'virtual' DESC`,
    )
    .all<{ name: string }>();
  for (const { name } of results) await d1.prepare(`DROP TABLE "${name.replaceAll('"', '""')}"`).run();
}

function rowsOf(d1: D1Database, { table, columns, rows }: TableRows): D1PreparedStatement[] {
  const { clear, insert } = insertionOf(table, columns);
  const statements = rows.map((row) => d1.prepare(insert).bind(...row.map(storedValue)));
  return clear ? [d1.prepare(clear), ...statements] : statements;
}

/**
 * Statements of the schema that come before the rows: tables, and where a virtual table has no rows in the copy, the triggers that
 * fill it. All others come after the rows, which they would count again.
 */
function isEarly({ type, name, sql }: SchemaEntry, schema: readonly SchemaEntry[]): boolean {
  if (name === OWN_TABLE) return false;
  if (type === 'table') return true;
  return type === 'trigger' && schema.some((each) => VIRTUAL.test(each.sql) && sql.includes(each.name));
}

/**
 * Puts one part of a copied database into an empty one. The database is in use when its last part is there; a first part begins anew
 * what a run before left half done. A repeated part changes nothing, and a database in use stays as it is.
 * @returns the hash of everything that the database then stores; '' before the last part
 */
export async function putDatabasePart(d1: D1Database, part: DatabasePart): Promise<string> {
  const used = await d1.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').bind(OWN_TABLE).first();
  if (used !== null) return part.isLast ? hashDatabase(d1) : '';
  if (part.isFirst) await dropTables(d1);
  const made = part.schema.filter((each) => (isEarly(each, part.schema) ? part.isFirst : part.isLast));
  const [early, late] = [true, false].map((wanted) =>
    made.filter((each) => isEarly(each, part.schema) === wanted).map(({ sql }) => d1.prepare(sql)),
  ) as [D1PreparedStatement[], D1PreparedStatement[]];
  const rows = (isOwn: boolean) =>
    part.tables.filter(({ table }) => (table === OWN_TABLE) === isOwn).flatMap((each) => rowsOf(d1, each));
  const all = [...early, ...rows(false), ...late, ...(part.isLast ? rows(true) : [])];
  if (all.length > 0) await d1.batch(all);
  return part.isLast ? hashDatabase(d1) : '';
}
