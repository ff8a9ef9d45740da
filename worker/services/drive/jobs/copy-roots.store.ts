/**
 * Puts the roots of a copy in place: files as they are made, folders when all below them is there. Names that are taken are seen
 * to one by one, the others together.
 */
import { appendAct } from '../acts/log.store.ts';
import { ACT, SHOWN } from '../core/act.ts';
import { nodesMoved, nodesWritten } from '../core/node-listeners.ts';
import type { DriveTx } from '../core/tx.ts';
import { Placing } from '../tree/change.store.ts';
import type { BatchChoice } from '../tree/conflict.store.ts';
import { rankGrown } from '../tree/folder-ranks.store.ts';
import { NAMED_NODES } from '../tree/history/history.store.ts';
import { addNodes, type MadeNode } from '../tree/many-nodes.store.ts';
import type { SourceNode } from '../tree/source.store.ts';
import { MADE_PARENT, nodesById, STATE } from '../tree/tree.store.ts';
import { bumpWatchers } from '../tree/watchers.store.ts';
import { addItem, addItems, addPairs, nextToPlace, type Pair, pairsOf, setToPlace } from './copy-items.store.ts';
import type { CopyJob } from './copy-model.ts';

/** Roots placed one by one in one step: about 20 ms of an object's time. */
export const STEP_PLACED = 200;

/** A root that is put in place. */
interface Root {
  readonly source: SourceNode;
  readonly id: string;
  /** The copy is there already, hidden. */
  readonly isMade: boolean;
}

/** Whether each of these names is taken in a folder, by a node of it or an earlier one of these. */
function takenNames(sql: SqlStorage, to: string, nodes: readonly SourceNode[]): boolean[] {
  const held = sql.exec<{ at: number }>(
    `SELECT asked.key AS at FROM json_each(?2) AS asked WHERE EXISTS (SELECT 1 FROM nodes INDEXED BY nodes_by_name
       WHERE nodes.parent_id = ?1 AND nodes.state = 0 AND nodes.is_file IN (0, 1) AND nodes.sort_key = asked.value ->> 0
         AND nodes.name_key = asked.value ->> 1)`,
    to,
    JSON.stringify(nodes.map(({ sortKey, nameKey }) => [sortKey, nameKey])),
  );
  const taken = new Set([...held].map(({ at }) => at));
  const met = new Set<string>();
  return nodes.map(({ nameKey }, at) => {
    const isTaken = taken.has(at) || met.has(nameKey);
    met.add(nameKey);
    return isTaken;
  });
}

/** How many of these files one step may put in place: taken names cost more. */
export function landable(sql: SqlStorage, job: CopyJob, nodes: readonly SourceNode[]): number {
  let left = STEP_PLACED;
  const end = takenNames(sql, job.to, nodes).findIndex((isTaken) => {
    if (isTaken) left -= 1;
    return left < 0;
  });
  return end === -1 ? nodes.length : end;
}

/** Logs roots that were put in place. The list of recent events names the first of a save. @param first  place of the first of these among all */
function logRoots(tx: DriveTx, job: CopyJob, ids: readonly string[], first: number): void {
  const kind = job.origin ? ACT.save : ACT.copy;
  appendAct(tx, { kind, ids, to: job.to, shown: job.origin && first < NAMED_NODES ? SHOWN.recent : 0 });
}

function placingOf(tx: DriveTx, taskId: string, job: CopyJob): Placing {
  // Skipped nodes were never copied: a name that was taken since gets a number.
  const choice: BatchChoice =
    job.choice?.conflict === 'replace' ? job.choice : { conflict: 'keep_both', trashUntilMs: 0 };
  let own: Set<string> | null = null;
  return new Placing(tx, choice, (id) => {
    own ??= new Set(pairsOf(tx.sql, taskId, 'placed').map(([, copyId]) => copyId));
    return own.has(id);
  });
}

/** Puts hidden copies in place one by one, under free names or by the choice. */
function putEach(tx: DriveTx, taskId: string, job: CopyJob, ids: readonly string[], placing: Placing): void {
  const rows = nodesById(tx.sql, ids);
  const placed = ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === STATE.made);
  for (const row of placed) placing.put(row, job.to);
  rankGrown(
    tx,
    placed.map(() => job.to),
  );
  if (job.origin) {
    const named = nodesById(tx.sql, ids);
    for (const { id, name } of placed) if (named.get(id)?.name !== name) addItem(tx.sql, taskId, 'renamed', id, name);
  }
}

/** The folder has changed: other batches, links and windows are notified. */
function settle(tx: DriveTx, taskId: string, job: CopyJob, placing: Placing): void {
  addItems(tx.sql, taskId, 'replaced', placing.replaced);
  nodesMoved(tx, placing.replaced);
  nodesWritten(tx, [job.to]);
  placing.end();
  bumpWatchers(tx, [job.to]);
}

/** Makes files among the roots, in place. @param first  place of the first among all roots */
export function placeFiles(
  tx: DriveTx,
  taskId: string,
  job: CopyJob,
  files: readonly Root[],
  paramsOf: (source: SourceNode) => MadeNode['params'],
  first: number,
): void {
  if (files.length === 0) return;
  const taken = takenNames(
    tx.sql,
    job.to,
    files.map(({ source }) => source),
  );
  const isApart = (at: number): boolean => taken[at] === true || files[at]?.isMade === true;
  addNodes(
    tx,
    files.flatMap(({ source, id, isMade }, at): MadeNode[] => {
      if (isMade) return [];
      const [parentId, state] = isApart(at) ? [MADE_PARENT, STATE.made] : [job.to, STATE.live];
      return [{ id, parentId, state, source, params: paramsOf(source) }];
    }),
  );
  const placing = placingOf(tx, taskId, job);
  const apart = files.filter((_, at) => isApart(at)).map(({ id }) => id);
  if (apart.length > 0) {
    // A file that the same step put in place is not replaced either.
    for (const [at, { id }] of files.entries()) if (!isApart(at)) placing.placed.add(id);
    putEach(tx, taskId, job, apart, placing);
  }
  settle(tx, taskId, job, placing);
  const ids = files.map(({ id }) => id);
  logRoots(tx, job, ids, first);
  addPairs(
    tx.sql,
    taskId,
    'placed',
    files.map(({ source, id }): Pair => [source.id, id]),
  );
}

/** Puts the next hidden folders in place. @returns false when none was left */
export function placeFolders(tx: DriveTx, taskId: string, job: CopyJob): boolean {
  const list = nextToPlace(tx.sql, taskId);
  if (!list) return false;
  const pairs = list.entries.slice(0, STEP_PLACED);
  const ids = pairs.map(([, id]) => id);
  const placing = placingOf(tx, taskId, job);
  putEach(tx, taskId, job, ids, placing);
  settle(tx, taskId, job, placing);
  logRoots(tx, job, ids, pairsOf(tx.sql, taskId, 'placed').length);
  setToPlace(tx.sql, taskId, { key: list.key, entries: list.entries.slice(STEP_PLACED) });
  addPairs(tx.sql, taskId, 'placed', pairs);
  return true;
}
