/** Facts for the plan of a save: how much a share would give, and how that meets the drive that it would be saved into. */
import { measure } from '../tree/batch.store.ts';
import { findConflicts } from '../tree/conflict.store.ts';
import type { ExportQuery } from '../tree/source.store.ts';
import { nodesById, requireFolder } from '../tree/tree.store.ts';
import { findSaveFolder } from './saves.ts';
import { measureShared } from './view.store.ts';

/** Names and contents that a plan compares; of larger saves it is the first ones. */
const COMPARED = 1_000;

export interface SharedPlan {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  /** Of the chosen nodes, not of nodes inside them. */
  readonly names: readonly string[];
  readonly contentKeys: readonly string[];
}

/** @throws AppError file_not_found when an id is not in the share */
export function planShared(sql: SqlStorage, query: ExportQuery): SharedPlan {
  const { ids } = measureShared(sql, query);
  const { files, folders, bytes } = measure(sql, ids);
  const names = [...nodesById(sql, ids.slice(0, COMPARED)).values()].map(({ name }) => name);
  const contentKeys = sql
    .exec<{ key: string }>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.id FROM down CROSS JOIN nodes INDEXED BY nodes_by_name ON nodes.parent_id = down.id AND nodes.state = 0
         LIMIT ${2 * COMPARED})
       SELECT DISTINCT content_key AS key FROM down CROSS JOIN nodes ON nodes.id = down.id WHERE content_key IS NOT NULL LIMIT ${COMPARED}`,
      JSON.stringify(ids),
    )
    .toArray()
    .map(({ key }) => key);
  return { files, folders, bytes, names, contentKeys };
}

export interface SaveMeeting {
  /** '' while the folder of saves does not exist. */
  readonly parentId: string;
  readonly takenNames: readonly string[];
  /** Contents of the save that the drive has already. */
  readonly heldContents: number;
}

/** @param input.parentId  null: the folder of saves @throws AppError file_not_found, file_in_recycle_bin */
export function findSaveConflicts(
  sql: SqlStorage,
  input: { parentId: string | null; names: readonly string[]; contentKeys: readonly string[] },
): SaveMeeting {
  if (input.parentId !== null) requireFolder(sql, input.parentId);
  const parentId = input.parentId ?? findSaveFolder(sql);
  const taken = parentId === undefined ? [] : findConflicts(sql, parentId, input.names);
  const { n } = sql
    .exec<{ n: number }>(
      'SELECT count(*) AS n FROM contents WHERE nodes > 0 AND content_key IN (SELECT value FROM json_each(?))',
      JSON.stringify(input.contentKeys),
    )
    .one();
  return { parentId: parentId ?? '', takenNames: [...new Set(taken.map(({ name }) => name))], heldContents: n };
}
