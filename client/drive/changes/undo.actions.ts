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

type Offer = UndoActions['offer'];

export interface UndoActions {
  /**
   * A change with a way back, from its start to its end. Who asks for the way back meanwhile means this change: it is taken
   * back as soon as it is done. @param change  is given what offers its way back
   */
  during(change: (offer: Offer) => Promise<void>): Promise<void>;
  /** Tells of a change with its way back; the one before has none any more. */
  offer(text: string, step: UndoStep): void;
  /** Takes back the change under way, or else the last one. @returns false when there is nothing to take back */
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
  /** Changes under way that can be taken back, and the one that is to be. */
  const underway = new Set<object>();
  let unwanted: object | null = null;

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
    async during(change) {
      const mine = {};
      underway.add(mine);
      try {
        await change((text, step) => {
          underway.delete(mine);
          if (unwanted !== mine) return offer(text, step);
          unwanted = null;
          if (last) toasts.dismiss(last.toastId);
          last = { step, toastId: '' };
          void take(step);
        });
      } finally {
        underway.delete(mine);
        if (unwanted === mine) unwanted = null;
      }
    },
    undo() {
      const asked = [...underway].at(-1);
      if (asked) {
        unwanted = asked;
        return true;
      }
      if (!last) return false;
      void take(last.step);
      return true;
    },
  };
}
