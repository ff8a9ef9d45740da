/**
 * Downloads into a folder of the device: each press is one download. Pause, cancel, going on after a reload. No React; the items of
 * the panel are written at most five times a second, however many files there are.
 */
import { newIdempotencyKey } from '#client/api/client.ts';
import { makeSlots } from '../slots.ts';
import type { WindowMark } from '../window-mark.ts';
import type { RemoteThing } from './download.api.ts';
import type { DownloadItem, DownloadPhase, DownloadState } from './download.state.ts';
import type { KeptDownload } from './download-record.ts';
import { type DownloadRun, FILES_AT_ONCE, type RunDeps, startRun } from './run.ts';

const TICK_MS = 200;
/** Can be gone on with. */
const HALTED: readonly DownloadPhase[] = ['paused', 'unfinished', 'failed'];
/** Off the list when it is cleared. */
const OVER: readonly DownloadPhase[] = ['done', 'failed', 'cancelled'];

/** What opens a folder again, after a question where the browser wants one. Its permission calls are in no type library yet. */
export type FolderHandle = FileSystemDirectoryHandle & {
  requestPermission?(wish: { mode: 'readwrite' }): Promise<PermissionState>;
};

export interface Downloads {
  start(roots: readonly RemoteThing[], folder: FolderHandle): void;
  /** Shows what earlier windows left. */
  findUnfinished(): Promise<void>;
  pause(id: string): void;
  /** Also what an earlier window left, and failed files once more: the browser may ask again for the folder. */
  goOn(id: string): Promise<void>;
  /** What is whole stays; what is there in part goes. */
  cancel(id: string): Promise<void>;
  /** Takes what is over off the list. */
  clear(): void;
}

export interface DownloadsDeps extends Pick<RunDeps, 'api' | 'keep' | 'hasher' | 'nowMs' | 'after'> {
  readonly state: DownloadState;
  readonly mark: WindowMark;
  readonly onOnline: (listener: () => void) => void;
}

export function makeDownloads(deps: DownloadsDeps): Downloads {
  const { keep, mark, after } = deps;
  const { items } = deps.state;
  const slots = makeSlots(FILES_AT_ONCE);
  const known = new Map<string, KeptDownload>();
  const runs = new Map<string, DownloadRun>();
  /** When the last run of each has ended. */
  const ends = new Map<string, Promise<void>>();
  let isTicking = false;

  const itemOf = (id: string) => items.value.find((item) => item.id === id);
  const canGoOn = (id: string) => HALTED.includes(itemOf(id)?.phase ?? 'done');
  function set(id: string, change: Partial<DownloadItem>): void {
    items.value = items.value.map((item) => (item.id === id ? { ...item, ...change } : item));
  }

  deps.onOnline(() => {
    for (const run of runs.values()) run.wake();
  });

  function show(id: string, run: DownloadRun): void {
    const facts = run.facts();
    const leftBytes = Math.max(0, (itemOf(id)?.sizeBytes ?? 0) - facts.doneBytes);
    const isMoving = facts.speed > 0 && leftBytes > 0;
    set(id, { ...facts, leftSeconds: isMoving ? Math.ceil(leftBytes / facts.speed) : null });
  }

  function tick(): void {
    isTicking = false;
    for (const [id, run] of runs) show(id, run);
    if (runs.size > 0) startTicking();
  }

  function startTicking(): void {
    if (isTicking) return;
    isTicking = true;
    after(TICK_MS, tick);
  }

  async function follow(kept: KeptDownload): Promise<void> {
    const { id } = kept;
    set(id, { phase: 'running', problem: null });
    mark.hold();
    await keep.put({ ...kept, window: mark.name });
    const run = startRun(kept, {
      ...deps,
      slots,
      onPhase: (phase) => set(id, { phase }),
      onCounted: (files, sizeBytes) => set(id, { files, sizeBytes }),
    });
    runs.set(id, run);
    // Stopped before it began.
    if (itemOf(id)?.phase !== 'running') run.stop(new DOMException('stopped', 'AbortError'));
    startTicking();
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
      keep.remove(id);
    }
  }

  const start = (kept: KeptDownload) => void ends.set(kept.id, follow(kept));

  function enter(kept: KeptDownload, phase: 'running' | 'unfinished', doneFiles = 0): void {
    const { id, roots, folder } = kept;
    known.set(id, kept);
    const blank = { problem: null, files: null, sizeBytes: null, doneFiles, foundFiles: 0, doneBytes: 0 };
    const rest = { ...blank, speed: 0, leftSeconds: null, failedFiles: 0, failures: [] };
    const name = roots[0]?.name ?? '';
    items.value = [...items.value, { id, name, more: roots.length - 1, folder: folder.name, phase, ...rest }];
  }

  function stop(id: string, phase: 'paused' | 'cancelled'): void {
    set(id, { phase, problem: null });
    runs.get(id)?.stop(new DOMException(phase, 'AbortError'));
  }

  return {
    start(roots, folder) {
      const kept: KeptDownload = { id: newIdempotencyKey(), window: mark.name, roots, folder };
      enter(kept, 'running');
      start(kept);
    },
    async findUnfinished() {
      const [all, living] = await Promise.all([keep.all(), mark.living()]);
      for (const one of all) {
        if (living.has(one.window)) continue;
        const files = await keep.files(one.id);
        const done = [...files.values()].filter(({ isDone }) => isDone);
        if (!known.has(one.id)) enter(one, 'unfinished', done.length);
      }
    },
    pause: (id) => {
      const phase = itemOf(id)?.phase;
      if (phase === 'running' || phase === 'offline') stop(id, 'paused');
    },
    async goOn(id) {
      const kept = known.get(id);
      if (!kept || !canGoOn(id)) return;
      const folder: FolderHandle = kept.folder;
      // At once: the browser answers the press of a button alone.
      const state = await folder.requestPermission?.({ mode: 'readwrite' }).catch((): PermissionState => 'denied');
      await ends.get(id);
      if (!canGoOn(id)) return;
      if (state !== undefined && state !== 'granted') set(id, { problem: 'permission' });
      else start(kept);
    },
    async cancel(id) {
      stop(id, 'cancelled');
      await ends.get(id);
      for (const { name, isDone, folder } of (await keep.files(id)).values())
        if (!isDone) await folder?.removeEntry(name).catch(() => undefined);
      keep.remove(id);
    },
    clear: () => {
      for (const { id, phase } of items.value.filter((item) => OVER.includes(item.phase))) {
        if (phase === 'failed') keep.remove(id);
        known.delete(id);
      }
      items.value = items.value.filter((item) => !OVER.includes(item.phase));
    },
  };
}
