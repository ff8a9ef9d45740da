/** Puts picked files into the queue, and lists the uploads that earlier windows and other devices left unfinished. */
import { newIdempotencyKey } from '#client/api/client.ts';
import type { After } from '../timers.ts';
import type { WindowMark } from '../window-mark.ts';
import type { FolderMaker } from './folders.ts';
import { type PickedEntry, withFittingNames } from './picked.ts';
import { findUnfinished } from './unfinished.ts';
import type { UnfinishedFiles } from './unfinished-files.ts';
import type { TransferApi } from './upload.api.ts';
import type { TransferState } from './upload.state.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadStore } from './upload-record.ts';
import type { UploadRegistry } from './upload-registry.ts';

/**
 * Files that are listed and recorded without a pause. Size and time of a picked file are read from the disk on the page's thread, so that
 * ten thousand at once would stop the page for seconds.
 */
const ADDED_AT_ONCE = 64;
/** 16 ms: the list grows by few files at a time until then, because a busy browser answers a look at a file slowly. */
const ADDING_MS = 16;
const FEW = 16;
/** Files picked right after a reload wait this long for the list of unfinished uploads: they may belong to it. */
const SEARCH_MS = 5_000;

export interface AddUploads {
  /**
   * Resumes unfinished uploads of this folder; everything else is a new upload.
   * @param folderId  target; folders inside the selection are created below it
   */
  add(picked: readonly PickedEntry[], folderId: string): void;
  /** Lists the uploads that earlier windows and other devices left. */
  findUnfinished(): void;
}

export interface AddUploadsDeps {
  readonly state: TransferState;
  readonly api: TransferApi;
  readonly store: UploadStore;
  readonly mark: WindowMark;
  readonly nowMs: () => number;
  readonly after: After;
  /** A file or folder is stored: listing and storage are stale. */
  readonly onLanded: () => void;
  /** Whether the panel may open by itself: on a phone it would cover the files. Left out: yes. */
  readonly mayUnfold?: () => boolean;
  /** Asks the user about name conflicts. Never rejects. @returns the entries to upload; null: none */
  readonly decide?: (picked: readonly PickedEntry[], folderId: string) => Promise<readonly PickedEntry[] | null>;
}

interface UploadParts {
  readonly registry: UploadRegistry;
  readonly folderMaker: FolderMaker;
  readonly unfinishedFiles: UnfinishedFiles;
  readonly queue: UploadQueue;
}

export function makeAddUploads(deps: AddUploadsDeps, parts: UploadParts): AddUploads {
  const { state, mark, after, onLanded } = deps;
  const { registry, folderMaker, unfinishedFiles, queue } = parts;
  /** The search for unfinished uploads; null before it, false once it has ended or takes too long. */
  let search: Promise<void> | false | null = null;

  function addNew(picked: readonly PickedEntry[], folderId: string, batch = newIdempotencyKey()): void {
    for (const { file, folders, isMerged = false } of picked)
      if (!file) folderMaker.idOf({ rootId: folderId, path: folders, batch, isMerged }).then(onLanded, () => undefined);
    const files = picked.filter(({ file }) => file !== null);
    if (files.length === 0) return;
    mark.hold();
    addSome(files, folderId, batch);
    if (deps.mayUnfold?.() ?? true) state.isOpen.value = true;
  }

  function addSome(files: readonly PickedEntry[], folderId: string, batch: string): void {
    const startedMs = deps.nowMs();
    let added = 0;
    do {
      registry.addFiles(files.slice(added, added + FEW), folderId, batch, mark.name);
      added += FEW;
    } while (added < Math.min(files.length, ADDED_AT_ONCE) && deps.nowMs() - startedMs < ADDING_MS);
    queue.start();
    if (files.length > added) after(0, () => addSome(files.slice(added), folderId, batch));
  }

  /** A batch that was interrupted has its folders already, so only a new one is checked for name conflicts. */
  function addRest(picked: readonly PickedEntry[], folderId: string, batch?: string): void {
    const isDecided = picked.every(({ conflict }) => conflict !== undefined);
    if (!deps.decide || batch !== undefined || isDecided) addNew(picked, folderId, batch);
    else
      void deps.decide(picked, folderId).then((decided) => {
        if (decided) addNew(decided, folderId);
      });
  }

  function add(given: readonly PickedEntry[], folderId: string): void {
    const picked = withFittingNames(given);
    if (search) void search.then(() => add(picked, folderId));
    else if (registry.itemsIn('unfinished').length === 0) addRest(picked, folderId);
    else void unfinishedFiles.match(picked, folderId).then(({ rest, batch }) => addRest(rest, folderId, batch));
  }

  return {
    add,
    findUnfinished() {
      if (search !== null) return;
      const found = findUnfinished(deps).then(
        ({ open, done }) => registry.addUnfinished(open, done),
        // The next page asks again; the server keeps the sessions.
        (error: unknown) => console.warn('unfinished uploads', error),
      );
      search = Promise.race([found, new Promise<void>((resolve) => after(SEARCH_MS, resolve))]).then(() => {
        search = false;
      });
    },
  };
}
