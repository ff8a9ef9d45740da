/** The uploads of one document, composed of their parts. No React. */

import { type AddUploads, type AddUploadsDeps, makeAddUploads } from './add-uploads.ts';
import { makeFolderMaker } from './folders.ts';
import type { PickedEntry } from './picked.ts';
import { makeUnfinishedFiles } from './unfinished-files.ts';
import { makeUploadControls, type UploadControls } from './upload-controls.ts';
import { makeUploadQueue, type UploadQueueDeps } from './upload-queue.ts';
import { makeUploadRegistry } from './upload-registry.ts';

export interface Uploads extends UploadControls, AddUploads {
  /** Files for unfinished uploads of any folder. @param id  the only upload to match */
  chooseAgain(picked: readonly PickedEntry[], id?: string): void;
  /** Opens the files of unfinished uploads that have a handle. @param id  the only upload to open */
  reopen(id?: string): void;
}

export interface UploadsDeps extends UploadQueueDeps, AddUploadsDeps {
  readonly onOnline: (listener: () => void) => void;
}

export function makeUploads(deps: UploadsDeps): Uploads {
  const { state, api, hasher, mark } = deps;
  const folderMaker = makeFolderMaker(api.createFolder);
  const registry = makeUploadRegistry(state, deps.store);
  const queue = makeUploadQueue(deps, registry, folderMaker);
  const unfinishedFiles = makeUnfinishedFiles({
    state,
    api,
    hasher,
    mark,
    registry,
    folderMaker,
    onReady: queue.start,
  });
  deps.onOnline(() => {
    for (const { id } of registry.itemsIn('offline')) queue.wake(id);
  });
  return {
    ...makeUploadControls(state, registry, queue),
    ...makeAddUploads(deps, { registry, folderMaker, unfinishedFiles, queue }),
    chooseAgain: (picked, id) => void unfinishedFiles.chooseAgain(picked, id),
    reopen: (id) => void unfinishedFiles.reopen(id),
  };
}
