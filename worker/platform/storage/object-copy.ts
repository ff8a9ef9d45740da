/** A stored object as a copy outside of the platform has it, and an object made from such a copy. */
import { type DatabasePage, insertionOf, type Query, readDatabasePage, storedValue, type TableRows } from './rows.ts';

/** One page of an object. */
export interface ObjectPage extends DatabasePage {
  readonly name: string;
  /** See {@link stampOf}; from before the rows were read. */
  readonly stamp: string;
  /** When its alarm is due, epoch ms; null without one. */
  readonly alarmMs: number | null;
}

/** Pages of an object that is put back. The first has the schema, the last too. */
export interface ObjectPart extends Pick<DatabasePage, 'schema' | 'tables'> {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Of the last part. */
  readonly alarmMs: number | null;
}

/** The table by which an object exists: its rows come last. */
const OWN_TABLE = '_self';
const NO_BOOKMARK = /^[0-]*$/;

/**
 * Text that differs after every write: the platform's bookmark, by which a later state is never called like an earlier one.
 * @returns '' where the runtime has no bookmarks
 */
export async function stampOf(storage: DurableObjectStorage): Promise<string> {
  const bookmark = await storage.getCurrentBookmark().catch(() => '');
  return NO_BOOKMARK.test(bookmark) ? '' : bookmark;
}

export async function copyObject(
  storage: DurableObjectStorage,
  name: string,
  cursor: string,
  budgetBytes: number,
): Promise<ObjectPage> {
  const [stamp, alarmMs] = await Promise.all([stampOf(storage), storage.getAlarm()]);
  // No other event runs between these queries: nothing in them waits for more than a result that is there.
  const query: Query = async (sql, values) => storage.sql.exec(sql, ...values).raw();
  return { name, stamp, alarmMs, ...(await readDatabasePage(query, cursor, budgetBytes)) };
}

function insertRows(sql: SqlStorage, { table, columns, rows }: TableRows): void {
  const { clear, insert } = insertionOf(table, columns);
  if (clear) sql.exec(clear);
  for (const row of rows) sql.exec(insert, ...row.map(storedValue));
}

/**
 * Puts one part of a copied object into an empty one. The object exists when its last part is there; a first part begins anew what a
 * run before left half done. A repeated part changes nothing.
 * @returns false where the object existed before
 */
export async function putPart(storage: DurableObjectStorage, part: ObjectPart): Promise<boolean> {
  const { sql } = storage;
  if (sql.exec('SELECT 1 FROM sqlite_schema WHERE name = ?', OWN_TABLE).toArray().length > 0) return false;
  if (part.isFirst) await storage.deleteAll();
  storage.transactionSync(() => {
    if (part.isFirst)
      for (const { type, name, sql: statement } of part.schema)
        if (type === 'table' && name !== OWN_TABLE) sql.exec(statement);
    for (const rows of part.tables) if (rows.table !== OWN_TABLE) insertRows(sql, rows);
    if (!part.isLast) return;
    // Triggers come after the rows, which they would count again.
    for (const { type, name, sql: statement } of part.schema)
      if (type !== 'table' || name === OWN_TABLE) sql.exec(statement);
    for (const rows of part.tables) if (rows.table === OWN_TABLE) insertRows(sql, rows);
  });
  if (part.isLast && part.alarmMs !== null) await storage.setAlarm(part.alarmMs);
  return true;
}
