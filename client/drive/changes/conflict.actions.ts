/**
 * Looks for names that are taken before things are moved, copied, taken back or uploaded, and asks what to do about them.
 * Where the question cannot be put, both are kept: that loses nothing. Loaded with the first such change.
 */
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { numberedName } from '#shared/drive/names.ts';
import { type DriveRow, rowOf } from '#shared/drive/rows.ts';
import type { TakenName } from '../details/versions.api.ts';
import type { DriveState } from '../drive.state.ts';
import { grouped } from '../listing/group-by.ts';
import {
  type Choices,
  type Conflict,
  type ConflictOperation,
  type ConflictQuestion,
  choiceOf,
  type Destination,
  likeness,
  type Portion,
  type Side,
} from './conflict.rules.ts';

/** Folders asked about before a change: those of things taken back, and those that an upload joins. */
const MAX_FOLDERS = 100;
/** 256 MiB: files of equal size but another time are read to compare them, up to this sum. */
const MAX_COMPARED_BYTES = 268_435_456;
/** Numbers tried for the name that is shown. */
const NUMBERS = 6;
/** More names than this get no new name shown. */
const MAX_NAMED = 300;

export interface ConflictDeps {
  readonly state: DriveState;
  /** @throws ApiError, after a few seconds at most */
  readonly taken: (parentId: string, names: readonly string[]) => Promise<readonly TakenName[]>;
  /** The hash that the drive stores of a content, in any case. @throws what keeps the file from being read */
  readonly hashOf: (file: File) => Promise<string>;
  /** Told once for each question whose answer leaves something out. */
  readonly onSkipped: (count: number) => void;
}

/** What has the name, with the hash of its content; '' where there is none. */
type There = DriveRow & { readonly hash: string };

interface FoundConflict extends Conflict {
  /** The file that comes and the hash of the one that is there: to be compared, because sizes alone are equal. */
  readonly compare?: { readonly file: File; readonly hash: string };
}

/** Null: the change is not wanted any more. */
export interface ConflictActions {
  /** @param to  where they go; null: each back to its own folder */
  ofRows(
    way: Exclude<ConflictOperation, 'upload'>,
    rows: readonly DriveRow[],
    to: Destination | null,
  ): Promise<readonly Portion[] | null>;
  /** @param to  the folder they were chosen for */
  ofPicked(picked: readonly PickedEntry[], to: Destination): Promise<readonly PickedEntry[] | null>;
}

const sideOf = ({ folder, sizeBytes, modifiedMs }: DriveRow): Side => ({ folder, sizeBytes, modifiedMs });
const pathOf = (folders: readonly string[], name: string) => [...folders, name].join('/');

interface Wanted {
  readonly key: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly mine: Side;
  readonly inside: string | null;
  readonly isUpload: boolean;
  /** Of an upload; null for a folder. */
  readonly file?: File | null;
}

function conflictOf(wanted: Wanted, parentId: string, there: readonly There[]): FoundConflict | null {
  const { isUpload, file = null, ...one } = wanted;
  const others = there.filter(({ id, name }) => name !== '' && id !== one.key);
  const same = others.find(({ folder }) => folder === one.mine.folder);
  const found = same ?? others[0];
  if (!found) return null;
  const like = isUpload ? likeness(one.mine, sideOf(found)) : 'other';
  return {
    ...one,
    parentId,
    there: sideOf(found),
    isMerge: isUpload && one.mine.folder,
    mayReplace: same !== undefined,
    isUnchanged: like === 'same',
    freeName: null,
    ...(like === 'maybe' && file && found.hash !== '' ? { compare: { file, hash: found.hash } } : {}),
  };
}

