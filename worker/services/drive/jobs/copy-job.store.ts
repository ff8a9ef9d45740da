/**
 * Making copies of trees in steps: from this drive (copy) or another (restore), under ids that follow from task and source. Folders
 * among the roots are made hidden and put in place when all below them is there; files among the roots follow. Space was promised
 * before and is spent page by page. A crash between steps repeats nothing: each step and the rest of the list are one transaction.
 */
import type { Phase } from '#shared/drive/model.ts';
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { renamedParams, type SavedName } from '#shared/drive/saved.ts';
import { AppError } from '#shared/errors.ts';
import { nodesCopied } from '../core/node-listeners.ts';
import type { DriveTx } from '../core/tx.ts';
import { CALL_ROWS, CONTENTS_CHANGED, copyIdOf, FIRST_ROWS, RETRY_MS } from '../keys.ts';
import { outcomeParams } from '../tree/conflict.store.ts';
import { gainContents } from '../tree/content.store.ts';
import { addNodes, type MadeNode, statesOf } from '../tree/many-nodes.store.ts';
import { progressOf } from '../tree/rules.ts';
import { liveRows, readSource, type SourceNode, type SourcePage, type SourceWant } from '../tree/source.store.ts';
import { MADE_PARENT, STATE, standingOf } from '../tree/tree.store.ts';
import { hasNodes, release, requireNodes, reserve, spend } from '../tree/usage/quota.ts';
import {
  addPairs,
  dropItems,
  itemIds,
  nextFolders,
  nextToPlace,
  type Pair,
  pairsOf,
  rootsOf,
  type StoredList,
  setFolders,
  setRoots,
} from './copy-items.store.ts';
import type { CopyJob } from './copy-model.ts';
import { landable, placeFiles, placeFolders, STEP_PLACED } from './copy-roots.store.ts';
import { type DeleteJob, detach, markForDeletion } from './delete-job.store.ts';
import { updateTask } from './task.store.ts';

/** Folders asked for at once. */
const WANT_FOLDERS = 200;
/** New names that a task lists; all of them are counted. */
const TOLD_NAMES = 20;
/** Rows of one question to the source, and of one transaction: about 30 ms of an object's time. */
export const WANT_ROWS = 200;
/** The contents of all steps are published together when the copy ends, or after this long. */
const TELL_LATER_MS = 6 * RETRY_MS;

/**
 * Promises the space and stores the list of copies; no root lies below another one.
 * @param held  bytes, files and folders of the copies
 * @throws AppError file_space_not_enough, file_count_limit, task_sub_task_num_limit
 */
export function beginCopy(
  tx: DriveTx,
  taskId: string,
  rootIds: readonly string[],
  held: { readonly bytes: number; readonly rows: number },
  limitBytes: number,
): void {
  requireCopySize(tx, held.rows);
  requireNodes(tx, held.rows + promisedRows(tx.sql, taskId));
  reserve(tx, taskId, held.bytes, limitBytes);
  setRoots(tx.sql, taskId, rootIds);
}

/** Files and folders that other running copies will still make. Without them, copies at once would all begin and none would fit. */
function promisedRows(sql: SqlStorage, taskId: string): number {
  const left = "json_extract(job, '$.total') - json_extract(job, '$.done')";
  const others = `SELECT total(max(0, ${left})) AS n FROM tasks WHERE job IS NOT NULL AND json_extract(job, '$.kind') = 'copy' AND id <> ?`;
  return sql.exec<{ n: number }>(others, taskId).one().n;
}

/** Rows that the call which begins a copy handles. @param total  rows of the copy */
export function firstRowsOf(total: number): number {
  return total <= CALL_ROWS ? CALL_ROWS : FIRST_ROWS;
}

function requireCopySize(tx: DriveTx, rows: number): void {
  const limit = tx.limits.nodesPerCopy;
  if (rows > limit) throw new AppError('task_sub_task_num_limit', { metadata: { limit: String(limit) } });
}

/** The next read; null when folders are to be put in place, or nothing is left. */
export function nextWant(sql: SqlStorage, taskId: string, job: CopyJob, rows: number): SourceWant | null {
  const roots = rootsOf(sql, taskId);
  const at = job.at ?? 0;
  const folders = job.folders ?? roots.length;
  if (at < folders) return { kind: 'roots', ids: roots.slice(at, Math.min(folders, at + rows)) };
  const list = nextFolders(sql, taskId);
  if (list) return { kind: 'children', folders: list.entries.slice(0, WANT_FOLDERS) };
  const toPlace = nextToPlace(sql, taskId)?.entries.length ?? 0;
  if (toPlace > STEP_PLACED || at >= roots.length) return null;
  return { kind: 'roots', ids: roots.slice(at, at + rows) };
}

