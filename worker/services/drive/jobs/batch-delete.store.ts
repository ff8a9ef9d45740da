/**
 * Deletes very many nodes forever, or trashes copies, some hundreds a step, so that listings are not delayed. Complete files
 * are deleted at once: detaching them first would cost three times as
 * much. Folders are detached; their contents are deleted afterwards (delete-job.store.ts).
 */

import type { DriveTx } from '../core/tx.ts';
import { STEP_ROWS } from '../keys.ts';
import { type BatchNode, BELOW, readBatch } from '../tree/batch.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { IN_TRASH, lineOf, STATE } from '../tree/tree.store.ts';
import { versionCounts } from '../tree/versions/version.store.ts';
import { notifyWatchers, watchersAbove, watchersBelow } from '../tree/watchers.store.ts';
import { deleteFiles, detach, markForDeletion } from './delete-job.store.ts';
import { excludedOf } from './excluded.store.ts';

/** The result of a step. */
interface Taken {
  /** Ids it saw to, from the first on. */
  readonly ids: number;
  /** A share must have acknowledged. */
  readonly drain: boolean;
  /** Ids that stayed, or that others took before. */
  readonly left: readonly string[];
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** As many of these, from the first on, as one step may delete with what they held before; one at least. */
function affordable<T extends { readonly id: string }>(tx: DriveTx, asked: readonly T[]): readonly T[] {
  const held = versionCounts(tx.sql, idsOf(asked));
  let cost = 0;
  const over = asked.findIndex(({ id }) => {
    cost += 1 + (held.get(id) ?? 0);
    return cost > STEP_ROWS;
  });
  return over === -1 ? asked : asked.slice(0, Math.max(1, over));
}

function take(tx: DriveTx, taskId: string, rows: readonly NodeRow[]): void {
  const isWhole = ({ content_key }: NodeRow): boolean => content_key !== null;
  deleteFiles(tx, rows.filter(isWhole));
  markForDeletion(tx, taskId, idsOf(rows.filter((row) => !isWhole(row))));
}

/** Those of these rows that went with a folder which this task took out. */
function goneWith(tx: DriveTx, taskId: string, rows: readonly NodeRow[]): Set<string> {
  const topOf = ({ id, parent_id, state }: NodeRow): string =>
    state === STATE.live ? (lineOf(tx.sql, parent_id).at(-1) ?? '') : id;
  const tops = new Map(rows.map((row) => [row.id, topOf(row)]));
  const own = tx.sql.exec<{ node_id: string }>(
    `SELECT node_id FROM job_items WHERE task_id = ? AND part = 'delete' AND node_id IN (SELECT value FROM json_each(?))`,
    taskId,
    JSON.stringify([...tops.values()]),
  );
  const taken = new Set([...own].map(({ node_id }) => node_id));
  return new Set([...tops].flatMap(([id, top]) => (taken.has(top) ? [id] : [])));
}

/** Deletes the first of these, wherever they are now. Nodes that were deleted or excluded concurrently are left out. */
export function takeNamed(tx: DriveTx, taskId: string, waiting: readonly BatchNode[]): Taken {
  const asked = affordable(tx, waiting);
  const excluded = excludedOf(tx.sql, taskId, idsOf(asked));
  const going: NodeRow[] = [];
  const gone: NodeRow[] = [];
  for (const { id, row, standing } of asked) {
    if (row && standing === 'gone') gone.push(row);
    else if (row && !excluded.has(id)) going.push(row);
  }
  const seen = new Set([...idsOf(going), ...goneWith(tx, taskId, gone)]);
  const shares = [...watchersAbove(tx, idsOf(going)), ...watchersBelow(tx, idsOf(going))];
  take(tx, taskId, going);
  notifyWatchers(tx, shares, true);
  return { ids: asked.length, drain: shares.length > 0, left: idsOf(asked).filter((id) => !seen.has(id)) };
}

/**
 * Detaches the folders among these before anything else, so that nothing is put into a folder that is about to be deleted.
 * @param parentIds  the folders of these
 * @param most  of them; the others go with the steps
 * @returns whether a share must have acknowledged
 */
export function takeFolders(
  tx: DriveTx,
  taskId: string,
  ids: readonly string[],
  parentIds: readonly string[],
  most: number,
): boolean {
  // There are few siblings: reading them is faster than looking up each id.
  const beside = tx.sql.exec<{ id: string }>(
    `SELECT nodes.id FROM (SELECT DISTINCT value FROM json_each(?)) AS parents ${BELOW}
     ON nodes.parent_id = parents.value AND nodes.state IN (0, 1) AND nodes.is_file = 0`,
    JSON.stringify(parentIds),
  );
  const asked = new Set(ids);
  const folders = idsOf([...beside]).filter((id) => asked.has(id));
  return detach(tx, taskId, folders.slice(0, most));
}

/**
 * Deletes the contents of the trash, without the nodes that were trashed after the request.
 * @param dueMs  only entries whose time in the trash ended by then; null: everything
 * @returns how many went; 0: nothing is left
 */
export function takeTrash(tx: DriveTx, taskId: string, dueMs: number | null, most: number): number {
  const found = tx.sql.exec<NodeRow>(
    `SELECT * FROM nodes WHERE ${dueMs === null ? `${IN_TRASH} AND ?1 IS NULL` : 'trash_until_ms <= ?1'}
       AND id NOT IN (SELECT node_id FROM job_items WHERE task_id = ?2 AND part = 'spared') LIMIT ?3`,
    dueMs,
    taskId,
    most,
  );
  const rows = affordable(tx, found.toArray());
  take(tx, taskId, rows);
  return rows.length;
}

/** Copies of files that are still in place and unchanged; the others stay. @param keeps  by copy, the one that stays */
export function stillCopies(tx: DriveTx, asked: readonly BatchNode[], keeps: ReadonlyMap<string, string>): Set<string> {
  const originals = new Map(
    readBatch(tx.sql, [...new Set(asked.map(({ id }) => keeps.get(id) ?? ''))]).map((each) => [each.id, each]),
  );
  const isCopy = ({ id, row, standing }: BatchNode): boolean => {
    const keep = originals.get(keeps.get(id) ?? '');
    const key = row?.content_key ?? null;
    return standing === 'live' && key !== null && keep?.standing === 'live' && keep.row?.content_key === key;
  };
  return new Set(idsOf(asked.filter(isCopy)));
}
