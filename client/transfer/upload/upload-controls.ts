/** Buttons of the upload panel: pause, resume, cancel, retry, clear. */
import { newIdempotencyKey } from '#client/api/client.ts';
import type { TransferState } from './upload.state.ts';
import { ACTIVE_PHASES, type UploadProblem } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadRegistry } from './upload-registry.ts';

export interface UploadControls {
  pause(id: string): void;
  pauseAll(): void;
  resume(id: string): void;
  resumeAll(): void;
  /** Ends an upload of any phase; the server frees its space. */
  cancel(id: string): void;
  cancelAll(): void;
  /** @param folderId  the new target when the upload's own folder is deleted */
  retry(id: string, folderId?: string): void;
  /** @param problem  retries the uploads that stopped for it; left out: all */
  retryAll(problem?: UploadProblem): void;
  /** Removes ended uploads from the list; unfinished ones come back with the next page. */
  clear(): void;
}

export function makeUploadControls(state: TransferState, registry: UploadRegistry, queue: UploadQueue): UploadControls {
  const { entryOf, itemOf, itemsIn, set } = registry;

  function pause(id: string): void {
    const [entry, item] = [entryOf(id), itemOf(id)];
    if (!entry?.file || !item || !ACTIVE_PHASES.includes(item.phase)) return;
    set(id, { phase: 'paused', problem: null, checkedBytes: 0 });
    if (entry.isRunning) {
      entry.stopReason = 'pause';
      entry.control.abort(new DOMException('paused', 'AbortError'));
      // Without network others may wait for this one.
    } else queue.start();
  }

  function resume(id: string): void {
    if (itemOf(id)?.phase !== 'paused') return;
    set(id, { phase: 'waiting' });
    queue.start();
  }

  function cancel(id: string): void {
    const [entry, item] = [entryOf(id), itemOf(id)];
    if (!entry || !item || item.phase === 'done' || item.phase === 'cancelled') return;
    set(id, { phase: 'cancelled', problem: null, checkedBytes: 0 });
    if (entry.isRunning) {
      entry.stopReason = 'cancel';
      entry.control.abort(new DOMException('cancelled', 'AbortError'));
      return;
    }
    queue.release(entry);
    queue.start();
  }

  function retry(id: string, folderId?: string): void {
    const [entry, item] = [entryOf(id), itemOf(id)];
    if (!entry || !item) return;
    if (item.phase === 'offline') queue.wake(id);
    if (item.phase !== 'failed' && item.phase !== 'cancelled') return;
    // The server answers a repeated key from its first answer: another folder needs another key.
    if (item.problem === 'folder' && folderId !== undefined)
      entry.record = { ...entry.record, folderId, uploadId: '', key: newIdempotencyKey() };
    if (entry.record.uploadId === '') entry.sentBytes = 0;
    const phase = entry.file ? 'waiting' : 'unfinished';
    set(id, { phase, problem: null, sentBytes: entry.sentBytes, isFreed: false });
    if (entry.file) registry.storeAgain(entry);
    queue.start();
  }

  return {
    pause,
    pauseAll: () =>
      state.list.together(() => {
        for (const { id } of itemsIn(...ACTIVE_PHASES)) pause(id);
      }),
    resume,
    resumeAll: () => {
      for (const { id } of itemsIn('paused')) resume(id);
    },
    cancel,
    cancelAll: () =>
      state.list.together(() => {
        for (const { id } of itemsIn(...ACTIVE_PHASES, 'paused', 'unfinished', 'failed')) cancel(id);
      }),
    retry,
    retryAll: (problem) => {
      for (const item of itemsIn('failed')) if (item.problem === (problem ?? item.problem)) retry(item.id);
    },
    clear: () => {
      for (const { id } of itemsIn('failed')) cancel(id);
      registry.drop(itemsIn('done', 'cancelled', 'unfinished').map(({ id }) => id));
      state.unmatchedFiles.value = 0;
    },
  };
}
