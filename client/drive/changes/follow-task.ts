/** A task of the drive, asked about until it is over. */
import { ApiError } from '#client/api/errors.ts';
import { isErrorName } from '#shared/errors.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DrivePage } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import { TaskFailed, type ToastActions } from './toast.actions.ts';

/** Between two questions about a task: quick at first, then patient. */
const POLL_MS = [150, 300, 600, 1_000, 2_000] as const;
/** After this the person is told that it goes on. */
const TELL_AFTER_MS = 5_000;

/** What a task tells of its end, by ids. */
export interface Outcome {
  readonly replaced: readonly string[];
  /** Gone meanwhile, and left out. */
  readonly skipped: readonly string[];
}

interface FollowDeps {
  readonly api: DriveApi;
  readonly page: DrivePage;
  readonly words: () => Translator;
  readonly toasts: ToastActions;
}

/** Ids that a task tells of, as JSON; none where it tells of none. */
function idsOf(told: string | undefined): string[] {
  try {
    const ids: unknown = JSON.parse(told ?? '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

/** @throws Error when the task failed, with its own words where it has some */
export async function followTask(taskId: string, { api, page, words, toasts }: FollowDeps): Promise<Outcome> {
  const startedMs = page.nowMs();
  let isTold = false;
  for (let asked = 0; ; asked += 1) {
    const { phase, message, params } = await api.task(taskId);
    if (phase === 'PHASE_TYPE_COMPLETE')
      return { replaced: idsOf(params?.['replaced']), skipped: idsOf(params?.['skipped']) };
    if (phase === 'PHASE_TYPE_ERROR' && isErrorName(message))
      throw new ApiError({ error: message }, `/tasks/${taskId}`);
    if (phase === 'PHASE_TYPE_ERROR') throw new TaskFailed(message || words().t('drive.failed.action'));
    if (!isTold && page.nowMs() - startedMs > TELL_AFTER_MS) {
      isTold = true;
      toasts.say(words().t('drive.working'));
    }
    await page.wait(POLL_MS[Math.min(asked, POLL_MS.length - 1)] ?? 0);
  }
}