export function makeConflictActions({ state, taken, hashOf, onSkipped }: ConflictDeps): ConflictActions {
  /** One question at a time. */
  let before: Promise<unknown> = Promise.resolve();
  let asked = 0;

  async function thereOf(parentId: string, names: Iterable<string>): Promise<Map<string, There[]>> {
    const found = new Map<string, There[]>();
    for (const { name, file } of await taken(parentId, [...new Set(names)]))
      found.set(name, [...(found.get(name) ?? []), { ...rowOf(file), hash: file.hash ?? '' }]);
    return found;
  }

  /** The names that keeping both would give; a nicety, so it may fail. */
  async function named(conflicts: readonly Conflict[]): Promise<readonly Conflict[]> {
    if (conflicts.length > MAX_NAMED) return conflicts;
    const groups = grouped(conflicts, ({ parentId }) => parentId);
    const numbers = Array.from({ length: NUMBERS }, (_, at) => at + 1);
    try {
      const free = new Map<string, string>();
      for (const [parentId, group] of groups) {
        const wanted = group.flatMap(({ name }) => numbers.map((number) => numberedName(name, number)));
        const used = new Set((await thereOf(parentId, wanted)).keys());
        for (const { key, name } of group) {
          const next = numbers.map((number) => numberedName(name, number)).find((one) => !used.has(one));
          if (next !== undefined) free.set(key, next);
        }
      }
      return conflicts.map((one) => ({ ...one, freeName: free.get(one.key) ?? null }));
    } catch {
      return conflicts;
    }
  }

  function put(question: Omit<ConflictQuestion, 'answer' | 'id'>): Promise<Choices | null> {
    return new Promise((resolve) => {
      asked += 1;
      const dialog = { kind: 'conflict' as const, question: { ...question, id: asked, answer } };
      let stop: () => void = () => undefined;
      function answer(choices: Choices | null): void {
        stop();
        if (state.dialog.value === dialog) state.dialog.value = null;
        resolve(choices);
      }
      state.menu.value = null;
      state.dialog.value = dialog;
      // Another folder was opened meanwhile: nobody answers any more.
      stop = state.dialog.subscribe((now) => {
        if (now !== dialog) answer(null);
      });
    });
  }

  async function ask(
    way: ConflictOperation,
    to: Destination | null,
    found: readonly Conflict[],
  ): Promise<Choices | null> {
    const conflicts = await named(found);
    const asking = before.then(() => put({ way, folderName: to?.name ?? null, conflicts }));
    before = asking;
    return asking;
  }

  async function findRows(rows: readonly DriveRow[], to: Destination | null): Promise<Conflict[]> {
    const groups = grouped(rows, (row) => to?.id ?? row.parentId);
    const asked = [...groups].slice(0, MAX_FOLDERS).map(async ([parentId, group]) => {
      const there = await thereOf(
        parentId,
        group.map(({ name }) => name),
      ).catch(() => new Map<string, There[]>());
      return group.flatMap((row) => {
        const wanted = { key: row.id, name: row.name, folders: [], mine: sideOf(row), inside: null, isUpload: false };
        return conflictOf(wanted, parentId, there.get(row.name) ?? []) ?? [];
      });
    });
    return (await Promise.all(asked)).flat();
  }

  /** Level by level into folders that are there already. */
  async function findPicked(picked: readonly PickedEntry[], folderId: string): Promise<Conflict[]> {
    const found: FoundConflict[] = [];
    const levels: { parentId: string; path: readonly string[]; of: readonly PickedEntry[]; inside: string | null }[] = [
      { parentId: folderId, path: [], of: picked, inside: null },
    ];
    for (let at = 0; at < levels.length && at < MAX_FOLDERS; at += 1) {
      const level = levels[at];
      if (!level) break;
      const { path, inside, parentId } = level;
      const here = grouped(level.of, ({ file, folders }) => folders[path.length] ?? file?.name ?? '');
      here.delete('');
      // Above all nothing is known then; below, what is known already is asked about.
      const there = await thereOf(parentId, here.keys()).catch((error: unknown) => {
        if (inside === null) throw error;
        return new Map<string, There[]>();
      });
      for (const [name, all] of here) {
        const rows = there.get(name) ?? [];
        const file = all.find((one) => one.file && one.folders.length === path.length)?.file ?? null;
        const mine = { folder: file === null, sizeBytes: file?.size ?? 0, modifiedMs: file?.lastModified ?? 0 };
        const key = pathOf(path, name);
        const conflict = conflictOf({ key, name, folders: path, mine, inside, isUpload: true, file }, parentId, rows);
        if (!conflict) continue;
        // Folders inside a merged one join theirs without a word.
        if (inside === null || !conflict.isMerge) found.push(conflict);
        const same = rows.find(({ folder }) => folder);
        if (conflict.isMerge && same)
          levels.push({ parentId: same.id, path: [...path, name], of: all, inside: inside ?? key });
      }
    }
    return compared(found);
  }

  /** Reads files whose size alone tells nothing. One that cannot be read counts as changed. */
  async function compared(found: readonly FoundConflict[]): Promise<Conflict[]> {
    let leftBytes = MAX_COMPARED_BYTES;
    const result: Conflict[] = [];
    for (const { compare, ...conflict } of found) {
      leftBytes -= compare ? compare.file.size : 0;
      const mine = compare && leftBytes >= 0 ? await hashOf(compare.file).catch(() => '') : '';
      const isSame = compare !== undefined && mine.toLowerCase() === compare.hash.toLowerCase();
      result.push(isSame ? { ...conflict, isUnchanged: true } : conflict);
    }
    return result;
  }

  return {
    async ofRows(way, rows, to) {
      const found = await findRows(rows, to);
      if (found.length === 0) return [{ rows, conflict: 'keep_both' }];
      const choices = await ask(way, to, found);
      if (!choices) return null;
      const conflicts = new Map(found.map((one) => [one.key, one]));
      const chosen = ({ id }: DriveRow): ConflictChoice => {
        const conflict = conflicts.get(id);
        return conflict ? choiceOf(choices, conflict) : 'keep_both';
      };
      const groups = grouped(rows, chosen);
      const skipped = groups.get('skip')?.length ?? 0;
      if (skipped > 0) onSkipped(skipped);
      return (['keep_both', 'replace'] as const).flatMap((conflict) => {
        const of = groups.get(conflict);
        return of ? [{ rows: of, conflict }] : [];
      });
    },
    async ofPicked(picked, to) {
      const found = await findPicked(picked, to.id).catch(() => []);
      if (found.length === 0) return picked;
      const choices = await ask('upload', to, found);
      if (!choices) return null;
      const conflicts = new Map(found.map((one) => [one.key, one]));
      const chosen = (key: string): ConflictChoice => {
        const conflict = conflicts.get(key);
        return conflict ? choiceOf(choices, conflict) : 'keep_both';
      };
      const wanted = picked.flatMap((one) => {
        const top = one.folders[0] === undefined ? null : chosen(one.folders[0]);
        if (top === 'skip') return [];
        const own = one.file && (top === null || top === 'replace') ? chosen(pathOf(one.folders, one.file.name)) : null;
        if (own === 'skip') return [];
        return {
          ...one,
          ...(top === 'replace' ? { isMerged: true } : {}),
          ...(own === 'replace' ? { conflict: own } : {}),
        };
      });
      const filesOf = (all: readonly PickedEntry[]) => all.filter(({ file }) => file).length;
      const skipped = filesOf(picked) - filesOf(wanted);
      if (skipped > 0) onSkipped(skipped);
      return wanted;
    },
  };
}
