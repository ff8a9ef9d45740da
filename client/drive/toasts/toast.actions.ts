/** Toasts at the foot of the page; each disappears after a while. */
import { ApiError } from '#client/api/errors.ts';
import { withTexts } from '#client/ui/later-texts.ts';
import type { ToastAction } from '#client/ui/toast.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveState } from '../drive.state.ts';

/** Time to read a sentence; with an action longer, because reaching its button takes time. */
const TOAST_MS = 6_000;
const TOAST_WITH_ACTION_MS = 12_000;
/** More would cover the list. */
const MAX_TOASTS = 3;

/** A task that failed with a message of the server. */
export class TaskFailed extends Error {}

export interface FailureContext {
  /** Rows of the change that failed; the list was refreshed since. */
  readonly rows?: readonly DriveRow[];
  /** Does the same again. */
  readonly again?: () => void;
}

/** Errors that open a dialog with numbers and next steps instead of a toast. */
const DIALOGS: Partial<Record<ErrorName, 'space' | 'limit'>> = {
  file_space_not_enough: 'space',
  task_daily_create_limit: 'limit',
  task_daily_create_limit_vip: 'limit',
  traffic_not_enough: 'limit',
  transfer_limit: 'limit',
  link_limit: 'limit',
};
const GONE: readonly ErrorName[] = ['file_not_found', 'not_found', 'file_in_recycle_bin'];

/** A file or folder of the change is gone: the list is stale until it is refreshed. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && GONE.includes(error.errorName);
}

export interface ToastActions {
  /** @returns its id */
  show(text: string, ...actions: readonly ToastAction[]): string;
  /** Shows the user's sentence of a failure; a button shows its details. */
  showFailure(error: unknown, context?: FailureContext): void;
  dismiss(id: string): void;
}

export function makeToastActions(state: DriveState, browser: BrowserApi, translator: () => Translator): ToastActions {
  let made = 0;
  const dismiss = (id: string) => {
    state.toasts.value = state.toasts.value.filter((toast) => toast.id !== id);
  };
  const show: ToastActions['show'] = (text, ...actions) => {
    made += 1;
    const id = `t${made}`;
    const dismissing = actions.map(({ label, run }) => ({
      label,
      run: () => {
        dismiss(id);
        run();
      },
    }));
    state.toasts.value = [...state.toasts.value, { id, text, actions: dismissing }].slice(-MAX_TOASTS);
    browser.after(actions.length > 0 ? TOAST_WITH_ACTION_MS : TOAST_MS, () => dismiss(id));
    return id;
  };
  return {
    show,
    dismiss,
    showFailure(error, { rows, again } = {}) {
      const sentence = error instanceof TaskFailed ? error.message : messageOf(error, (key) => translator().text(key));
      if (!(error instanceof ApiError)) {
        show(sentence);
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
        void withTexts(import('./gone-label.ts')).then(
          ({ goneText }) => show(goneText(error, rows, state.rows.value, translator()) ?? sentence),
          () => show(sentence),
        );
        return;
      }
      const facts = { sentence, name: error.errorName, code: error.code, call: error.errorUri };
      show(sentence, {
        label: translator().t('drive.problem.show'),
        run: () => {
          state.dialog.value = { kind: 'problem', facts };
        },
      });
    },
  };
}
