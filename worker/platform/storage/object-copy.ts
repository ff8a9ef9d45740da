/** A stored object as a copy outside of the platform has it, and an object made from such a copy. */
import {
  type DatabasePage,
  hashRows,
  insertionOf,
  type Query,
  readDatabasePage,
  storedValue,
  type TableRows,
} from './rows.ts';

/** One page of an object. */
export interface ObjectPage extends DatabasePage {
  readonly name: string;
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
// No other event runs between the queries of one page, or of one hash: nothing in them waits for more than a result that is there.
const queryOf =
  ({ sql }: DurableObjectStorage): Query =>
  async (statement, values) =>
    sql.exec(statement, ...values).raw();

/** @returns {@link hashRows} of everything that an object stores */
export function hashStored(storage: DurableObjectStorage): Promise<string> {
  return hashRows(queryOf(storage));
}

export async function copyObject(
  storage: DurableObjectStorage,
  name: string,
  cursor: string,
  budgetBytes: number,
): Promise<ObjectPage> {
  const alarmMs = await storage.getAlarm();
  return { name, alarmMs, ...(await readDatabasePage(queryOf(storage), cursor, { bytes: budgetBytes })) };
}

function insertRows(sql: SqlStorage, { table, columns, rows }: TableRows): void {
  const { clear, insert } = insertionOf(table, columns);
  if (clear) sql.exec(clear);
  for (const row of rows) sql.exec(insert, ...row.map(storedValue));
}

/**
 * Puts one part of a copied object into an empty one. The object exists when its last part is there; a first part begins anew what a
 * run before left half done. A repeated part changes nothing, and an object that exists stays as it is.
 * @returns the hash of everything that the object then stores; '' before the last part
 */
export async function putPart(storage: DurableObjectStorage, part: ObjectPart): Promise<string> {
  const { sql } = storage;
  if (sql.exec('SELECT 1 FROM sqlite_schema WHERE name = ?', OWN_TABLE).toArray().length > 0)
    return part.isLast ? hashStored(storage) : '';
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
  if (!part.isLast) return '';
  if (part.alarmMs !== null) await storage.setAlarm(part.alarmMs);
  return hashStored(storage);
}
