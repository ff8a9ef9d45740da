/** Upload records in IndexedDB. Failures are logged and otherwise ignored. */
import { UPLOADS_DATABASE } from '#client/browser-storage/stored-names.ts';
import { answerOf, makeTables } from '../tables.ts';
import type { UploadRecord, UploadStore } from './upload-record.ts';

const TABLE = 'uploads';
/**
 * 250 ms: changes of many small files are stored together. A window that dies before finds the uploads on the server: by the key of
 * their beginning, or by their names (stored-files.ts).
 */
const GATHER_MS = 250;

interface StoredUpload extends UploadRecord {
  readonly userId: string;
}

/** @param userId  records of other users in this browser are deleted */
export function makeUploadStore(userId: string): UploadStore {
  const transactAll = makeTables(
    UPLOADS_DATABASE,
    (database) => void database.createObjectStore(TABLE, { keyPath: 'id' }),
  );
  const transact = <T>(fallback: T, work: (table: IDBObjectStore) => Promise<T> | T): Promise<T> =>
    transactAll([TABLE], fallback, (tables) => work(tables.objectStore(TABLE)));

  /** Changes that are not stored yet, by upload. */
  const pending = new Map<string, Partial<UploadRecord>>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const changes = [...pending];
    pending.clear();
    if (changes.length === 0) return;
    void transact(undefined, async (table) => {
      const records = await Promise.all(
        changes.map(([id]): Promise<StoredUpload | undefined> => answerOf(table.get(id))),
      );
      for (const [at, [, change]] of changes.entries()) {
        const record = records[at];
        if (record) table.put({ ...record, ...change });
      }
    });
  }
  addEventListener('pagehide', flush);

  return {
    all: () => {
      flush();
      return transact([], async (table) => {
        const records: StoredUpload[] = await answerOf(table.getAll());
        for (const { id, userId: owner } of records) if (owner !== userId) table.delete(id);
        return records.filter((one) => one.userId === userId);
      });
    },
    put: (uploads) => {
      for (const { id } of uploads) pending.delete(id);
      void transact(undefined, (table) => {
        for (const upload of uploads) table.put({ ...upload, userId });
      });
    },
    change: (id, change) => {
      pending.set(id, { ...pending.get(id), ...change });
      timer ??= setTimeout(flush, GATHER_MS);
    },
    remove: (ids) => {
      for (const id of ids) pending.delete(id);
      void transact(undefined, (table) => {
        for (const id of ids) table.delete(id);
      });
    },
  };
}
