/**
 * Names that are taken, and what a batch does about them. Only complete nodes in place count. A file takes the
 * place of files only, a folder of folders; what a batch brought itself it neither skips nor replaces.
 */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { MAX_NAME_BYTES, nameKey, validateName } from '#shared/drive/names.ts';
import type { DriveTx } from '../core/tx.ts';
import type { NodeRow } from './node-columns.ts';
import { askedNames, requireFolder } from './tree.store.ts';

/** ?1 folder, ?2 `askedNames()`. The names lead: each is one look-up. */
export const HOLDERS_SQL = `SELECT nodes.* FROM json_each(?2) AS asked CROSS JOIN nodes
   WHERE nodes.parent_id = ?1 AND nodes.state = 0 AND nodes.is_file IN (0, 1) AND nodes.sort_key = asked.value ->> 0
     AND nodes.name_key = asked.value ->> 1
     AND nodes.phase = 'PHASE_TYPE_COMPLETE'
   ORDER BY nodes.is_file DESC, nodes.created_ms, nodes.id`;

/** Complete nodes of a folder that have one of these names; files first, then the oldest. */
export function holdersOf(sql: SqlStorage, parentId: string, names: readonly string[]): NodeRow[] {
  return sql.exec<NodeRow>(HOLDERS_SQL, parentId, askedNames(names)).toArray();
}

/** The file, else the oldest folder, that has this name. */
export function holderOf(sql: SqlStorage, parentId: string, name: string): NodeRow | null {
  return holdersOf(sql, parentId, [name])[0] ?? null;
}

export interface NameConflictRow {
  readonly name: string;
  readonly row: NodeRow;
}

/** Composed, a name has at least a quarter of the bytes that it has taken apart: longer ones are no name in any form. */
const MAX_ASKED_LENGTH = 4 * MAX_NAME_BYTES;

function mayBeTaken(name: string): boolean {
  const decision = validateName(name);
  return decision.ok || (decision.reason === 'too_long' && name.length <= MAX_ASKED_LENGTH);
}

/** For each name, once, the file and the oldest folder that have it. */
export function findConflicts(sql: SqlStorage, parentId: string, names: readonly string[]): NameConflictRow[] {
  // Impossible names are not looked up: long runs of combining marks take seconds to normalise.
  const keyed = [...new Set(names)].filter(mayBeTaken).map((name) => ({ name, key: nameKey(name) }));
  const byKey = new Map<string, NodeRow[]>();
  const once = new Map(keyed.map(({ name, key }) => [key, name]));
  for (const row of holdersOf(sql, parentId, [...once.values()])) {
    const rows = byKey.get(row.name_key) ?? [];
    if (!rows.some((each) => each.is_file === row.is_file)) byKey.set(row.name_key, [...rows, row]);
  }
  return keyed.flatMap(({ name, key }) => (byKey.get(key) ?? []).map((row) => ({ name, row })));
}

/** The choice of a batch, with when what it replaces is deleted for good. */
export interface BatchChoice {
  readonly conflict: ConflictChoice;
  readonly trashUntilMs: number;
}

/** The same as an operation gives it; both absent: both stay. */
export interface Choosing {
  readonly conflict?: ConflictChoice;
  /** How long the trash keeps replaced files. */
  readonly trashTtlMs?: number;
}

export function choiceOf(tx: DriveTx, input: Choosing): BatchChoice {
  return { conflict: input.conflict ?? 'keep_both', trashUntilMs: tx.nowMs + (input.trashTtlMs ?? 0) };
}

export type ConflictDecision =
  | { readonly kind: 'place' }
  | { readonly kind: 'skip' }
  /** These must be trashed first. */
  | { readonly kind: 'replace'; readonly rows: readonly NodeRow[] };

const PLACE: ConflictDecision = { kind: 'place' };

/**
 * Decides about one node on its way into a folder.
 * @param isOwn  whether the batch itself brought that node
 */
export function decideConflict(
  sql: SqlStorage,
  row: NodeRow,
  to: string,
  conflict: ConflictChoice,
  isOwn: (id: string) => boolean,
): ConflictDecision {
  if (conflict === 'keep_both' || row.phase !== 'PHASE_TYPE_COMPLETE') return PLACE;
  const rows = holdersOf(sql, to, [row.name]).filter(({ id }) => id !== row.id);
  if (rows.length === 0 || rows.some(({ id }) => isOwn(id))) return PLACE;
  if (conflict === 'skip') return { kind: 'skip' };
  return rows.every((each) => each.is_file === row.is_file) ? { kind: 'replace', rows } : PLACE;
}

/** Ids for the params of a task; none is no entry. */
export function outcomeParams(outcome: {
  readonly skipped: readonly string[];
  readonly replaced: readonly string[];
  /** Restored to the root, because their own folder is not in place. */
  readonly rehomed?: readonly string[];
}): Record<string, string> {
  return {
    ...(outcome.skipped.length > 0 ? { skipped: JSON.stringify(outcome.skipped) } : {}),
    ...(outcome.replaced.length > 0 ? { replaced: JSON.stringify(outcome.replaced) } : {}),
    ...((outcome.rehomed?.length ?? 0) > 0 ? { rehomed: JSON.stringify(outcome.rehomed) } : {}),
  };
}

/** Which of these names are taken in a folder. @throws AppError file_not_found, file_in_recycle_bin for the folder */
export function conflictsIn(
  sql: SqlStorage,
  { parentId, names }: { parentId: string; names: readonly string[] },
): NameConflictRow[] {
  requireFolder(sql, parentId);
  return findConflicts(sql, parentId, names);
}
