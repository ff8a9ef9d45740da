/**
 * Asks the user about name conflicts before rows are moved, copied, restored or uploaded. Where the question cannot be asked,
 * both files are kept, which loses nothing. Loaded with the first such change.
 */
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import {
  type Choices,
  type Conflict,
  type ConflictOperation,
  type ConflictQuestion,
  choiceOf,
  type Destination,
  type Portion,
} from '../conflicts/conflict.rules.ts';
import type { DriveState } from '../drive.state.ts';
import { grouped } from '../listing/group-by.ts';
import { type ConflictFinderDeps, makeConflictFinder, pathKey } from './conflict-finder.ts';

export interface ConflictDeps extends ConflictFinderDeps {
  readonly state: DriveState;
  /** Called once for each question whose answer skips something. */
  readonly onSkipped: (count: number) => void;
}

/** Null: the user cancelled the change. */
export interface ConflictActions {
  /** @param to  the destination; null: each row goes back to its own folder */
  ofRows(
    operation: Exclude<ConflictOperation, 'upload'>,
    rows: readonly DriveRow[],
    to: Destination | null,
  ): Promise<readonly Portion[] | null>;
  ofPicked(picked: readonly PickedEntry[], to: Destination): Promise<readonly PickedEntry[] | null>;
}

type ChoiceByKey = (key: string) => ConflictChoice;

function byKey(conflicts: readonly Conflict[], choices: Choices): ChoiceByKey {
  const conflictOf = new Map(conflicts.map((one) => [one.key, one]));
  return (key) => {
    const conflict = conflictOf.get(key);
    return conflict ? choiceOf(choices, conflict) : 'keep_both';
  };
}

/** Drops skipped files, and marks merged folders and replaced files. */
function applyChoices(picked: readonly PickedEntry[], choice: ChoiceByKey): PickedEntry[] {
  return picked.flatMap((one) => {
    const top = one.folders[0] === undefined ? null : choice(one.folders[0]);
    if (top === 'skip') return [];
    const own = one.file && (top === null || top === 'replace') ? choice(pathKey(one.folders, one.file.name)) : null;
    if (own === 'skip') return [];
    return {
      ...one,
      ...(top === 'replace' ? { isMerged: true } : {}),
      ...(own === 'replace' ? { conflict: own } : {}),
    };
  });
}

const countFiles = (picked: readonly PickedEntry[]) => picked.filter(({ file }) => file).length;

export function makeConflictActions({ state, onSkipped, ...finderDeps }: ConflictDeps): ConflictActions {
  const finder = makeConflictFinder(finderDeps);
  /** Questions are asked one at a time. */
  let lastQuestion: Promise<unknown> = Promise.resolve();
  let questions = 0;

  function showQuestion(question: Omit<ConflictQuestion, 'answer' | 'id'>): Promise<Choices | null> {
    return new Promise((resolve) => {
      questions += 1;
      const dialog = { kind: 'conflict' as const, question: { ...question, id: questions, answer } };
      let stop: () => void = () => undefined;
      function answer(choices: Choices | null): void {
        stop();
        if (state.dialog.value === dialog) state.dialog.value = null;
        resolve(choices);
      }
      state.menu.value = null;
      state.dialog.value = dialog;
      // Opening another folder closes the dialog, which cancels the change.
      stop = state.dialog.subscribe((current) => {
        if (current !== dialog) answer(null);
      });
    });
  }

  async function ask(
    operation: ConflictOperation,
    to: Destination | null,
    found: readonly Conflict[],
  ): Promise<Choices | null> {
    const conflicts = await finder.withFreeNames(found);
    const answer = lastQuestion.then(() => showQuestion({ operation, folderName: to?.name ?? null, conflicts }));
    lastQuestion = answer;
    return answer;
  }

  return {
    async ofRows(operation, rows, to) {
      const found = await finder.inRows(rows, to);
      if (found.length === 0) return [{ rows, conflict: 'keep_both' }];
      const choices = await ask(operation, to, found);
      if (!choices) return null;
      const choice = byKey(found, choices);
      const groups = grouped(rows, ({ id }) => choice(id));
      const skipped = groups.get('skip')?.length ?? 0;
      if (skipped > 0) onSkipped(skipped);
      return (['keep_both', 'replace'] as const).flatMap((conflict) => {
        const group = groups.get(conflict);
        return group ? [{ rows: group, conflict }] : [];
      });
    },
    async ofPicked(picked, to) {
      const found = await finder.inPicked(picked, to.id).catch(() => []);
      if (found.length === 0) return picked;
      const choices = await ask('upload', to, found);
      if (!choices) return null;
      const wanted = applyChoices(picked, byKey(found, choices));
      const skipped = countFiles(picked) - countFiles(wanted);
      if (skipped > 0) onSkipped(skipped);
      return wanted;
    },
  };
}
