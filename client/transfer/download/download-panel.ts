/** Items of the download panel, updated at most five times a second while downloads run. */
import type { After } from '../timers.ts';
import type { DownloadItem, DownloadState } from './download.state.ts';
import type { DownloadRecord } from './download-record.ts';
import type { DownloadRun } from './run.ts';

/** Interval of the updates. */
const TICK_MS = 200;

export interface DownloadPanel {
  itemOf(id: string): DownloadItem | undefined;
  set(id: string, change: Partial<DownloadItem>): void;
  add(record: DownloadRecord, phase: 'running' | 'unfinished', doneFiles: number): void;
  /** Shows the progress of a run. */
  show(id: string, run: DownloadRun): void;
  /** Updates the items until no download runs. */
  startUpdates(): void;
}

export function makeDownloadPanel(
  items: DownloadState['items'],
  after: After,
  runs: ReadonlyMap<string, DownloadRun>,
): DownloadPanel {
  let isTicking = false;
  const itemOf = (id: string) => items.value.find((item) => item.id === id);

  function set(id: string, change: Partial<DownloadItem>): void {
    items.value = items.value.map((item) => (item.id === id ? { ...item, ...change } : item));
  }

  function show(id: string, run: DownloadRun): void {
    const facts = run.facts();
    const leftBytes = Math.max(0, (itemOf(id)?.sizeBytes ?? 0) - facts.doneBytes);
    const isMoving = facts.speed > 0 && leftBytes > 0;
    set(id, { ...facts, leftSeconds: isMoving ? Math.ceil(leftBytes / facts.speed) : null });
  }

  function tick(): void {
    isTicking = false;
    for (const [id, run] of runs) show(id, run);
    if (runs.size > 0) startUpdates();
  }

  function startUpdates(): void {
    if (isTicking) return;
    isTicking = true;
    after(TICK_MS, tick);
  }

  return {
    itemOf,
    set,
    add({ id, roots, folder }, phase, doneFiles) {
      const blank = { problem: null, files: null, sizeBytes: null, doneFiles, foundFiles: 0, doneBytes: 0 };
      const rest = { ...blank, speed: 0, leftSeconds: null, failedFiles: 0, failures: [] };
      const name = roots[0]?.name ?? '';
      items.value = [...items.value, { id, name, more: roots.length - 1, folder: folder.name, phase, ...rest }];
    },
    show,
    startUpdates,
  };
}
