/** Downloads into a folder with their browser parts, and the folder picker. Loaded when a download needs a folder. */
import type { ApiClient } from '#client/api/client.ts';
import { pageHasher } from '../hash/page-hasher.ts';
import { makeWindowMark } from '../window-mark.ts';
import { makeDownloadApi } from './download.api.ts';
import type { DownloadState } from './download.state.ts';
import { makeDownloadStore } from './download-store.ts';
import { type DownloadsDeps, type FolderHandle, makeDownloads } from './downloads.ts';
import type { DownloadEngine } from './late-downloads.ts';

type Picker = (options: { id: string; mode: 'readwrite'; startIn: 'downloads' }) => Promise<FolderHandle>;

/** Opens the folder picker. @returns null when the user closed it, false where the browser does not allow it */
async function askForFolder(): Promise<FolderHandle | null | false> {
  const pick = (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;
  try {
    return (await pick?.({ id: 'magpie-downloads', mode: 'readwrite', startIn: 'downloads' })) ?? false;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null;
    // In a frame of another site, or forbidden by a policy of the device.
    if (error instanceof Error && error.name === 'SecurityError') return false;
    throw error;
  }
}

/** @param userId  the user whose downloads this browser stores. @param onStarted  the panel has an item to show */
export function makeDownloadEngine(
  client: ApiClient,
  userId: string,
  state: DownloadState,
  page: Pick<DownloadsDeps, 'nowMs' | 'after' | 'onOnline'>,
  onStarted: () => void,
): DownloadEngine {
  const { nowMs, after, onOnline } = page;
  const parts = {
    api: makeDownloadApi(client),
    store: makeDownloadStore(userId),
    mark: makeWindowMark(navigator.locks),
  };
  const downloads = makeDownloads({ nowMs, after, onOnline, ...parts, state, hasher: pageHasher() });
  return {
    ...downloads,
    async ask(rows) {
      const folder = await askForFolder();
      if (!folder) return folder !== false;
      const roots = rows.map(({ id, name, folder: isFolder, sizeBytes }) => ({
        id,
        name,
        isFolder,
        sizeBytes,
        gcid: '',
      }));
      downloads.start(roots, folder);
      onStarted();
      return true;
    },
  };
}
