/** Versions of a file: list, download, restore, delete. Loaded when details show a file. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { FileVersion } from '#shared/drive/versions.contract.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { parseWireTime } from '#shared/units.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { UndoActions } from '../changes/undo.actions.ts';
import type { DriveState, Version } from '../drive.state.ts';
import { isGone, type ToastActions } from '../toasts/toast.actions.ts';
import type { VersionsApi } from './versions.api.ts';

export interface VersionList {
  readonly versions: readonly Version[];
  readonly nextPageToken: string;
}

export interface VersionActions {
  /** Newest first. @throws ApiError */
  list(row: DriveRow, pageToken: string): Promise<VersionList>;
  download(row: DriveRow, version: Version): Promise<void>;
  restore(row: DriveRow, version: Version): Promise<void>;
  remove(row: DriveRow, version: Version): Promise<void>;
}

export interface VersionDeps {
  readonly state: Pick<DriveState, 'versionTurn'>;
  readonly api: VersionsApi;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
  readonly refreshAll: () => Promise<void>;
}

function versionOf({ id, size, user_modified_time, modified_time }: FileVersion): Version {
  return { id, sizeBytes: Number(size), modifiedMs: parseWireTime(user_modified_time || modified_time) ?? 0 };
}

export function makeVersionActions({
  state,
  api,
  browser,
  translator,
  toasts,
  undo,
  refreshAll,
}: VersionDeps): VersionActions {
  /** Marks all version lists as stale, while the change runs and once it has ended. */
  async function turning<T>(work: () => Promise<T>): Promise<T> {
    state.versionTurn.value += 1;
    try {
      return await work();
    } finally {
      state.versionTurn.value += 1;
    }
  }

  /** @returns false after a failure, which is reported */
  async function tried(row: DriveRow, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isGone(error)) await refreshAll();
      toasts.showFailure(error, { rows: [row] });
      return false;
    }
  }

  async function restore(row: DriveRow, version: Version): Promise<void> {
    if (!(await tried(row, () => turning(() => api.restore(row.id, version.id))))) return;
    const text = translator().t('drive.versions.restored', { name: row.name });
    // The content before the restore is now the newest version.
    const [former] = await api.list(row.id, '').then(
      ({ versions }) => versions,
      () => [],
    );
    if (former)
      undo.offer(text, async () => {
        await turning(() => api.restore(row.id, former.id));
        await refreshAll();
        return translator().t('drive.undo.done');
      });
    else toasts.show(text);
    await refreshAll();
  }

  return {
    restore,
    async list(row, pageToken) {
      const { versions, nextPageToken } = await api.list(row.id, pageToken);
      return { versions: versions.map(versionOf), nextPageToken };
    },
    async download(row, version) {
      await tried(row, async () => browser.download(await api.link(row.id, version.id)));
    },
    async remove(row, version) {
      if (!(await tried(row, () => turning(() => api.remove(row.id, version.id))))) return;
      toasts.show(translator().t('drive.versions.deleted'));
      await refreshAll();
    },
  };
}
