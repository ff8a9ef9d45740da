/** Upload records in IndexedDB. Failures are logged and otherwise ignored. */
import { UPLOADS_DATABASE } from '#client/browser-storage/stored-names.ts';
import { answerOf, makeTables } from '../tables.ts';
import type { UploadRecord, UploadStore } from './upload-record.ts';

const TABLE = 'uploads';

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

  return {
    all: () =>
      transact([], async (table) => {
        const records: StoredUpload[] = await answerOf(table.getAll());
        for (const { id, userId: owner } of records) if (owner !== userId) table.delete(id);
        return records.filter((one) => one.userId === userId);
      }),
    put: (uploads) =>
      void transact(undefined, (table) => {
        for (const upload of uploads) table.put({ ...upload, userId });
      }),
    change: (id, change) =>
      void transact(undefined, async (table) => {
        const record: StoredUpload | undefined = await answerOf(table.get(id));
        if (record) table.put({ ...record, ...change });
      }),
    remove: (ids) =>
      void transact(undefined, (table) => {
        for (const id of ids) table.delete(id);
      }),
  };
}
