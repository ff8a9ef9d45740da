/** A step of the migrations of the drive: sort keys of all nodes. */
import { sortKey } from '#shared/drive/names.ts';

/** Rows read and written at a time. */
const FILLED_ROWS = 2_000;

export function fillSortKeys(sql: SqlStorage): void {
  for (let after = ''; ; ) {
    const rows = sql
      .exec<{ id: string; name: string }>(
        'SELECT id, name FROM nodes WHERE id > ? ORDER BY id LIMIT ?',
        after,
        FILLED_ROWS,
      )
      .toArray();
    for (const { id, name } of rows) sql.exec('UPDATE nodes SET sort_key = ? WHERE id = ?', sortKey(name), id);
    const last = rows.at(-1);
    if (!last || rows.length < FILLED_ROWS) return;
    after = last.id;
  }
}
