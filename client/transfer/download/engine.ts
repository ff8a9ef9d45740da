/** Downloads into a folder with their real parts, and the question where. Loaded when somebody wants more than single files. */
import type { ApiClient } from '#client/api/client.ts';
import { pageHasher } from '../hash/page-hasher.ts';
import { makeWindowMark } from '../window-mark.ts';
import { makeDownloadApi } from './download.api.ts';
import type { DownloadState } from './download.state.ts';
import { type DownloadsDeps, type FolderHandle, makeDownloads } from './downloads.ts';
import type { DownloadEngine } from './late-downloads.ts';
import { makeDownloadKeep } from './saved-downloads.ts';

type Picker = (options: { id: string; mode: 'readwrite'; startIn: 'downloads' }) => Promise<FolderHandle>;

/** The browser's own window. @returns null when it was closed without an answer, false where it may not open */
async function askForFolder(): Promise<FolderHandle | null | false> {
  const pick = (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;
  try {
    return (await pick?.({ id: 'magpie-downloads', mode: 'readwrite', startIn: 'downloads' })) ?? false;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null;
    // In a frame of another site, or where the owner of the device does not want it.
    if (error instanceof Error && error.name === 'SecurityError') return false;
    throw error;
  }
}

/** @param userId  whose downloads this browser remembers. @param onBegun  there is something to show */
export function makeDownloadEngine(
  client: ApiClient,
  userId: string,
  state: DownloadState,
  page: Pick<DownloadsDeps, 'nowMs' | 'after' | 'onOnline'>,
  onBegun: () => void,
): DownloadEngine {
  const { nowMs, after, onOnline } = page;
  const parts = { api: makeDownloadApi(client), keep: makeDownloadKeep(userId), mark: makeWindowMark(navigator.locks) };
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
      onBegun();
      return true;
    },
  };
}
