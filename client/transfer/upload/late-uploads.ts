/** Uploads before their engine is loaded: calls wait for it, in order. */
import { loadOnce } from '#client/api/late-part.ts';
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
  const engine = loadOnce(load);
  const later = (work: (uploads: Uploads) => void) => void engine().then(work).catch(onFailure);
  const quietly = (work: (uploads: Uploads) => void) => void engine().then(work, () => undefined);
  const own: Pick<LateUploads, 'warm' | 'add' | 'findUnfinished'> = {
    warm: () => quietly(() => undefined),
    add: (picked, folderId) =>
      later((uploads) => {
        // The files may belong to an unfinished upload that the page has not listed yet.
        uploads.findUnfinished();
        uploads.add(picked, folderId);
      }),
    findUnfinished: () => quietly((uploads) => uploads.findUnfinished()),
  };
  return new Proxy(own as LateUploads, {
    get: (known, name: keyof Uploads) =>
      known[name] ??
      ((...input: never[]) => later((uploads) => (uploads[name] as (...input: never[]) => void)(...input))),
  });
}
