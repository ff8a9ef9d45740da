/** The uploads of this document: the item of the panel, the entry of the queue and the stored record of each. */
import { newIdempotencyKey } from '#client/api/client.ts';
import type { Hasher } from '../hash/hasher.ts';
import { INSTANT_MIN_BYTES } from './instant.ts';
import type { PickedEntry } from './picked.ts';
import { endsOf, type UnfinishedUpload } from './unfinished.ts';
import type { TransferState } from './upload.state.ts';
import type { UploadItem, UploadPhase } from './upload-item.ts';
import type { UploadRecord, UploadStore } from './upload-record.ts';

export interface UploadEntry {
  readonly id: string;
  record: UploadRecord;
  /** Null while an unfinished upload lacks its file. */
  file: File | null;
  /** The server has deleted the session of the unfinished upload. */
  isExpired: boolean;
  hashedBytes: number;
  sentBytes: number;
  /** True until its run has ended, even if the panel shows another phase already. */
  isRunning: boolean;
  /** Why its run was stopped. */
  stopReason: 'pause' | 'cancel' | null;
  offlineTimes: number;
  control: AbortController;
}

export interface UploadRegistry {
  entryOf(id: string): UploadEntry | undefined;
  itemOf(id: string): UploadItem | undefined;
  itemsIn(...phases: UploadPhase[]): UploadItem[];
  set(id: string, change: Partial<UploadItem>): void;
  addFiles(picked: readonly PickedEntry[], folderId: string, batch: string, window: string): void;
  addUnfinished(open: readonly UnfinishedUpload[], done: readonly UploadRecord[]): void;
  /** Done uploads of a batch that has unfinished ones. */
  doneOf(batch: string): readonly UploadRecord[];
  change(entry: UploadEntry, change: Partial<UploadRecord>): void;
  /** Adds the digest of both ends to the record. */
  addEnds(entry: UploadEntry, file: File, hasher: Hasher): void;
  /** Stores the whole record of an upload that was removed or comes from another device. */
  storeAgain(entry: UploadEntry): void;
  settle(entry: UploadEntry, how: 'done' | 'removed'): void;
  /** Removes uploads from the list; their records stay. */
  drop(ids: readonly string[]): void;
}

interface Batch {
  readonly done: Map<string, UploadRecord>;
  /** Ids of uploads that are not done. */
  readonly open: Set<string>;
}

export function makeUploadRegistry(state: TransferState, store: UploadStore): UploadRegistry {
  const entries = new Map<string, UploadEntry>();
  const batches = new Map<string, Batch>();
  const { list } = state;
  let made = 0;

  function batchOf(name: string): Batch {
    const batch = batches.get(name) ?? { done: new Map(), open: new Set() };
    batches.set(name, batch);
    return batch;
  }

  function enter(record: UploadRecord, file: File | null, sentBytes: number, isExpired = false): UploadItem {
    made += 1;
    const id = `u${made}`;
    const control = new AbortController();
    const rest = { hashedBytes: 0, isRunning: false, stopReason: null, offlineTimes: 0, control };
    entries.set(id, { id, record, file, sentBytes, isExpired, ...rest });
    batchOf(record.batch).open.add(record.id);
    return {
      id,
      name: [...record.folders, record.name].join('/'),
      sizeBytes: record.sizeBytes,
      sentBytes,
      checkedBytes: 0,
      phase: file ? 'waiting' : 'unfinished',
      problem: isExpired ? 'over' : null,
      isInstant: false,
      canReopen: !file && record.handle !== null,
    };
  }

  function changeRecord(entry: UploadEntry, change: Partial<UploadRecord>): void {
    entry.record = { ...entry.record, ...change };
    store.change(entry.record.id, change);
  }

  return {
    entryOf: (id) => entries.get(id),
    itemOf: list.get,
    itemsIn: list.in,
    set: list.set,
    addFiles(picked, folderId, batch, window) {
      const items: UploadItem[] = [];
      const records: UploadRecord[] = [];
      for (const { file, folders, handle = null, conflict, isMerged, isShortened = false } of picked) {
        if (!file) continue;
        const record: UploadRecord = {
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
        records.push(record);
        items.push({ ...enter(record, file, 0), isShortened });
      }
      store.put(records);
      list.add(items);
    },
    addUnfinished(open, done) {
      for (const record of done) batchOf(record.batch).done.set(record.id, record);
      const items = open.map(({ record, storedBytes, isExpired }) => enter(record, null, storedBytes, isExpired));
      if (items.length > 0) list.addFirst(items);
    },
    doneOf: (batch) => [...(batches.get(batch)?.done.values() ?? [])],
    change: changeRecord,
    addEnds(entry, file, hasher) {
      if (entry.record.ends !== '' || entry.record.sizeBytes < INSTANT_MIN_BYTES) return;
      // Concurrent with the upload.
      void endsOf(file, hasher, new AbortController().signal).then((ends) => {
        if (ends !== '') changeRecord(entry, { ends });
      });
    },
    storeAgain(entry) {
      batchOf(entry.record.batch).open.add(entry.record.id);
      store.put([entry.record]);
    },
    settle({ record }, how) {
      const batch = batchOf(record.batch);
      batch.open.delete(record.id);
      if (how === 'done') {
        batch.done.set(record.id, record);
        store.change(record.id, { isDone: true });
      } else store.remove([record.id]);
      if (batch.open.size > 0) return;
      store.remove([...batch.done.keys()]);
      batches.delete(record.batch);
    },
    drop(ids) {
      for (const id of ids) entries.delete(id);
      list.remove(ids);
    },
  };
}
