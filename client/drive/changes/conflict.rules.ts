/** A name that is taken: what has it, what wants it, what may be chosen. Types, and the choices as they fall. Pure. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { DriveRow } from '#shared/drive/rows.ts';

/** A folder that something goes to. */
export interface Destination {
  readonly id: string;
  readonly name: string;
}

export type ConflictOperation = 'upload' | 'move' | 'copy' | 'restore';

export interface Side {
  readonly folder: boolean;
  /** Bytes; 0 for folders. */
  readonly sizeBytes: number;
  /** Epoch ms; 0 for a folder of a device, which tells none. */
  readonly modifiedMs: number;
}

export interface Conflict {
  /** Id of a row; of an upload its path below the folder it is for. */
  readonly key: string;
  readonly name: string;
  /** Names of the folders above it inside what is uploaded. */
  readonly folders: readonly string[];
  readonly mine: Side;
  readonly there: Side;
  /** The folder in which the name is taken. */
  readonly parentId: string;
  /** Of an uploaded folder: `replace` puts what it holds into the one that is there. */
  readonly isMerge: boolean;
  /** A file takes the place of files only, a folder of folders. */
  readonly mayReplace: boolean;
  /** Key of the merged folder it lies in: it counts only while that one is merged. */
  readonly inside: string | null;
  /** The same file is there already: same size, and same time or same content. */
  readonly isUnchanged: boolean;
  /** The name it gets when both are kept; null where nobody asked. */
  readonly freeName: string | null;
}

export type Choices = ReadonlyMap<string, ConflictChoice>;

/** What a person is asked. */
export interface ConflictQuestion {
  /** One after the other. */
  readonly id: number;
  readonly way: ConflictOperation;
  /** The folder they go to; null: each to its own. */
  readonly folderName: string | null;
  readonly conflicts: readonly Conflict[];
  /** Null: nothing is to be done at all. */
  answer(choices: Choices | null): void;
}

/** What goes to the server in one call. */
export interface Portion {
  readonly rows: readonly DriveRow[];
  readonly conflict: ConflictChoice;
}

/** Times of one file differ by less, ms: some file systems count in steps of two seconds. */
const SAME_TIME_MS = 2_000;

/**
 * What two files of one name have in common.
 * `same`: size and time of change are equal. `maybe`: sizes are equal, so only the content can tell.
 */
export function likeness(mine: Side, there: Side): 'same' | 'maybe' | 'other' {
  if (mine.folder || there.folder || mine.sizeBytes !== there.sizeBytes) return 'other';
  const isTimeKnown = mine.modifiedMs > 0 && there.modifiedMs > 0;
  return isTimeKnown && Math.abs(mine.modifiedMs - there.modifiedMs) < SAME_TIME_MS ? 'same' : 'maybe';
}

/**
 * A file that is there already is skipped. Otherwise both are kept, which loses nothing; an uploaded folder joins the one
 * that is there, as people expect of it.
 */
export function firstChoice({ isMerge, mayReplace, isUnchanged }: Conflict): ConflictChoice {
  if (isUnchanged) return 'skip';
  return isMerge && mayReplace ? 'replace' : 'keep_both';
}

export function choiceOf(choices: Choices, conflict: Conflict): ConflictChoice {
  return choices.get(conflict.key) ?? firstChoice(conflict);
}

/** Those that count now: what lies in a folder that is not merged meets nobody. */
export function standing(conflicts: readonly Conflict[], choices: Choices): Conflict[] {
  const merged = new Set<string>();
  for (const one of conflicts) if (one.isMerge && choiceOf(choices, one) === 'replace') merged.add(one.key);
  return conflicts.filter(({ inside }) => inside === null || merged.has(inside));
}

/** Which of them one choice for all is about: files, if folders would merge; else all. */
export function common(conflicts: readonly Conflict[]): readonly Conflict[] {
  const others = conflicts.filter(({ isMerge }) => !isMerge);
  return others.length > 0 ? others : conflicts;
}

/** One choice for all; where kinds differ, nothing is replaced. */
export function chooseAll(conflicts: readonly Conflict[], choices: Choices, choice: ConflictChoice): Choices {
  const next = new Map(choices);
  for (const { key, mayReplace } of common(conflicts))
    next.set(key, choice === 'replace' && !mayReplace ? 'keep_both' : choice);
  return next;
}

/** The choice that all of them have, as far as they can; null when they differ. */
export function chosenForAll(conflicts: readonly Conflict[], choices: Choices): ConflictChoice | null {
  const able = common(conflicts).filter(({ mayReplace }) => mayReplace);
  const asked = able.length > 0 ? able : common(conflicts);
  const found = new Set(asked.map((one) => choiceOf(choices, one)));
  const [only] = found;
  return found.size === 1 && only ? only : null;
}
