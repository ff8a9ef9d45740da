/** News at the foot of the page: shown, and gone by itself after a while. */
import { ApiError, sentenceOf } from '#client/api/errors.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DrivePage } from '../browser-api.ts';
import type { DriveState } from '../drive.state.ts';

/** Long enough to read a sentence; with a way back longer, because reaching it takes time. */
const TOAST_MS = 6_000;
const TOAST_WITH_ACTION_MS = 12_000;
/** More would cover the list. */
const MAX_TOASTS = 3;

/** A task that ended badly, in the server's words. */
export class TaskFailed extends Error {}

/** What a failure is about, where somebody knows. */
export interface FailureContext {
  /** What was to be changed; the list was asked for again since. */
  readonly rows?: readonly DriveRow[];
  /** Does the same again. */
  readonly again?: () => void;
}

/** More than a sentence: numbers, and ways on. */
const DIALOGS: Partial<Record<ErrorName, 'space' | 'limit'>> = {
  file_space_not_enough: 'space',
  task_daily_create_limit: 'limit',
  task_daily_create_limit_vip: 'limit',
};
const GONE: readonly ErrorName[] = ['file_not_found', 'not_found', 'file_in_recycle_bin'];

/** Something is not where it was: the list knows better once it is asked for again. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && GONE.includes(error.errorName);
}

export interface ToastActions {
  /** @returns its id */
  say(text: string, action?: { label: string; run: () => void }): string;
  /** A failure in the person's words, with its facts one press away. */
  sayFailure(error: unknown, context?: FailureContext): void;
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
    return id;
  };
  return {
    say,
    dismiss,
    sayFailure(error, { rows, again } = {}) {
      const sentence = error instanceof TaskFailed ? error.message : sentenceOf(error, (key) => words().text(key));
      if (!(error instanceof ApiError)) {
        say(sentence);
        return;
      }
      if (error.errorName === 'unauthenticated') {
        state.status.value = 'ended';
        return;
      }
      const kind = DIALOGS[error.errorName];
      if (kind && !state.dialog.value) {
        state.dialog.value = { kind, error, again };
        return;
      }
      if (rows && isGone(error)) {
        void import('./gone-label.ts').then(
          ({ goneText }) => say(goneText(error, rows, state.rows.value, words()) ?? sentence),
          () => say(sentence),
        );
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
