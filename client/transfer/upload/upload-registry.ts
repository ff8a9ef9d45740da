/** The uploads of this document: what the panel shows of each, what the queue works with, what the browser remembers. */
import { newIdempotencyKey } from '#client/api/client.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { Picked } from './picked.ts';
import { endsOf, type Unfinished } from './unfinished.ts';
import type { TransferState, UploadItem } from './upload.state.ts';
import type { KeptUpload, UploadKeep } from './upload-record.ts';

export interface UploadEntry {
  readonly id: string;
  kept: KeptUpload;
  /** Null until an unfinished one has its file again. */
  file: File | null;
  /** The server has given the unfinished one up. */
  isOver: boolean;
  hashedBytes: number;
  sentBytes: number;
  /** Until its run has ended, whatever the panel says already. */
  isRunning: boolean;
  /** Why its run was ended. */
  fate: 'pause' | 'cancel' | null;
  offlineTimes: number;
  control: AbortController;
}

export interface UploadBook {
  entryOf(id: string): UploadEntry | undefined;
  itemOf(id: string): UploadItem | undefined;
  set(id: string, change: Partial<UploadItem>): void;
  /** @returns how many files there were */
  addFiles(picked: readonly Picked[], folderId: string, batch: string, window: string): number;
  addUnfinished(open: readonly Unfinished[], done: readonly KeptUpload[]): void;
  /** Done ones of the same choices as something that is unfinished. */
  doneOf(batch: string): readonly KeptUpload[];
  remember(entry: UploadEntry, change: Partial<KeptUpload>): void;
  rememberEnds(entry: UploadEntry, file: File, hasher: Hasher): void;
  /** Writes the whole entry down, after it was forgotten or came from elsewhere. */
  keepAgain(entry: UploadEntry): void;
  settle(entry: UploadEntry, how: 'done' | 'removed'): void;
  /** Off the list; what the browser remembers stays. */
  drop(ids: readonly string[]): void;
}

interface Batch {
  readonly done: Map<string, KeptUpload>;
  /** Ids of what is not done. */
  readonly open: Set<string>;
}

export function makeUploadBook(state: TransferState, keep: UploadKeep): UploadBook {
  const entries = new Map<string, UploadEntry>();
  const batches = new Map<string, Batch>();
  let made = 0;

  function batchOf(name: string): Batch {
    const batch = batches.get(name) ?? { done: new Map(), open: new Set() };
    batches.set(name, batch);
    return batch;
  }

  function enter(kept: KeptUpload, file: File | null, sentBytes: number, isOver = false): UploadItem {
    made += 1;
    const id = `u${made}`;
    const control = new AbortController();
    const rest = { hashedBytes: 0, isRunning: false, fate: null, offlineTimes: 0, control };
    entries.set(id, { id, kept, file, sentBytes, isOver, ...rest });
    batchOf(kept.batch).open.add(kept.id);
    return {
      id,
      name: [...kept.folders, kept.name].join('/'),
      sizeBytes: kept.sizeBytes,
      sentBytes,
      checkedBytes: 0,
      phase: file ? 'waiting' : 'unfinished',
      problem: isOver ? 'over' : null,
      isInstant: false,
      canReopen: !file && kept.handle !== null,
    };
  }

  function remember(entry: UploadEntry, change: Partial<KeptUpload>): void {
    entry.kept = { ...entry.kept, ...change };
    keep.change(entry.kept.id, change);
  }

  return {
    entryOf: (id) => entries.get(id),
    itemOf: (id) => state.items.value.find((item) => item.id === id),
    set(id, change) {
      state.items.value = state.items.value.map((item) => (item.id === id ? { ...item, ...change } : item));
    },
    addFiles(picked, folderId, batch, window) {
      const items: UploadItem[] = [];
      const all: KeptUpload[] = [];
      for (const { file, folders, handle = null, conflict, isMerged } of picked) {
        if (!file) continue;
        const kept: KeptUpload = {
          id: newIdempotencyKey(),
          batch,
          window,
          name: file.name,
          folderId,
          folders,
          conflict,
          isMerged,
          parentId: null,
          sizeBytes: file.size,
          modifiedMs: file.lastModified,
          ends: '',
          key: newIdempotencyKey(),
          uploadId: '',
          fingerprint: undefined,
          gcid: '',
          isDone: false,
          handle,
        };
        all.push(kept);
        items.push(enter(kept, file, 0));
      }
      if (items.length === 0) return 0;
      keep.put(all);
      state.items.value = [...state.items.value, ...items];
      return items.length;
    },
    addUnfinished(open, done) {
      for (const kept of done) batchOf(kept.batch).done.set(kept.id, kept);
      const items = open.map(({ kept, storedBytes, isOver }) => enter(kept, null, storedBytes, isOver));
      if (items.length > 0) state.items.value = [...items, ...state.items.value];
    },
    doneOf: (batch) => [...(batches.get(batch)?.done.values() ?? [])],
    remember,
    rememberEnds(entry, file, hasher) {
      if (entry.kept.ends !== '') return;
      // Beside the upload, which must not wait for it.
      void endsOf(file, hasher, new AbortController().signal).then((ends) => {
        if (ends !== '') remember(entry, { ends });
      });
    },
    keepAgain(entry) {
      batchOf(entry.kept.batch).open.add(entry.kept.id);
      keep.put([entry.kept]);
    },
    settle({ kept }, how) {
      const batch = batchOf(kept.batch);
      batch.open.delete(kept.id);
      if (how === 'done') {
        batch.done.set(kept.id, kept);
        keep.change(kept.id, { isDone: true });
      } else keep.remove([kept.id]);
      if (batch.open.size > 0) return;
      keep.remove([...batch.done.keys()]);
      batches.delete(kept.batch);
    },
    drop(ids) {
      for (const id of ids) entries.delete(id);
      state.items.value = state.items.value.filter(({ id }) => !ids.includes(id));
    },
  };
}
