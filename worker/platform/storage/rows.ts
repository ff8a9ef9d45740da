/**
 * Everything that a SQLite database holds, page by page: for a copy outside of the platform, and from such a copy into an empty
 * database. Works on an object's own storage and on D1. Independent of features.
 *
 * Virtual tables are copied without rows: triggers of the schema fill them again (docs/decisions/0380-own-copies-of-cloudflare.md).
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { KIB } from '#shared/units.ts';
import { fromBase64Url, toBase64Url } from '../crypto.ts';

/** Bytes are base64url; `{ bytes: '' }` is an empty BLOB. */
export type RowValue = null | number | string | { readonly bytes: string };

export interface SchemaEntry {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  readonly sql: string;
}

export interface TableRows {
  readonly table: string;
  /** `rowid` first, where the table has one that no column names. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly RowValue[])[];
}

export interface DatabasePage {
  /** On the first page only; tables first. */
  readonly schema: readonly SchemaEntry[];
  readonly tables: readonly TableRows[];
  /** Cursor of the next page; '' at the end. */
  readonly next: string;
}

/** One statement that reads. @returns its rows, in the order of the columns */
export type Query = (sql: string, values: readonly unknown[]) => Promise<Iterable<readonly unknown[]>>;

/** Tables of the platform are made by itself; SQLite's own but the numbers of AUTOINCREMENT too. */
const OWN = "name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";
const SEQUENCES = 'sqlite_sequence';
/** Longest cursor. */
export const CURSOR_CHARS = 32_768;
/** Of a row besides its values. */
const ROW_BYTES = 16;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const rowValue: v.GenericSchema<RowValue> = v.union([
  v.null(),
  v.number(),
  v.string(),
  v.object({ bytes: v.string() }),
]);
const cursorOf = v.object({ table: v.string(), after: v.pipe(v.array(rowValue), v.maxLength(32)) });
interface Cursor {
  readonly table: string;
  readonly after: readonly RowValue[];
}

export const databasePage = v.object({
  schema: v.array(
    v.object({ type: v.picklist(['table', 'index', 'trigger', 'view']), name: v.string(), sql: v.string() }),
  ),
  tables: v.array(v.object({ table: v.string(), columns: v.array(v.string()), rows: v.array(v.array(rowValue)) })),
  next: v.string(),
});

/** @throws Error for a number that JSON or the platform would change */
function carried(value: unknown, table: string): RowValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value)))
    return value;
  if (value instanceof ArrayBuffer) return { bytes: toBase64Url(new Uint8Array(value)) };
  // D1 has bytes as a list of numbers.
  if (Array.isArray(value)) return { bytes: toBase64Url(Uint8Array.from(value as number[])) };
  throw new Error(`a value of ${table} cannot be copied exactly`);
}

/** @throws AppError invalid_argument for bytes that are none */
export function storedValue(value: RowValue): null | number | string | Uint8Array<ArrayBuffer> {
  if (typeof value !== 'object' || value === null) return value;
  const bytes = fromBase64Url(value.bytes);
  if (!bytes) throw new AppError('invalid_argument', { field: 'bytes', reason: 'format' });
  return bytes;
}

/**
 * Statements for rows of a copy.
 * @returns `insert` for one row, which does nothing with a row that is there; `clear` to run before the rows, '' for none
 */
export function insertionOf(table: string, columns: readonly string[]): { clear: string; insert: string } {
  const names = columns.map(quoted).join(', ');
  return {
    // Rows of other tables have written it.
    clear: table === SEQUENCES ? `DELETE FROM ${SEQUENCES}` : '',
    insert: `INSERT OR IGNORE INTO ${quoted(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
  };
}

const sizeOf = (value: RowValue): number => {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? value.bytes.length : 8;
};

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that order its rows. */
  readonly key: readonly string[];
}

async function shadowTables(query: Query): Promise<Set<string>> {
  const rows = await query("SELECT name FROM pragma_table_list WHERE type IN ('shadow', 'virtual')", []);
  return new Set(Array.from(rows, ([name]) => String(name)));
}

export async function readSchema(query: Query): Promise<SchemaEntry[]> {
  const rows = Array.from(
    await query(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND ${OWN} ORDER BY name`, []),
    ([type, name, sql]) => ({ type, name, sql }) as SchemaEntry,
  );
  const isVirtual = ({ sql }: SchemaEntry) => /^create\s+virtual\b/i.test(sql);
  const hidden = await shadowTables(query);
  const tables = rows.filter((each) => each.type === 'table' && (isVirtual(each) || !hidden.has(each.name)));
  return [...tables, ...rows.filter(({ type }) => type !== 'table')];
}

async function describe(query: Query, name: string, hasRowid: boolean): Promise<Table> {
  const info = Array.from(
    await query('SELECT name, type, pk FROM pragma_table_info(?)', [name]),
    ([column, type, pk]) => ({ column: String(column), type: String(type).toUpperCase(), pk: Number(pk) }),
  );
  const columns = info.map(({ column }) => column);
  const key = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const [first] = key;
  if (hasRowid && !(key.length === 1 && first?.type === 'INTEGER'))
    return { name, columns: ['rowid', ...columns], key: ['rowid'] };
  return { name, columns, key: key.map(({ column }) => column) };
}