/** Promises what a source that grew needs more. @returns whether it was possible */
function spendOrReserve(tx: DriveTx, taskId: string, job: CopyJob, bytes: number): boolean {
  if (spend(tx.sql, taskId, bytes)) return true;
  try {
    reserve(tx, taskId, bytes, job.limitBytes);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  return spend(tx.sql, taskId, bytes);
}

/** A node of a page, and its copy. */
interface Copied {
  readonly source: SourceNode;
  readonly id: string;
  /** Whether the copy is new; else it was made before, and `isMade` says that it is hidden. */
  readonly isFresh: boolean;
  readonly isMade: boolean;
}

function copiesOf(tx: DriveTx, taskId: string, page: SourcePage): Copied[] {
  const known = new Set(page.contents.map(({ contentKey }) => contentKey));
  const nodes = page.nodes.filter(({ contentKey }) => contentKey === null || known.has(contentKey));
  const ids = nodes.map(({ id }) => copyIdOf(taskId, id));
  const states = statesOf(tx.sql, ids);
  return nodes.map((source, at) => {
    const id = ids[at] ?? '';
    const state = states.get(id);
    return { source, id, isFresh: state === undefined, isMade: state === STATE.made };
  });
}

/** A root whose copy gets another name. */
function renamed({ name }: CopyJob, page: SourcePage): SourcePage {
  if (name === undefined) return page;
  const of = (source: SourceNode): SourceNode => ({ ...source, name, nameKey: nameKey(name), sortKey: sortKey(name) });
  return { ...page, nodes: page.nodes.map(of) };
}

/** The part of a page of roots that one step may put in place. */
function partOf(sql: SqlStorage, job: CopyJob, want: SourceWant, page: SourcePage): SourcePage {
  if (want.kind !== 'roots') return page;
  const files = page.nodes.filter(({ isFile }) => isFile);
  const end = files[landable(sql, job, files)]?.id;
  if (end === undefined) return page;
  const reached = page.reached.slice(
    0,
    page.reached.findIndex(({ id }) => id === end),
  );
  const nodes = page.nodes.slice(
    0,
    page.nodes.findIndex(({ id }) => id === end),
  );
  return { nodes, contents: page.contents, reached, missing: reached.length - nodes.length };
}

function countedContents(page: SourcePage, fresh: readonly Copied[]) {
  const counts = new Map<string, number>();
  for (const { contentKey } of fresh.map(({ source }) => source))
    if (contentKey !== null) counts.set(contentKey, (counts.get(contentKey) ?? 0) + 1);
  return page.contents.flatMap((content) => {
    const count = counts.get(content.contentKey);
    return count === undefined ? [] : [{ content, count }];
  });
}

/**
 * Makes the copies of one page and writes down how far it is.
 * @returns the job as it stands, or null when it failed and only its leftovers are left to delete
 */
export function applyPage(
  tx: DriveTx,
  taskId: string,
  job: CopyJob,
  want: SourceWant,
  read: SourcePage,
): CopyJob | null {
  const page = partOf(tx.sql, job, want, want.kind === 'roots' ? renamed(job, read) : read);
  const copies = copiesOf(tx, taskId, page);
  const fresh = copies.filter(({ isFresh }) => isFresh);
  const lands = want.kind === 'roots' && copies.some(({ source }) => source.isFile);
  if (lands && standingOf(tx.sql, job.to) === 'gone') return failCopy(tx, taskId, job, 'file_not_found');
  const bytes = fresh.reduce((sum, { source }) => sum + (source.isFile ? source.sizeBytes : 0), 0);
  // The source may have grown since it was measured, and other copies may have been made.
  if (job.done + fresh.length > tx.limits.nodesPerCopy) return failCopy(tx, taskId, job, 'task_sub_task_num_limit');
  if (!hasNodes(tx, fresh.length)) return failCopy(tx, taskId, job, 'file_count_limit');
  if (!spendOrReserve(tx, taskId, job, bytes)) return failCopy(tx, taskId, job, 'file_space_not_enough');
  const left = want.kind === 'roots' ? makeRoots(tx, taskId, job, copies) : makeChildren(tx, taskId, job, copies);
  if (!job.origin)
    nodesCopied(
      tx,
      fresh.map(({ source, id }) => [source.id, id]),
    );
  gainContents(tx, countedContents(page, fresh), tx.nowMs + TELL_LATER_MS);
  const list = want.kind === 'roots' ? null : nextFolders(tx.sql, taskId);
  if (list) setFolders(tx.sql, taskId, list, [...foldersLeft(list, page), ...left]);
  else if (left.length > 0) setFolders(tx.sql, taskId, null, left);
  return saveJob(tx, taskId, {
    ...job,
    at: (job.at ?? 0) + (want.kind === 'roots' ? page.reached.length : 0),
    done: job.done + fresh.length,
    missing: job.missing + page.missing,
  });
}

type FolderLeft = StoredList<{ id: string; cursor: string }>['entries'][number];

/** Folders of a list that have not been read to their ends. */
function foldersLeft(list: StoredList<FolderLeft>, { reached }: SourcePage): FolderLeft[] {
  const cursors = new Map(reached.map(({ id, cursor }) => [id, cursor]));
  return list.entries.flatMap((entry) => {
    const cursor = cursors.get(entry.id);
    if (cursor === undefined) return [entry];
    return cursor === null ? [] : [{ id: entry.id, cursor }];
  });
}

function foldersOf(copies: readonly Copied[]): FolderLeft[] {
  return copies.filter(({ source }) => !source.isFile).map(({ source }) => ({ id: source.id, cursor: '' }));
}

function paramsOf({ origin }: CopyJob, source: SourceNode): MadeNode['params'] {
  return origin ? { original_share_id: origin.shareId, original_file_id: source.id } : {};
}

/** @returns folders whose children are to be read */
function makeChildren(tx: DriveTx, taskId: string, job: CopyJob, copies: readonly Copied[]): FolderLeft[] {
  const parents = new Map<string, string>();
  const parentOf = (sourceId: string): string => {
    const id = parents.get(sourceId) ?? copyIdOf(taskId, sourceId);
    parents.set(sourceId, id);
    return id;
  };
  const made = copies.flatMap(({ source, id, isFresh }): MadeNode[] => {
    if (!isFresh) return [];
    return [{ id, parentId: parentOf(source.parentId), state: STATE.live, source, params: paramsOf(job, source) }];
  });
  addNodes(tx, made);
  return foldersOf(copies);
}

/** @returns folders whose children are to be read */
function makeRoots(tx: DriveTx, taskId: string, job: CopyJob, copies: readonly Copied[]): FolderLeft[] {
  const folders = copies.filter(({ source }) => !source.isFile);
  const files = copies.filter(({ source, isFresh, isMade }) => source.isFile && (isFresh || isMade));
  // The last folders come with the first files: the owner sees one change.
  if ((job.at ?? 0) >= (job.folders ?? Number.POSITIVE_INFINITY)) placeFolders(tx, taskId, job);
  const hidden = { parentId: MADE_PARENT, state: STATE.made };
  const fresh = folders.filter(({ isFresh }) => isFresh);
  addNodes(
    tx,
    fresh.map(({ source, id }) => ({ id, source, params: paramsOf(job, source), ...hidden })),
  );
  const toPlace = folders.filter(({ isFresh, isMade }) => isFresh || isMade);
  addPairs(
    tx.sql,
    taskId,
    'place',
    toPlace.map(({ source, id }): Pair => [source.id, id]),
  );
  placeFiles(tx, taskId, job, files, (source) => paramsOf(job, source), job.at ?? 0);
  return foldersOf(copies);
}

function saveJob(tx: DriveTx, taskId: string, job: CopyJob): CopyJob {
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_RUNNING', progress: progressOf(job.done, job.total), job });
  return job;
}

/** Publishes the contents that wait, for the blob index. */
function publishContentsNow(tx: DriveTx): void {
  const due = tx.sql.exec(
    'UPDATE _outbox SET due_ms = ?1 WHERE event = ?2 AND due_ms > ?1 AND attempts = 0',
    tx.nowMs,
    CONTENTS_CHANGED,
  );
  if (due.rowsWritten > 0) tx.wakeAt(tx.nowMs);
}

/** Gives a copy up: the copied files are deleted, and then the task ends as an error. */
export function failCopy(tx: DriveTx, taskId: string, { to }: Pick<CopyJob, 'to'>, message: string): null {
  release(tx.sql, taskId);
  const made = [...pairsOf(tx.sql, taskId, 'place'), ...pairsOf(tx.sql, taskId, 'placed')].map(([, id]) => id);
  const own = tx.sql
    .exec<{ id: string; state: number }>(
      `SELECT nodes.id, nodes.state FROM json_each(?) AS asked CROSS JOIN nodes ON nodes.id = asked.value
       WHERE nodes.state = ${STATE.made} OR (nodes.state = ${STATE.live} AND nodes.parent_id = ?)`,
      JSON.stringify(made),
      to,
    )
    .toArray();
  dropItems(tx.sql, taskId);
  const end: Phase = 'PHASE_TYPE_ERROR';
  const job: DeleteJob = { kind: 'delete', total: 0, done: 0, end, message };
  const ids = own.map(({ id }) => id);
  if (own.some(({ state }) => state === STATE.live)) detach(tx, taskId, ids);
  else markForDeletion(tx, taskId, ids);
  updateTask(tx, taskId, { message, job });
  tx.sql.exec('UPDATE tasks SET request_key = NULL WHERE id = ?', taskId);
  publishContentsNow(tx);
  tx.wakeAt(tx.nowMs);
  return null;
}

/** Puts the next folders in place, or ends the copy. @returns whether there is more to copy */
export function placeCopies(tx: DriveTx, taskId: string, job: CopyJob): boolean {
  if (standingOf(tx.sql, job.to) === 'gone') {
    failCopy(tx, taskId, job, 'file_not_found');
    return false;
  }
  placeFolders(tx, taskId, job);
  if (nextToPlace(tx.sql, taskId) || rootsOf(tx.sql, taskId).length > (job.at ?? 0)) return true;
  finishCopy(tx, taskId, job);
  return false;
}

function finishCopy(tx: DriveTx, taskId: string, job: CopyJob): void {
  const placed = pairsOf(tx.sql, taskId, 'placed');
  const outcome = outcomeParams({
    skipped: itemIds(tx.sql, taskId, 'skipped'),
    replaced: itemIds(tx.sql, taskId, 'replaced'),
  });
  const renamed = renamedParams(newNames(tx.sql, taskId), itemIds(tx.sql, taskId, 'renamed').length);
  dropItems(tx.sql, taskId);
  release(tx.sql, taskId);
  // Windows that wait for the copy learn that there is none.
  if (placed.length === 0) tx.changed();
  updateTask(tx, taskId, {
    phase: 'PHASE_TYPE_COMPLETE',
    job: null,
    message: job.missing > 0 ? 'Saved without what was removed meanwhile' : 'Saved',
    params: job.origin
      ? {
          original_share_id: job.origin.shareId,
          trace_file_ids: JSON.stringify(Object.fromEntries(placed)),
          ...renamed,
        }
      : outcome,
  });
  publishContentsNow(tx);
}

/** The first copy that had to take another name. */
function newNames(sql: SqlStorage, taskId: string): SavedName[] {
  const told = sql.exec<{ was: string; name: string }>(
    `SELECT job_items.note AS was, nodes.name FROM job_items JOIN nodes ON nodes.id = job_items.node_id
     WHERE task_id = ? AND part = 'renamed' ORDER BY nodes.sort_key, nodes.id LIMIT ?`,
    taskId,
    TOLD_NAMES,
  );
  return [...told].map(({ was, name }) => ({ from: was, to: name }));
}

/** A step of a copy inside one drive. */
export function copyStep(tx: DriveTx, taskId: string, begun: CopyJob, rows: number): void {
  let job = begun;
  for (let left = rows; left > 0; ) {
    const pageRows = Math.min(left, WANT_ROWS);
    const want = nextWant(tx.sql, taskId, job, pageRows);
    if (want) {
      const page = readSource(tx.sql, want, pageRows, liveRows(tx.sql));
      const next = applyPage(tx, taskId, job, want, page);
      if (!next) return;
      job = next;
      left -= Math.max(1, page.nodes.length + page.reached.length);
    } else {
      if (!placeCopies(tx, taskId, job)) return;
      left -= STEP_PLACED;
    }
  }
}
