/** Going on with unfinished uploads: which of the chosen files belongs to which, what of it is there, what is another file. */
import { newIdempotencyKey } from '#client/api/client.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { WindowMark } from '../window-mark.ts';
import { type FolderMaker, wayOf } from './folders.ts';
import type { Picked } from './picked.ts';
import { judgeFile, type Verdict } from './unfinished.ts';
import type { TransferApi } from './upload.api.ts';
import type { TransferState } from './upload.state.ts';
import { mayBe } from './upload-record.ts';
import type { UploadBook, UploadEntry } from './upload-registry.ts';

export interface TakeUpDeps {
  readonly state: TransferState;
  readonly api: TransferApi;
  readonly hasher: Hasher;
  readonly mark: WindowMark;
  readonly book: UploadBook;
  readonly folderMaker: FolderMaker;
  /** Something waits for its turn now. */
  readonly onTaken: () => void;
}

/** What belongs to nothing unfinished, and the choice the others were made in, if any. */
interface Matched {
  readonly rest: readonly Picked[];
  readonly batch: string | undefined;
}

export interface TakeUp {
  /** @param place  the folder the files were chosen for; null: for unfinished uploads, wherever they go. @param id  this one alone */
  match(picked: readonly Picked[], place: string | null, id?: string): Promise<Matched>;
  chooseAgain(picked: readonly Picked[], id?: string): Promise<void>;
  reopen(id?: string): Promise<void>;
}

export function makeTakeUp(deps: TakeUpDeps): TakeUp {
  const { state, api, hasher, mark, book, folderMaker, onTaken } = deps;

  function wanted(id?: string): UploadEntry[] {
    return state.items.value.flatMap((item) => {
      const entry = item.phase === 'unfinished' && (id ?? item.id) === item.id ? book.entryOf(item.id) : undefined;
      return entry ?? [];
    });
  }

  function take(entry: UploadEntry, file: File, handle: Picked['handle'], verdict: Exclude<Verdict, { is: 'other' }>) {
    const { kept } = entry;
    const { fingerprint } = verdict;
    const isAnew = entry.isOver || (kept.uploadId !== '' && verdict.is === 'unknown');
    if (isAnew && !entry.isOver) api.abort(kept.uploadId).catch(() => undefined);
    // A begin call that says something else under the same key is refused.
    const isSameCall = !isAnew && kept.key !== '' && kept.modifiedMs === file.lastModified;
    if (kept.parentId !== null && kept.folders.length > 0) folderMaker.know(wayOf(kept), kept.parentId);
    entry.kept = {
      ...kept,
      window: mark.name,
      name: file.name,
      modifiedMs: file.lastModified,
      key: isSameCall ? kept.key : newIdempotencyKey(),
      uploadId: isAnew ? '' : kept.uploadId,
      fingerprint,
      handle: handle ?? kept.handle,
    };
    entry.file = file;
    entry.isOver = false;
    if (isAnew) entry.sentBytes = 0;
    mark.hold();
    book.keepAgain(entry);
    book.set(entry.id, { phase: 'waiting', problem: null, sentBytes: entry.sentBytes, canReopen: false });
    onTaken();
  }

  const match: TakeUp['match'] = async (picked, place, id) => {
    const rest: Picked[] = [];
    const batches = new Set<string>();
    for (const one of picked) {
      const { file, folders, handle } = one;
      const entry = file && wanted(id).find(({ kept }) => mayBe(kept, file, folders, place));
      if (!file || !entry) {
        rest.push(one);
        continue;
      }
      book.set(entry.id, { phase: 'checking', problem: null });
      const verdict = await judgeFile(entry.kept, file, hasher, entry.control.signal);
      // Cancelled meanwhile.
      if (book.itemOf(entry.id)?.phase !== 'checking') continue;
      if (verdict.is === 'other') {
        book.set(entry.id, { phase: 'unfinished', problem: place === null ? 'other' : null });
        if (place !== null) rest.push(one);
        continue;
      }
      batches.add(entry.kept.batch);
      take(entry, file, handle, verdict);
    }
    const done = [...batches].flatMap((batch) => book.doneOf(batch));
    const isDone = ({ file, folders }: Picked) =>
      file !== null && done.some((kept) => kept.modifiedMs === file.lastModified && mayBe(kept, file, folders, place));
    return { rest: rest.filter((one) => !isDone(one)), batch: [...batches][0] };
  };

  async function chooseAgain(picked: readonly Picked[], id?: string): Promise<void> {
    const { rest } = await match(picked, null, id);
    const strangers = rest.filter(({ file }) => file !== null).length;
    if (id !== undefined && strangers > 0 && book.itemOf(id)?.phase === 'unfinished')
      book.set(id, { problem: 'other' });
    state.strangers.value = id === undefined ? strangers : 0;
  }

  return {
    match,
    chooseAgain,
    async reopen(id) {
      for (const { id: one, kept } of wanted(id)) {
        const { handle, folders } = kept;
        if (!handle) continue;
        try {
          if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') continue;
          await chooseAgain([{ file: await handle.getFile(), folders, handle }], one);
        } catch {
          // It was moved or deleted, or the browser asks no more: it can be chosen.
          book.set(one, { canReopen: false });
        }
      }
    },
  };
}
