/**
 * The way back from the last change of this window: one step, offered in the news and by Ctrl+Z. What cannot be taken back
 * any more is said; what failed for another reason may be tried again.
 */
import { ApiError, sentenceOf } from '#client/api/errors.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { ToastActions } from './toast.actions.ts';

/** A change that was done, and what takes it back. */
export interface UndoStep {
  /** Takes it back; what it throws is told. @returns the news of success */
  run(): Promise<string>;
}

export interface UndoActions {
  /** Tells of a change with its way back; the one before has none any more. */
  offer(text: string, step: UndoStep): void;
  /** @returns false when there is nothing to take back */
  undo(): boolean;
}

/** After these no repetition helps: somebody changed the same things meanwhile. */
const LOST: readonly ErrorName[] = [
  'file_not_found',
  'not_found',
  'file_in_recycle_bin',
  'file_duplicated_name',
  'file_move_or_copy_to_cur',
  'file_rename_uncompleted',
  'file_rename_to_same_name',
  'invalid_argument',
];

export function isLost(error: unknown): boolean {
  return error instanceof ApiError && LOST.includes(error.errorName);
}

export function makeUndoActions(toasts: ToastActions, words: () => Translator): UndoActions {
  let last: { step: UndoStep; toastId: string } | null = null;

  function offer(text: string, step: UndoStep): void {
    if (last) toasts.dismiss(last.toastId);
    const toastId = toasts.say(text, { label: words().t('drive.undo'), run: () => void take(step) });
    last = { step, toastId };
  }

  async function take(step: UndoStep): Promise<void> {
    if (last?.step !== step) return;
    toasts.dismiss(last.toastId);
    last = null;
    try {
      toasts.say(await step.run());
    } catch (error) {
      if (isLost(error)) {
        const reason = sentenceOf(error, (key) => words().text(key));
        toasts.say(words().t('drive.undo.lost', { reason }));
        return;
      }
      toasts.sayFailure(error);
      last ??= { step, toastId: '' };
    }
  }

  return {
    offer,
    undo() {
      if (!last) return false;
      void take(last.step);
      return true;
    },
  };
}
