/** Uploads before their engine is loaded: calls wait for it, in order. */
import type { Uploads } from './uploads.ts';

export interface LateUploads extends Uploads {
  /** Loads the engine ahead of the first call. A failure shows only with a call. */
  warm(): void;
}

/**
 * @param load  called again after a failure
 * @param onFailure  the engine did not load and the call is lost: the user has to see it
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
        // The files may belong to an unfinished upload that the page has not listed yet.
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
    resume: (id) => later((uploads) => uploads.resume(id)),
    resumeAll: () => later((uploads) => uploads.resumeAll()),
    cancel: (id) => later((uploads) => uploads.cancel(id)),
    cancelAll: () => later((uploads) => uploads.cancelAll()),
    retry: (id, folderId) => later((uploads) => uploads.retry(id, folderId)),
    retryAll: (problem) => later((uploads) => uploads.retryAll(problem)),
    clear: () => later((uploads) => uploads.clear()),
  };
}
