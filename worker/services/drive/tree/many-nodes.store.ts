/** Adds many complete nodes by few statements. */

import { jsonArrays } from '../core/json-arrays.ts';
import type { DriveTx } from '../core/tx.ts';
import { storedFindKey } from './find-keys.store.ts';
import { rankGrown } from './folder-ranks.store.ts';
import type { SourceNode } from './source.store.ts';
import { readUnreadSoon, TIMED, takenCells } from './taken.store.ts';
import { STATE } from './tree.store.ts';

export interface MadeNode {
  readonly id: string;
  readonly parentId: string;
  readonly state: number;
  /** The node it is a copy of. */
  readonly source: SourceNode;
  readonly params: Readonly<Record<string, string>>;
}

function cellsOf({ id, parentId, state, source, params }: MadeNode): string {
  const { isFile, name, nameKey, sortKey, sizeBytes, contentKey, gcid, mime, category, userModifiedMs, taken } = source;
  const folderType = isFile ? '' : 'NORMAL';
  return JSON.stringify([
    id,
    parentId,
    isFile ? 1 : 0,
    state,
    name,
    nameKey,
    storedFindKey(name, nameKey),
    sortKey,
    sizeBytes,
    contentKey,
    gcid,
    mime,
    category,
    folderType,
    JSON.stringify(params),
    userModifiedMs,
    ...takenCells(taken),
    TIMED.some((timed) => timed === category) ? (taken?.clockMs ?? userModifiedMs) : null,
  ]);
}

const COLUMNS =
  'id, parent_id, is_file, state, name, name_key, find_key, sort_key, size_bytes, content_key, gcid, mime, category, folder_type, params, user_modified_ms, camera_ms, camera_zone, taken_by, taken_ms';
const CELLS = COLUMNS.split(', ')
  .map((_, at) => `value ->> ${at}`)
  .join(', ');

/** Adds nodes whose ids are new, and counts them once. */
export function addNodes(tx: DriveTx, nodes: readonly MadeNode[]): void {
  if (nodes.length === 0) return;
  tx.sql.exec('UPDATE space SET nodes = nodes + ?', nodes.length);
  for (const rows of jsonArrays(nodes.map(cellsOf)))
    tx.sql.exec(
      `INSERT INTO nodes (${COLUMNS}, created_ms, modified_ms, counted, ranked)
       SELECT ${CELLS}, ?2, ?2, 1, (value ->> 1) IN (SELECT folder_id FROM ranked_folders) FROM json_each(?1)`,
      rows,
      tx.nowMs,
    );
  if (nodes.some(({ source }) => !source.taken && TIMED.some((timed) => timed === source.category))) readUnreadSoon(tx);
  const live = nodes.filter(({ state }) => state === STATE.live);
  rankGrown(
    tx,
    live.map(({ parentId }) => parentId),
  );
}

/** Where these ids stand already. */
export function statesOf(sql: SqlStorage, ids: readonly string[]): Map<string, number> {
  const found = sql.exec<{ id: string; state: number }>(
    'SELECT nodes.id, nodes.state FROM json_each(?) AS asked CROSS JOIN nodes ON nodes.id = asked.value',
    JSON.stringify(ids),
  );
  return new Map([...found].map(({ id, state }) => [id, state]));
}
