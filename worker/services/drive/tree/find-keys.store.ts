/**
 * Keys by which searches find names (`find_key`, in the row and in the index of names, so that an upload writes no row more). A drive
 * that is older than they are gets them in steps of the alarm, from the first search on; `space.find_after` says how far it is.
 */
import { nameKey } from '#shared/drive/names.ts';
import { findKey } from '#shared/find/find-key.ts';
import type { DriveTx } from '../core/tx.ts';

/** Nodes of one step: below 20 ms. */
const STEP_NODES = 1_000;

/** The value of `find_key` for a name; null, which takes no space, where it is the key of the name. */
export function storedFindKey(name: string, key = nameKey(name)): string | null {
  const found = findKey(name);
  return found === key ? null : found;
}

/** The last node that has its key; null: all have. */
function filledTo(sql: SqlStorage): string | null {
  return sql.exec<{ after: string | null }>('SELECT find_after AS after FROM space').one().after;
}

/** A search finds the names that have no key yet as they are spelled; they get theirs soon. */
export function fillSoon({ sql, nowMs, wakeAt }: Pick<DriveTx, 'sql' | 'nowMs' | 'wakeAt'>): void {
  if (filledTo(sql) !== null) wakeAt(nowMs);
}

/** Gives the next nodes their keys. @returns whether more are left */
export function fillNext(sql: SqlStorage): boolean {
  const after = filledTo(sql);
  if (after === null) return false;
  const rows = sql
    .exec<{ id: string; name: string; find_key: string | null }>(
      'SELECT id, name, find_key FROM nodes WHERE id > ? ORDER BY id LIMIT ?',
      after,
      STEP_NODES,
    )
    .toArray();
  for (const { id, name, find_key } of rows) {
    const key = storedFindKey(name);
    if (key !== find_key) sql.exec('UPDATE nodes SET find_key = ? WHERE id = ?', key, id);
  }
  const last = rows.length === STEP_NODES ? (rows.at(-1)?.id ?? null) : null;
  sql.exec('UPDATE space SET find_after = ?', last);
  return last !== null;
}
