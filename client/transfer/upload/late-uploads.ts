/** The queue of uploads before its engine is loaded: what is asked of it waits, in order. */
import type { Uploads } from './uploads.ts';

export interface LateUploads extends Uploads {
  /** Loads the engine before it is needed; a failure shows when it is. */
  warm(): void;
}

/**
 * @param load  asked again after it failed
 * @param onFailure  what was asked is lost: the person has to be told
 */
export function makeLateUploads(load: () => Promise<Uploads>, onFailure: (error: unknown) => void): LateUploads {
  let loading: Promise<Uploads> | null = null;

  function engine(): Promise<Uploads> {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  const later = (work: (uploads: Uploads) => void) => void engine().then(work).catch(onFailure);

  return {
    warm: () => void engine().catch(() => undefined),
    add: (picked, folderId) =>
      later((uploads) => {
        // Chosen before the page has looked for what was left: it may be the same files again.
        uploads.findUnfinished();
        uploads.add(picked, folderId);
      }),
    chooseAgain: (picked, id) => later((uploads) => uploads.chooseAgain(picked, id)),
    reopen: (id) => later((uploads) => uploads.reopen(id)),
    findUnfinished: () =>
      void engine().then(
        (uploads) => uploads.findUnfinished(),
        () => undefined,
      ),
    pause: (id) => later((uploads) => uploads.pause(id)),
    pauseAll: () => later((uploads) => uploads.pauseAll()),
    goOn: (id) => later((uploads) => uploads.goOn(id)),
    goOnAll: () => later((uploads) => uploads.goOnAll()),
    cancel: (id) => later((uploads) => uploads.cancel(id)),
    cancelAll: () => later((uploads) => uploads.cancelAll()),
    retry: (id, folderId) => later((uploads) => uploads.retry(id, folderId)),
    retryAll: (problem) => later((uploads) => uploads.retryAll(problem)),
    clear: () => later((uploads) => uploads.clear()),
  };
}
