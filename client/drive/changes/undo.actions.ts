/**
 * Undo of the last change of this window: one step, offered in the toast and by Ctrl+Z. A change that can no longer be undone
 * is reported; an undo that failed for another reason may be tried again.
 */
import { ApiError } from '#client/api/errors.ts';
import type { ToastAction } from '#client/ui/toast.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';

/** Undoes a change; its failures are reported. @returns the message of success */
export type UndoStep = () => Promise<string>;

type Offer = (text: string, step: UndoStep) => void;

export interface UndoActions {
  /**
   * Runs a change that can be undone. An undo that the user asks for while the change runs is done right after it.
   * @param change  calls `offer` once it has changed something
   */
  during(change: (offer: Offer) => Promise<void>): Promise<void>;
  /** Shows a toast with an undo button; replaces the undo of the change before. @returns the id of the toast */
  offer(text: string, step: UndoStep, ...more: readonly ToastAction[]): string;
  /** Undoes the running change, or else the last one. @returns false when there is nothing to undo */
  undo(): boolean;
}

/** After these errors a repetition fails too: the same files were changed concurrently. */
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

export function makeUndoActions(toasts: ToastActions, translator: () => Translator): UndoActions {
  let last: { step: UndoStep; toastId: string } | null = null;
  /** Running changes that can be undone. */
  const running = new Set<object>();
  /** The running change that is undone once it has ended. */
  let unwanted: object | null = null;

  function offer(text: string, step: UndoStep, ...more: readonly ToastAction[]): string {
    if (last) toasts.dismiss(last.toastId);
    const toastId = toasts.show(text, { label: translator().t('drive.undo'), run: () => void take(step) }, ...more);
    last = { step, toastId };
    return toastId;
  }

  async function take(step: UndoStep): Promise<void> {
    if (last?.step !== step) return;
    toasts.dismiss(last.toastId);
    last = null;
    try {
      toasts.show(await step());
    } catch (error) {
      if (isLost(error)) {
        const reason = messageOf(error, (key) => translator().text(key));
        toasts.show(translator().t('drive.undo.lost', { reason }));
        return;
      }
      toasts.showFailure(error);
      last ??= { step, toastId: '' };
    }
  }

  return {
    offer,
    async during(change) {
      const mine = {};
      running.add(mine);
      try {
        await change((text, step) => {
          running.delete(mine);
          if (unwanted !== mine) {
            offer(text, step);
            return;
          }
          unwanted = null;
          if (last) toasts.dismiss(last.toastId);
          last = { step, toastId: '' };
          void take(step);
        });
      } finally {
        running.delete(mine);
        if (unwanted === mine) unwanted = null;
      }
    },
    undo() {
      const change = [...running].at(-1);
      if (change) {
        unwanted = change;
        return true;
      }
      if (!last) return false;
      void take(last.step);
      return true;
    },
  };
}
