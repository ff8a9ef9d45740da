/** Extracting archives and packing folders in the drive: tasks that the user may leave running. */
import { ApiError } from '#client/api/errors.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { ExtractChoice } from '../archive/archive-folder.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { Destination } from '../conflicts/conflict.rules.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';
import type { ArchiveApi } from './archive.api.ts';
import type { ChangeRunner } from './change-runner.ts';
import { followTask } from './follow-task.ts';

interface ArchiveDeps {
  readonly state: Pick<DriveState, 'dialog'>;
  readonly api: DriveApi;
  readonly archiveApi: ArchiveApi;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly toasts: ToastActions;
  readonly runner: Pick<ChangeRunner, 'refreshAll' | 'reportFailure'>;
}

const PASSWORD_ERRORS: readonly string[] = ['unzip_password_required', 'unzip_password_incorrect'];

export function makeArchiveActions({ state, api, archiveApi, browser, translator, toasts, runner }: ArchiveDeps) {
  const follow = (taskId: string) => followTask(taskId, { api, browser, translator, toasts });

  async function extract(row: DriveRow, to: Destination, choice: ExtractChoice): Promise<void> {
    const { t } = translator();
    try {
      const taskId = await archiveApi.extract(row.id, to.id, choice);
      toasts.show(t('drive.extract.started', { name: row.name }));
      await follow(taskId);
      await runner.refreshAll();
      toasts.show(t('drive.extract.done', { name: to.name }));
    } catch (error) {
      if (error instanceof ApiError && PASSWORD_ERRORS.includes(error.errorName)) {
        state.dialog.value = {
          kind: 'password',
          name: row.name,
          isWrong: error.errorName === 'unzip_password_incorrect',
          answer: (password) => void extract(row, to, { ...choice, password }),
        };
        return;
      }
      await runner.reportFailure(error, [row]);
    }
  }

  async function pack(row: DriveRow): Promise<void> {
    const { t } = translator();
    try {
      const taskId = await archiveApi.pack(row.id);
      toasts.show(t('drive.pack.started', { name: row.name }));
      await follow(taskId);
      await runner.refreshAll();
      toasts.show(t('drive.pack.done', { name: `${row.name}.zip` }));
    } catch (error) {
      await runner.reportFailure(error, [row]);
    }
  }

  return { extract, pack, listArchive: archiveApi.listArchive };
}
