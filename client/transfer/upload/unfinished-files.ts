/** Files for unfinished uploads: which picked file belongs to which upload, and how much of it the server has. */
import { newIdempotencyKey } from '#client/api/client.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { WindowMark } from '../window-mark.ts';
import { type FolderMaker, folderPathOf } from './folders.ts';
import type { PickedEntry } from './picked.ts';
import { type FileMatch, matchFile } from './unfinished.ts';
import type { TransferApi } from './upload.api.ts';
import type { TransferState } from './upload.state.ts';
import { mayMatch } from './upload-record.ts';
import type { UploadEntry, UploadRegistry } from './upload-registry.ts';

export interface UnfinishedFilesDeps {
  readonly state: TransferState;
  readonly api: TransferApi;
  readonly hasher: Hasher;
  readonly mark: WindowMark;
  readonly registry: UploadRegistry;
  readonly folderMaker: FolderMaker;
  /** An upload has its file again and waits in the queue. */
  readonly onReady: () => void;
}

/** Entries that belong to no unfinished upload, and the batch of those that do. */
interface MatchResult {
  readonly rest: readonly PickedEntry[];
  readonly batch: string | undefined;
}

export interface UnfinishedFiles {
  /** @param folderId  target of the selection; null: any unfinished upload may match. @param id  the only upload to match */
  match(picked: readonly PickedEntry[], folderId: string | null, id?: string): Promise<MatchResult>;
  chooseAgain(picked: readonly PickedEntry[], id?: string): Promise<void>;
  reopen(id?: string): Promise<void>;
}

export function makeUnfinishedFiles(deps: UnfinishedFilesDeps): UnfinishedFiles {
  const { state, api, hasher, mark, registry, folderMaker, onReady } = deps;

  function unfinished(id?: string): UploadEntry[] {
    return registry
      .itemsIn('unfinished')
      .flatMap((item) => ((id ?? item.id) === item.id ? (registry.entryOf(item.id) ?? []) : []));
  }

  function attach(
    entry: UploadEntry,
    file: File,
    handle: PickedEntry['handle'],
    match: Exclude<FileMatch, { is: 'other' }>,
  ) {
    const { record } = entry;
    const isNew = entry.isExpired || (record.uploadId !== '' && match.is === 'unknown');
    if (isNew && !entry.isExpired) api.abort(record.uploadId).catch(() => undefined);
    // The server refuses a begin call that repeats a key with another body.
    const isSameCall = !isNew && record.key !== '' && record.modifiedMs === file.lastModified;
    if (record.parentId !== null && record.folders.length > 0) folderMaker.know(folderPathOf(record), record.parentId);
    entry.record = {
      ...record,
      window: mark.name,
      name: file.name,
      modifiedMs: file.lastModified,
      key: isSameCall ? record.key : newIdempotencyKey(),
      uploadId: isNew ? '' : record.uploadId,
      fingerprint: match.fingerprint,
      handle: handle ?? record.handle,
    };
    entry.file = file;
    entry.isExpired = false;
    if (isNew) entry.sentBytes = 0;
    mark.hold();
    registry.storeAgain(entry);
    registry.set(entry.id, { phase: 'waiting', problem: null, sentBytes: entry.sentBytes, canReopen: false });
    onReady();
  }

  const match: UnfinishedFiles['match'] = async (picked, folderId, id) => {
    const rest: PickedEntry[] = [];
    const batches = new Set<string>();
    for (const one of picked) {
      const { file, folders, handle } = one;
      const entry = file && unfinished(id).find(({ record }) => mayMatch(record, file, folders, folderId));
      if (!file || !entry) {
        rest.push(one);
        continue;
      }
      registry.set(entry.id, { phase: 'checking', problem: null });
      const fileMatch = await matchFile(entry.record, file, hasher, entry.control.signal);
      // The user may have cancelled the upload during the check.
      if (registry.itemOf(entry.id)?.phase !== 'checking') continue;
      if (fileMatch.is === 'other') {
        registry.set(entry.id, { phase: 'unfinished', problem: folderId === null ? 'other' : null });
        if (folderId !== null) rest.push(one);
        continue;
      }
      batches.add(entry.record.batch);
      attach(entry, file, handle, fileMatch);
    }
    const done = [...batches].flatMap((batch) => registry.doneOf(batch));
    const isDone = ({ file, folders }: PickedEntry) =>
      file !== null &&
      done.some((record) => record.modifiedMs === file.lastModified && mayMatch(record, file, folders, folderId));
    return { rest: rest.filter((one) => !isDone(one)), batch: [...batches][0] };
  };

  async function chooseAgain(picked: readonly PickedEntry[], id?: string): Promise<void> {
    const { rest } = await match(picked, null, id);
    const unmatched = rest.filter(({ file }) => file !== null).length;
    if (id !== undefined && unmatched > 0 && registry.itemOf(id)?.phase === 'unfinished')
      registry.set(id, { problem: 'other' });
    state.unmatchedFiles.value = id === undefined ? unmatched : 0;
  }

  return {
    match,
    chooseAgain,
    async reopen(id) {
      for (const { id: entryId, record } of unfinished(id)) {
        const { handle, folders } = record;
        if (!handle) continue;
        try {
          if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') continue;
          await chooseAgain([{ file: await handle.getFile(), folders, handle }], entryId);
        } catch {
          // The file was moved or deleted, or the browser does not ask again: the user has to choose it.
          registry.set(entryId, { canReopen: false });
        }
      }
    },
  };
}
