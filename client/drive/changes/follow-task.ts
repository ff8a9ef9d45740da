/** Polls a task of the drive until it has ended. */
import { ApiError } from '#client/api/errors.ts';
import { isErrorName } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import { TaskFailed, type ToastActions } from '../toasts/toast.actions.ts';

/** Pauses between two polls: short at first, then longer. */
const POLL_MS = [150, 300, 600, 1_000, 2_000] as const;
/** After 5 s a toast says that the task is still running. */
const SHOW_AFTER_MS = 5_000;

/** Ids that the task reports at its end. */
export interface TaskOutcome {
  readonly replaced: readonly string[];
  /** Files that were deleted concurrently; the task left them out. */
  readonly skipped: readonly string[];
  /** Files that were restored to the root, because their own folder is not in place. */
  readonly rehomed: readonly string[];
}

export interface FollowDeps {
  readonly api: Pick<DriveApi, 'task'>;
  readonly browser: Pick<BrowserApi, 'nowMs' | 'wait'>;
  readonly translator: () => Translator;
  readonly toasts: Pick<ToastActions, 'show'>;
}

/** @param param  a JSON list of ids; other text gives none */
function idsOf(param: string | undefined): string[] {
  try {
    const ids: unknown = JSON.parse(param ?? '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

/** @throws Error when the task failed, with its own message where it has one */
export async function followTask(taskId: string, deps: FollowDeps): Promise<TaskOutcome> {
  const { api, browser, translator, toasts } = deps;
  const startedMs = browser.nowMs();
  let isToastShown = false;
  for (let polls = 0; ; polls += 1) {
    const { phase, message, params } = await api.task(taskId);
    if (phase === 'PHASE_TYPE_COMPLETE')
      return {
        replaced: idsOf(params?.['replaced']),
        skipped: idsOf(params?.['skipped']),
        rehomed: idsOf(params?.['rehomed']),
      };
    if (phase === 'PHASE_TYPE_ERROR' && isErrorName(message))
      throw new ApiError({ error: message }, `/tasks/${taskId}`);
    if (phase === 'PHASE_TYPE_ERROR') throw new TaskFailed(message || translator().t('drive.failed.action'));
    if (!isToastShown && browser.nowMs() - startedMs > SHOW_AFTER_MS) {
      isToastShown = true;
      toasts.show(translator().t('drive.working'));
    }
    await browser.wait(POLL_MS[Math.min(polls, POLL_MS.length - 1)] ?? 0);
  }
}
