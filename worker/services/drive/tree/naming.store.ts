/** Changes that touch rows and nothing below them: marks such as stars, and many names at once. */

import { AppError } from '#shared/errors.ts';
import { appendAct } from '../acts/log.store.ts';
import { ACT } from '../core/act.ts';
import { nodesWritten } from '../core/node-listeners.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireBatch } from './batch.store.ts';
import { type Changed, setName } from './change.store.ts';
import { MARKS, type Mark, type NodeRow } from './node-columns.ts';
import { requireName } from './rules.ts';
import { nameTaken, unnamedKey } from './tree.store.ts';
import { bumpWatchers } from './watchers.store.ts';

/** A mark, and its value as the column stores it. */
export type MarkValue = { [M in Mark]: { readonly mark: M; readonly value: NodeRow[M] } }[Mark];

/** @throws AppError file_not_found, file_in_recycle_bin */
export function setMark<M extends Mark>(
  tx: DriveTx,
  ids: readonly string[],
  { mark, value }: { readonly mark: M; readonly value: NodeRow[M] },
): Changed {
  if (!(mark in MARKS)) throw new Error(`people do not set ${mark}`);
  const rows = requireBatch(tx.sql, ids, 'refuse');
  for (const { id } of rows) tx.sql.exec(`UPDATE nodes SET ${mark} = ? WHERE id = ?`, value, id);
  const whole = rows.filter(({ phase }) => phase === 'PHASE_TYPE_COMPLETE');
  const to = whole.map((row) => row.parent_id);
  appendAct(tx, { kind: MARKS[mark].act(value), ids: whole.map(({ id }) => id), to });
  tx.changed();
  return { drain: false };
}

export interface NewName {
  readonly id: string;
  readonly name: string;
}

/**
 * Renames all or none. Names are free while it runs, so that two may be swapped.
 * @throws AppError as for one; file_duplicated_name names the node in `metadata.id`; invalid_argument for an id named twice
 */
export function renameMany(tx: DriveTx, items: readonly NewName[]): Changed {
  const { sql } = tx;
  const rows = new Map(
    requireBatch(
      sql,
      items.map(({ id }) => id),
      'refuse',
    ).map((row) => [row.id, row]),
  );
  if (rows.size < items.length) throw new AppError('invalid_argument', { reason: 'repeated', field: 'items' });
  const changes = items.flatMap(({ id, name }) => {
    const row = rows.get(id);
    requireName(name);
    if (row?.phase !== 'PHASE_TYPE_COMPLETE') throw new AppError('file_rename_uncompleted', { metadata: { id } });
    return row.name === name ? [] : [{ row, name }];
  });
  for (const { row } of changes) sql.exec('UPDATE nodes SET name_key = ? WHERE id = ?', unnamedKey(row.id), row.id);
  for (const { row, name } of changes) {
    if (nameTaken(sql, row.parent_id, name, row.id))
      throw new AppError('file_duplicated_name', { metadata: { id: row.id } });
    setName(tx, row, name);
    sql.exec('UPDATE nodes SET modified_ms = ?, revision = revision + 1 WHERE id = ?', tx.nowMs, row.id);
  }
  const ids = changes.map(({ row }) => row.id);
  const to = changes.map(({ row }) => row.parent_id);
  appendAct(tx, { kind: ACT.rename, ids, to, detail: { was: changes.map(({ row }) => row.name) } });
  nodesWritten(tx, ids);
  bumpWatchers(tx, ids);
  return { drain: false };
}
