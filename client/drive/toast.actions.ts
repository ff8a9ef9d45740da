/** News at the foot of the page: shown, and gone by itself after a while. */
import { ApiError, sentenceOf } from '#client/api/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DriveState } from './drive.state.ts';
import type { DrivePage } from './page-port.ts';

/** Long enough to read a sentence; with a way back longer, because reaching it takes time. */
const TOAST_MS = 6_000;
const TOAST_WITH_ACTION_MS = 12_000;
/** More would cover the list. */
const MAX_TOASTS = 3;

export interface ToastActions {
  say(text: string, action?: { label: string; run: () => void }): void;
  /** A failure in the person's words, with its facts one press away. */
  sayFailure(error: unknown): void;
  dismiss(id: string): void;
}

export function makeToastActions(state: DriveState, page: DrivePage, words: () => Translator): ToastActions {
  let made = 0;
  const dismiss = (id: string) => {
    state.toasts.value = state.toasts.value.filter((toast) => toast.id !== id);
  };
  const say: ToastActions['say'] = (text, action) => {
    made += 1;
    const id = `t${made}`;
    const run = action
      ? () => {
          dismiss(id);
          action.run();
        }
      : null;
    const toast = action && run ? { id, text, action: { label: action.label, run } } : { id, text };
    state.toasts.value = [...state.toasts.value, toast].slice(-MAX_TOASTS);
    page.after(action ? TOAST_WITH_ACTION_MS : TOAST_MS, () => dismiss(id));
  };
  return {
    say,
    dismiss,
    sayFailure(error) {
      const sentence = sentenceOf(error, (key) => words().text(key));
      if (!(error instanceof ApiError)) return say(sentence);
      if (error.errorName === 'unauthenticated') {
        state.status.value = 'ended';
        return;
      }
      const facts = { sentence, name: error.errorName, code: error.code, call: error.errorUri };
      say(sentence, {
        label: words().t('drive.problem.show'),
        run: () => {
          state.dialog.value = { kind: 'problem', facts };
        },
      });
    },
  };
}
