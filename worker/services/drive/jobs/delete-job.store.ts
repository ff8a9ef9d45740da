/**
 * Deleting for good: the roots vanish at once (very many in steps, batch-delete.store.ts), their rows go in steps, leaves
 * first, so that no row ever lacks its folder.
 * Space and contents go in the transaction of the rows they belong to.
 */
import type { Phase } from '#shared/drive/model.ts';
import { appendAct } from '../acts/log.store.ts';
import { ACT } from '../core/act.ts';
import { nodesDeleted } from '../core/node-listeners.ts';
import type { DriveTx } from '../core/tx.ts';
import { loseContents } from '../tree/content.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { progressOf } from '../tree/rules.ts';
import { GONE_PARENT, IN_TRASH, MADE_PARENT, nodeById, placesOf, STATE } from '../tree/tree.store.ts';
import { giveBack } from '../tree/usage/quota.ts';
import { hasVersions, takeVersions } from '../tree/versions/version.store.ts';
import { notifyWatchers, watchersAbove, watchersBelow } from '../tree/watchers.store.ts';
import { type TellingJob, updateTask } from './task.store.ts';

export interface DeleteJob {
  readonly kind: 'delete';
  /** Rows to delete as far as known; 0 while not counted. */
  readonly total: number;
  readonly done: number;
  /** How the task ends: a failed copy ends as an error once its leftovers are gone. */
  readonly end: Phase;
  readonly message: string;
  /** A share must acknowledge before the task ends. */
  readonly drain?: boolean;
  /** Progress when the roots were out, 0 to 99. */
  readonly begun?: number;
}

export const PLAIN_DELETE: DeleteJob = {
  kind: 'delete',
  total: 0,
  done: 0,
  end: 'PHASE_TYPE_COMPLETE',
  message: 'File deleted',
};

/** Copies that were never shown are no loss. */
function logDeletion(tx: DriveTx, asked: readonly string[]): void {
  const { ids, from } = placesOf(tx.sql, asked);
  const isShown = (at: number): boolean => from[at] !== MADE_PARENT && from[at] !== GONE_PARENT;
  appendAct(tx, {
    kind: ACT.delete,
    ids: ids.filter((_, at) => isShown(at)),
    from: from.filter((_, at) => isShown(at)),
  });
}

/** Takes these roots out of the tree and leaves their rows to the task. */
export function markForDeletion(tx: DriveTx, taskId: string, ids: readonly string[]): void {
  logDeletion(tx, ids);
  const asked = JSON.stringify(ids);
  tx.sql.exec(
    `UPDATE nodes SET state = ${STATE.deleting}, parent_id = ?, trash_until_ms = NULL WHERE id IN (SELECT value FROM json_each(?))`,
    GONE_PARENT,
    asked,
  );
  tx.sql.exec(
    "INSERT OR IGNORE INTO job_items (task_id, part, node_id) SELECT ?, 'delete', value FROM json_each(?)",
    taskId,
    asked,
  );
}

/** The same for roots that shares may show. @returns whether a share must have acknowledged */
export function detach(tx: DriveTx, taskId: string, ids: readonly string[]): boolean {
  const shares = [...watchersAbove(tx, ids), ...watchersBelow(tx, ids)];
  markForDeletion(tx, taskId, ids);
  notifyWatchers(tx, shares, true);
  return shares.length > 0;
}

/** Same for everything in the trash, or for entries past their time. */
export function markTrashForDeletion(tx: DriveTx, taskId: string, onlyDue: boolean): void {
  const scope = `${IN_TRASH} AND (?2 = 0 OR trash_until_ms <= ?1)`;
  const values = [tx.nowMs, onlyDue ? 1 : 0] as const;
  const roots = tx.sql.exec<{ id: string }>(`SELECT id FROM nodes WHERE ${scope}`, ...values).toArray();
  logDeletion(
    tx,
    roots.map(({ id }) => id),
  );
  tx.sql.exec(
    `INSERT OR IGNORE INTO job_items (task_id, part, node_id) SELECT ?3, 'delete', id FROM nodes WHERE ${scope}`,
    ...values,
    taskId,
  );
  tx.sql.exec(
    `UPDATE nodes SET state = ${STATE.deleting}, parent_id = ?3, trash_until_ms = NULL WHERE ${scope}`,
    ...values,
    GONE_PARENT,
  );
}

type Leaf = Pick<NodeRow, 'id' | 'is_file' | 'size_bytes' | 'content_key' | 'phase'>;

/** The result of a step, reported once per content. */
class Losses {
  bytes = 0;
  /** Nodes; their versions cost time too. */
  rows = 0;
  cost = 0;
  readonly contents = new Map<string, number>();
  readonly unfinished: string[] = [];
  readonly #hasVersions: boolean;

  constructor(sql: SqlStorage) {
    this.#hasVersions = hasVersions(sql);
  }