/** Tables with rows to copy, by name. */
async function tablesOf(query: Query): Promise<Map<string, () => Promise<Table>>> {
  const rows = await query(
    `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND (${OWN} OR name = '${SEQUENCES}')`,
    [],
  );
  // The numbers of AUTOINCREMENT come last: rows of other tables change them.
  const orderOf = ([name]: readonly unknown[]) => `${name === SEQUENCES ? 1 : 0}${String(name)}`;
  const sorted = Array.from(rows).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return new Map(sorted.map(([name, wr]) => [String(name), () => describe(query, String(name), Number(wr) === 0)]));
}

function readCursor(text: string): Cursor | null {
  if (text === '') return null;
  const refusal = () => new AppError('invalid_argument', { field: 'cursor', reason: 'format' });
  if (text.length > CURSOR_CHARS) throw refusal();
  try {
    return v.parse(cursorOf, JSON.parse(text));
  } catch {
    throw refusal();
  }
}

/** Bytes and rows that a page may still have. */
interface Budget {
  bytes: number;
  rows: number;
}

export interface PageLimits {
  /** A page ends with the first row that passes them. */
  readonly bytes: number;
  readonly rows?: number;
}

/** SQLite has text that JavaScript cannot write; a key read with this in its place is not the one that is stored. */
const REPLACEMENT = '\uFFFD';

/** The cursor after a row; null where no page may end. */
function cursorAfter(table: Table, row: readonly RowValue[]): string | null {
  // Its rows are few, and a first page of them clears the table.
  if (table.name === SEQUENCES) return null;
  const after = table.key.map((name) => row[table.columns.indexOf(name)] ?? null);
  if (after.some((value) => typeof value === 'string' && value.includes(REPLACEMENT))) return null;
  const text = JSON.stringify({ table: table.name, after } satisfies Cursor);
  return text.length <= CURSOR_CHARS ? text : null;
}

/** Rows of one table until the budget is used. @returns the cursor where more rows may follow; '' at the end of the table */
async function readTable(
  query: Query,
  table: Table,
  after: readonly RowValue[],
  budget: Budget,
): Promise<{ rows: RowValue[][]; next: string }> {
  const key = table.key.map(quoted).join(', ');
  const from = after.length > 0 ? `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})` : '';
  const sql = `SELECT ${table.columns.map(quoted).join(', ')} FROM ${quoted(table.name)} ${from} ORDER BY ${key}`;
  const rows: RowValue[][] = [];
  // D1 gives all rows of an answer at once; more than the budget of a page are not asked for.
  const limit = Number.isFinite(budget.rows) && table.name !== SEQUENCES ? ` LIMIT ${budget.rows + 1}` : '';
  for (const raw of await query(sql + limit, after.map(storedValue))) {
    const row = raw.map((value) => carried(value, table.name));
    rows.push(row);
    budget.rows -= 1;
    budget.bytes -= row.reduce<number>((sum, value) => sum + sizeOf(value), ROW_BYTES);
    if (budget.bytes > 0 && budget.rows > 0) continue;
    const next = cursorAfter(table, row);
    if (next !== null) return { rows, next };
    if (limit !== '' && budget.rows < 0) throw new Error(`${table.name} has a key that cannot be copied exactly`);
  }
  return { rows, next: '' };
}

/**
 * One page. With an object's own storage it is of one moment; several pages are only where nothing writes between them.
 * @param cursor  '' for the first page, else `next` of the page before
 * @throws AppError invalid_argument for a cursor of another database
 */
export async function readDatabasePage(query: Query, cursor: string, limits: PageLimits): Promise<DatabasePage> {
  const from = readCursor(cursor);
  const tables = await tablesOf(query);
  const names = [...tables.keys()];
  const begin = from ? names.indexOf(from.table) : 0;
  if (begin < 0) throw new AppError('invalid_argument', { field: 'cursor', reason: 'format' });
  const budget = { bytes: limits.bytes, rows: limits.rows ?? Number.POSITIVE_INFINITY };
  const read: TableRows[] = [];
  let next = '';
  for (const name of names.slice(begin)) {
    const table = await (tables.get(name) as () => Promise<Table>)();
    const after = name === from?.table ? from.after : [];
    if (after.length > 0 && after.length !== table.key.length)
      throw new AppError('invalid_argument', { field: 'cursor', reason: 'format' });
    const { rows, next: more } = await readTable(query, table, after, budget);
    if (rows.length > 0) read.push({ table: name, columns: table.columns, rows });
    if (more !== '') {
      next = more;
      break;
    }
  }
  return { schema: from ? [] : await readSchema(query), tables: read, next };
}

/** The content of a page as text: of all pages of a database together it does not depend on where they were cut. */
export function linesOf({ schema, tables }: Pick<DatabasePage, 'schema' | 'tables'>): string {
  const lines = [...schema, ...tables.flatMap(({ table, rows }) => rows.map((row) => [table, ...row]))];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const HASHED_BYTES = 256 * KIB;

/** SHA-256 of all lines of a database in hex: a copy with the same hash has the same rows. */
export async function hashRows(query: Query, limits: PageLimits = { bytes: HASHED_BYTES }): Promise<string> {
  const hash = createHash('sha256');
  let cursor = '';
  do {
    const page = await readDatabasePage(query, cursor, limits);
    hash.update(linesOf(page));
    cursor = page.next;
  } while (cursor !== '');
  return hash.digest('hex');
}
