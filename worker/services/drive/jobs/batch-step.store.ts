/**
 * One step of a large batch: it handles the next ids and leaves out nodes that were removed concurrently. A step is
 * one transaction, so a kill between two of them repeats nothing.
 */
import { AppError, type ErrorName } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { type BatchNode, depthOf, heightOf, readBatch } from '../tree/batch.store.ts';
import { areFree, commonHome, moveRows, type Placing, trashNodes, untrashRows } from '../tree/change.store.ts';
import type { BatchChoice } from '../tree/conflict.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { requireDepth } from '../tree/rules.ts';
import { lineOf, MAX_DEPTH, requireFolder, STATE } from '../tree/tree.store.ts';
import { stillCopies, takeNamed, takeTrash } from './batch-delete.store.ts';

/** The act of a small batch, done in the call. */
export type CallAct =
  | { readonly do: 'move'; readonly to: string; readonly choice: BatchChoice }
  | { readonly do: 'trash'; readonly untilMs: number }
  | { readonly do: 'untrash'; readonly choice: BatchChoice };

export type BatchAct =
  | CallAct
  /** Moves copies to the trash, as long as their originals are in place. */
  | { readonly do: 'tidy'; readonly untilMs: number }
  /** For good: a step deletes files and takes folders out of the tree, whose rows go when all are out. */
  | { readonly do: 'delete' }
  /** The same for the trash, without ids. @param dueMs  only entries past their time then; null: everything */
  | { readonly do: 'empty'; readonly dueMs: number | null };

/** Ids of one step that all go by one statement: about 35 ms of an object's time, most of it for pages of indexes. */
export const STEP_IDS = 250;
/** The same where a name is taken, so that each of them looks for one. */
export const STEP_NAMED_IDS = 60;

/** The result of one step. */
export interface Stepped {
  /** Ids it saw to, from the first of those that were waiting. */
  readonly ids: number;
  /** A share must acknowledge before the batch ends. */
  readonly drain: boolean;
  /** Ids that stayed as they were, other than by the choice about names. */
  readonly left: readonly string[];
  /** Why some that are in place stayed. */
  readonly refusal: ErrorName | null;
  /** No further id can go. */
  readonly isOver: boolean;
}

function refusalOf(check: () => void): ErrorName | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.errorName;
    throw error;
  }
}

function rowsOf(asked: readonly BatchNode[]): NodeRow[] {
  return asked.flatMap(({ row }) => row ?? []);
}

/** Those that would be inside themselves or too deep. */
function misplaced(tx: DriveTx, rows: readonly NodeRow[], to: string): NodeRow[] {
  const line = new Set(lineOf(tx.sql, to));
  const above = depthOf(tx.sql, to);
  const isTooDeep = (folders: readonly NodeRow[]): boolean => {
    const ids = folders.map(({ id }) => id);
    return ids.length > 0 && refusalOf(() => requireDepth(above + heightOf(tx.sql, ids), MAX_DEPTH)) !== null;
  };
  const folders = rows.filter(({ is_file }) => is_file === 0);
  const mayBeDeep = isTooDeep(folders);
  return folders.filter((row) => line.has(row.id) || (mayBeDeep && isTooDeep([row])));
}

function stepMove(tx: DriveTx, asked: readonly BatchNode[], to: string, placing: Placing): Stepped {
  const gone = refusalOf(() => requireFolder(tx.sql, to));
  if (gone !== null) return { ids: 0, drain: false, left: [], refusal: gone, isOver: true };
  const inPlace = rowsOf(asked.filter(({ standing }) => standing === 'live'));
  // It was moved there concurrently.
  const moving = inPlace.filter(({ parent_id }) => parent_id !== to);
  const wrong = misplaced(tx, moving, to);
  const rows = moving.filter((row) => !wrong.includes(row));
  if (asked.length > STEP_NAMED_IDS && !areFree(tx.sql, rows, to))
    return stepMove(tx, asked.slice(0, STEP_NAMED_IDS), to, placing);
  const left = asked.filter(({ row, standing }) => standing !== 'live' || (row && wrong.includes(row)));
  return {
    ids: asked.length,
    drain: moveRows(tx, rows, to, placing),
    left: left.map(({ id }) => id),
    refusal: wrong.length > 0 ? 'invalid_argument' : null,
    isOver: false,
  };
}

function stepTrash(tx: DriveTx, asked: readonly BatchNode[], untilMs: number): Stepped {
  // Nodes in a folder that an earlier step trashed are trashed too, as if all had been trashed at once.
  const goes = ({ row, standing }: BatchNode): boolean => row?.state === STATE.live && standing !== 'gone';
  const ids = rowsOf(asked.filter(goes)).map(({ id }) => id);
  const left = asked.filter((each) => !goes(each)).map(({ id }) => id);
  return { ids: asked.length, drain: trashNodes(tx, ids, untilMs), left, refusal: null, isOver: false };
}

function stepTidy(
  tx: DriveTx,
  asked: readonly BatchNode[],
  keeps: ReadonlyMap<string, string>,
  untilMs: number,
): Stepped {
  const going = stillCopies(tx, asked, keeps);
  const left = asked.filter(({ id }) => !going.has(id)).map(({ id }) => id);
  return { ids: asked.length, drain: trashNodes(tx, [...going], untilMs), left, refusal: null, isOver: false };
}

function stepUntrash(
  tx: DriveTx,
  asked: readonly BatchNode[],
  waiting: ReadonlySet<string>,
  placing: Placing,
): Stepped {
  // Those in place as well: what one of the others replaces comes back under another name.
  const rows = rowsOf(asked.filter(({ standing }) => standing !== 'gone'));
  if (asked.length > STEP_NAMED_IDS && commonHome(tx, rows, waiting) === null)
    return stepUntrash(tx, asked.slice(0, STEP_NAMED_IDS), waiting, placing);
  const left = asked.filter(({ standing }) => standing === 'gone').map(({ id }) => id);
  const drain = untrashRows(tx, rows, new Set(waiting), placing);
  return { ids: asked.length, drain, left, refusal: null, isOver: false };
}

/** The state at the beginning of a step. */
export interface StepOf {
  readonly taskId: string;
  readonly act: BatchAct;
  /** Ids that no step has seen to yet, in their order. */
  readonly waiting: readonly string[];
  /** By copy, the one that stays. */
  readonly keeps: ReadonlyMap<string, string>;
}

export function stepAct(tx: DriveTx, { taskId, act, waiting, keeps }: StepOf, placing: Placing): Stepped {
  const asked = readBatch(tx.sql, waiting.slice(0, STEP_IDS));
  switch (act.do) {
    case 'move':
      return stepMove(tx, asked, act.to, placing);
    case 'trash':
      return stepTrash(tx, asked, act.untilMs);
    case 'untrash':
      return stepUntrash(tx, asked, new Set(waiting), placing);
    case 'tidy':
      return stepTidy(tx, asked, keeps, act.untilMs);
    case 'delete':
      return { ...takeNamed(tx, taskId, asked), refusal: null, isOver: false };
    case 'empty': {
      const ids = takeTrash(tx, taskId, act.dueMs, STEP_IDS);
      return { ids, drain: false, left: [], refusal: null, isOver: ids === 0 };
    }
  }
}