  #lose(contentKey: string, sizeBytes: number): void {
    this.bytes += sizeBytes;
    this.contents.set(contentKey, (this.contents.get(contentKey) ?? 0) + 1);
  }

  take(sql: SqlStorage, leaf: Leaf): void {
    sql.exec('DELETE FROM nodes WHERE id = ?', leaf.id);
    const versions = this.#hasVersions && leaf.is_file === 1 ? takeVersions(sql, leaf.id) : [];
    for (const { content_key, size_bytes } of versions) this.#lose(content_key, size_bytes);
    this.rows += 1;
    this.cost += 1 + versions.length;
    if (leaf.content_key !== null) this.#lose(leaf.content_key, leaf.size_bytes);
    else if (leaf.is_file === 1) this.unfinished.push(leaf.id);
  }
}

function deleteTree(sql: SqlStorage, root: Leaf, budget: number, losses: Losses): boolean {
  const stack: Leaf[] = [root];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const left = budget - losses.cost;
    if (left <= 0) return false;
    const children =
      top.is_file === 1
        ? []
        : sql
            .exec<Leaf>(
              'SELECT id, is_file, size_bytes, content_key, phase FROM nodes WHERE parent_id = ? LIMIT ?',
              top.id,
              left,
            )
            .toArray();
    if (children.length === 0) {
      losses.take(sql, top);
      stack.pop();
      continue;
    }
    for (const child of children) {
      if (losses.cost >= budget) return false;
      if (child.is_file === 1) losses.take(sql, child);
      else stack.push(child);
    }
  }
  return true;
}

/** Deleted rows give their space and contents back. */
function settle(tx: DriveTx, { bytes, contents }: Losses): void {
  giveBack(tx.sql, bytes);
  loseContents(tx, contents);
  // The trigger of ended grants (grants/tables.ts) writes events, and no trigger can ask for an alarm.
  if (tx.sql.exec('SELECT 1 FROM _outbox WHERE due_ms = 0 LIMIT 1').toArray().length > 0) tx.wakeAt(tx.nowMs);
}

/** Deletes complete files and all they held. */
export function deleteFiles(tx: DriveTx, files: readonly NodeRow[]): void {
  logDeletion(
    tx,
    files.map(({ id }) => id),
  );
  const losses = new Losses(tx.sql);
  for (const file of files) losses.take(tx.sql, file);
  settle(tx, losses);
}

function nextRoot(sql: SqlStorage, taskId: string): string | null {
  const text = "SELECT node_id FROM job_items WHERE task_id = ? AND part = 'delete' LIMIT 1";
  return sql.exec<{ node_id: string }>(text, taskId).toArray()[0]?.node_id ?? null;
}

/** One step of at most `budget` rows. @returns whether the task has ended */
export function deleteStep(tx: DriveTx, taskId: string, job: DeleteJob, budget: number): boolean {
  const losses = new Losses(tx.sql);
  let rootId = nextRoot(tx.sql, taskId);
  while (rootId !== null && losses.cost < budget) {
    const root = nodeById(tx.sql, rootId);
    if (root && !deleteTree(tx.sql, root, budget, losses)) break;
    tx.sql.exec("DELETE FROM job_items WHERE task_id = ? AND part = 'delete' AND node_id = ?", taskId, rootId);
    // Asked for also when the budget is spent: one that was just enough ends the task.
    rootId = nextRoot(tx.sql, taskId);
  }
  const over = rootId === null;
  settle(tx, losses);
  if (losses.unfinished.length > 0) nodesDeleted(tx, losses.unfinished);
  const done = job.done + losses.rows;
  const { begun = 0 } = job;
  if (over && job.drain) {
    const telling: TellingJob = { kind: 'telling', message: job.message };
    updateTask(tx, taskId, { progress: 99, job: telling });
    tx.changed();
  } else if (over) {
    updateTask(tx, taskId, { phase: job.end, progress: 100, message: job.message, job: null });
    // Its space is free only now.
    tx.changed();
  } else {
    const total = job.total || done + remaining(tx.sql, taskId);
    updateTask(tx, taskId, {
      phase: 'PHASE_TYPE_RUNNING',
      progress: begun + Math.floor((progressOf(done, total) * (100 - begun)) / 100),
      job: { ...job, total, done },
    });
  }
  return over;
}

/** Rows still to delete; counted once, when a task turns out to be long. */
function remaining(sql: SqlStorage, taskId: string): number {
  return sql
    .exec<{ n: number }>(
      `WITH RECURSIVE down (id) AS (
         SELECT node_id FROM job_items WHERE task_id = ? AND part = 'delete'
         UNION ALL SELECT nodes.id FROM down CROSS JOIN nodes ON nodes.parent_id = down.id)
       SELECT count(*) AS n FROM down`,
      taskId,
    )
    .one().n;
}
