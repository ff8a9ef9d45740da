/** Name conflicts: the types of a question to the user, and pure functions on its choices. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { DriveRow } from '#shared/drive/rows.ts';

/** The folder that rows are moved, copied or uploaded to. */
export interface Destination {
  readonly id: string;
  readonly name: string;
}

export type ConflictOperation = 'upload' | 'move' | 'copy' | 'restore';

export interface ConflictSide {
  readonly folder: boolean;
  /** Bytes; 0 for folders. */
  readonly sizeBytes: number;
  /** Epoch ms; 0 for a folder of a device, which has no time. */
  readonly modifiedMs: number;
}

export interface Conflict {
  /** Id of a row; for an upload the path below the destination. */
  readonly key: string;
  readonly name: string;
  /** Names of the folders above it inside the upload. */
  readonly folders: readonly string[];
  readonly incoming: ConflictSide;
  readonly existing: ConflictSide;
  /** The folder in which the name is taken. */
  readonly parentId: string;
  /** An uploaded folder: `replace` merges its content into the existing folder. */
  readonly isMerge: boolean;
  /** A file can replace only files, a folder only folders. */
  readonly mayReplace: boolean;
  /** Key of the uploaded folder it is in: the conflict exists only while that folder is merged. */
  readonly inside: string | null;
  /** The existing file is the same: equal size, and equal time or content. */
  readonly isUnchanged: boolean;
  /** The name of the new file when both are kept; null where it was not looked up. */
  readonly freeName: string | null;
}

export type Choices = ReadonlyMap<string, ConflictChoice>;

export interface ConflictQuestion {
  /** Counts up with each question. */
  readonly id: number;
  readonly operation: ConflictOperation;
  /** The destination; null: each row goes back to its own folder. */
  readonly folderName: string | null;
  readonly conflicts: readonly Conflict[];
  /** Null cancels the whole change. */
  answer(choices: Choices | null): void;
}

/** Rows of one call to the server. */
export interface Portion {
  readonly rows: readonly DriveRow[];
  readonly conflict: ConflictChoice;
}

/** 2,000 ms: some file systems store times in steps of two seconds. */
const SAME_TIME_MS = 2_000;

/**
 * Compares two files of one name.
 * `same`: size and modification time are equal. `maybe`: only the sizes are equal, so the contents must be compared.
 */
export function likeness(incoming: ConflictSide, existing: ConflictSide): 'same' | 'maybe' | 'other' {
  if (incoming.folder || existing.folder || incoming.sizeBytes !== existing.sizeBytes) return 'other';
  const isTimeKnown = incoming.modifiedMs > 0 && existing.modifiedMs > 0;
  return isTimeKnown && Math.abs(incoming.modifiedMs - existing.modifiedMs) < SAME_TIME_MS ? 'same' : 'maybe';
}

/** The preselected choice: skips an unchanged file, merges an uploaded folder, else keeps both, which loses nothing. */
export function firstChoice({ isMerge, mayReplace, isUnchanged }: Conflict): ConflictChoice {
  if (isUnchanged) return 'skip';
  return isMerge && mayReplace ? 'replace' : 'keep_both';
}

export function choiceOf(choices: Choices, conflict: Conflict): ConflictChoice {
  return choices.get(conflict.key) ?? firstChoice(conflict);
}

/** Skips conflicts inside folders that are not merged. */
export function activeConflicts(conflicts: readonly Conflict[], choices: Choices): Conflict[] {
  const merged = new Set<string>();
  for (const one of conflicts) if (one.isMerge && choiceOf(choices, one) === 'replace') merged.add(one.key);
  return conflicts.filter(({ inside }) => inside === null || merged.has(inside));
}

/** The conflicts that one choice for all applies to: files where there are some, else all. */
export function commonConflicts(conflicts: readonly Conflict[]): readonly Conflict[] {
  const others = conflicts.filter(({ isMerge }) => !isMerge);
  return others.length > 0 ? others : conflicts;
}

/** Applies one choice to all. A conflict between a file and a folder keeps both instead of replacing. */
export function chooseAll(conflicts: readonly Conflict[], choices: Choices, choice: ConflictChoice): Choices {
  const next = new Map(choices);
  for (const { key, mayReplace } of commonConflicts(conflicts))
    next.set(key, choice === 'replace' && !mayReplace ? 'keep_both' : choice);
  return next;
}

/** @returns the choice that all replaceable conflicts have; null when they differ */
export function chosenForAll(conflicts: readonly Conflict[], choices: Choices): ConflictChoice | null {
  const common = commonConflicts(conflicts);
  const replaceable = common.filter(({ mayReplace }) => mayReplace);
  const chosen = new Set((replaceable.length > 0 ? replaceable : common).map((one) => choiceOf(choices, one)));
  const [only] = chosen;
  return chosen.size === 1 && only ? only : null;
}
