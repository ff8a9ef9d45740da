/**
 * Downloads into a folder of the device: start, pause, resume, cancel, also after a reload. No React. The items of the panel are
 * written at most five times a second for any number of files.
 */
import { newIdempotencyKey } from '#client/api/client.ts';
import { makeSlots } from '../slots.ts';
import type { WindowMark } from '../window-mark.ts';
import type { RemoteNode } from './download.api.ts';
import type { DownloadPhase, DownloadState } from './download.state.ts';
import { makeDownloadPanel } from './download-panel.ts';
import type { DownloadRecord } from './download-record.ts';
import { type DownloadRun, FILES_AT_ONCE, type RunDeps, startRun } from './run.ts';

/** Can be resumed. */
const HALTED: readonly DownloadPhase[] = ['paused', 'unfinished', 'failed'];
/** Removed when the list is cleared. */
const ENDED: readonly DownloadPhase[] = ['done', 'failed', 'cancelled'];

/** A folder that may need permission again after a reload. TypeScript's DOM types lack the call. */
export type FolderHandle = FileSystemDirectoryHandle & {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
};

export interface Downloads {
  start(roots: readonly RemoteNode[], folder: FolderHandle): void;
  /** Lists the downloads that earlier windows left. */
  findUnfinished(): Promise<void>;
  pause(id: string): void;
  /** Continues a paused or unfinished download, or retries failed files. The browser may ask for the folder again. */
  resume(id: string): Promise<void>;
  /** Complete files stay; partial files are deleted. */
  cancel(id: string): Promise<void>;
  /** Removes ended downloads from the list. */
  clear(): void;
}

export interface DownloadsDeps extends Pick<RunDeps, 'api' | 'store' | 'hasher' | 'nowMs' | 'after'> {
  readonly state: DownloadState;
  readonly mark: WindowMark;
  readonly onOnline: (listener: () => void) => void;
}

export function makeDownloads(deps: DownloadsDeps): Downloads {
  const { store, mark } = deps;
  const { items } = deps.state;
  const slots = makeSlots(FILES_AT_ONCE);
  const known = new Map<string, DownloadRecord>();
  const runs = new Map<string, DownloadRun>();
  /** Ends of the last runs, by download. */
  const ends = new Map<string, Promise<void>>();
  const { itemOf, set, show, startUpdates, ...panel } = makeDownloadPanel(items, deps.after, runs);
  const canResume = (id: string) => HALTED.includes(itemOf(id)?.phase ?? 'done');

  deps.onOnline(() => {
    for (const run of runs.values()) run.wake();
  });

  async function follow(record: DownloadRecord): Promise<void> {
    const { id } = record;
    set(id, { phase: 'running', problem: null });
    mark.hold();
    await store.put({ ...record, window: mark.name });
    const run = startRun(record, {
      ...deps,
      slots,
      onPhase: (phase) => set(id, { phase }),
      onCounted: (files, sizeBytes) => set(id, { files, sizeBytes }),
    });
    runs.set(id, run);
    // Stopped before the run existed.
    if (itemOf(id)?.phase !== 'running') run.stop(new DOMException('stopped', 'AbortError'));
    startUpdates();
    const halt = await run.end;
    runs.delete(id);
    show(id, run);
    set(id, { speed: 0, leftSeconds: null });
    const item = itemOf(id);
    if (item?.phase !== 'running' && item?.phase !== 'offline') return;
    if (halt) set(id, { phase: 'paused', problem: halt });
    else if (item.failedFiles > 0) set(id, { phase: 'failed' });
    else {
      set(id, { phase: 'done' });
      store.remove(id);
    }
  }

  const start = (record: DownloadRecord) => void ends.set(record.id, follow(record));

  function add(record: DownloadRecord, phase: 'running' | 'unfinished', doneFiles = 0): void {
    known.set(record.id, record);
    panel.add(record, phase, doneFiles);
  }

  function stop(id: string, phase: 'paused' | 'cancelled'): void {
    set(id, { phase, problem: null });
    runs.get(id)?.stop(new DOMException(phase, 'AbortError'));
  }

  return {
    start(roots, folder) {
      const record: DownloadRecord = { id: newIdempotencyKey(), window: mark.name, roots, folder };
      add(record, 'running');
      start(record);
    },
    async findUnfinished() {
      const [records, openWindows] = await Promise.all([store.all(), mark.living()]);
      for (const one of records) {
        if (openWindows.has(one.window)) continue;
        const files = await store.files(one.id);
        const done = [...files.values()].filter(({ isDone }) => isDone);
        if (!known.has(one.id)) add(one, 'unfinished', done.length);
      }
    },
    pause: (id) => {
      const phase = itemOf(id)?.phase;
      if (phase === 'running' || phase === 'offline') stop(id, 'paused');
    },
    async resume(id) {
      const record = known.get(id);
      if (!record || !canResume(id)) return;
      const folder: FolderHandle = record.folder;
      // Called first: the browser allows the prompt only directly after a press.
      const state = await folder.requestPermission?.({ mode: 'readwrite' }).catch((): PermissionState => 'denied');
      await ends.get(id);
      if (!canResume(id)) return;
      if (state !== undefined && state !== 'granted') set(id, { problem: 'permission' });
      else start(record);
    },
    async cancel(id) {
      stop(id, 'cancelled');
      await ends.get(id);
      for (const { name, isDone, folder } of (await store.files(id)).values())
        if (!isDone) await folder?.removeEntry(name).catch(() => undefined);
      store.remove(id);
    },
    clear: () => {
      for (const { id, phase } of items.value.filter((item) => ENDED.includes(item.phase))) {
        if (phase === 'failed') store.remove(id);
        known.delete(id);
      }
      items.value = items.value.filter((item) => !ENDED.includes(item.phase));
    },
  };
}
