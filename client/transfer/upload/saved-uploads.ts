/** The memory of uploads in the browser's database. What fails is logged and forgotten. */
import { UPLOADS_DATABASE } from '#client/browser-storage/databases.ts';
import { answerOf, makeTables } from '../tables.ts';
import type { KeptUpload, UploadKeep } from './upload-record.ts';

const TABLE = 'uploads';

interface OwnedUpload extends KeptUpload {
  readonly userId: string;
}

/** @param userId  what others left in this browser is taken away */
export function makeUploadKeep(userId: string): UploadKeep {
  const inTable = makeTables(UPLOADS_DATABASE, (database) => void database.createObjectStore(TABLE, { keyPath: 'id' }));
  const tried = <T>(otherwise: T, work: (table: IDBObjectStore) => Promise<T> | T): Promise<T> =>
    inTable([TABLE], otherwise, (tables) => work(tables.objectStore(TABLE)));

  return {
    all: () =>
      tried([], async (table) => {
        const kept: OwnedUpload[] = await answerOf(table.getAll());
        for (const { id, userId: owner } of kept) if (owner !== userId) table.delete(id);
        return kept.filter((one) => one.userId === userId);
      }),
    put: (uploads) =>
      void tried(undefined, (table) => {
        for (const upload of uploads) table.put({ ...upload, userId });
      }),
    change: (id, change) =>
      void tried(undefined, async (table) => {
        const kept: OwnedUpload | undefined = await answerOf(table.get(id));
        if (kept) table.put({ ...kept, ...change });
      }),
    remove: (ids) =>
      void tried(undefined, (table) => {
        for (const id of ids) table.delete(id);
      }),
  };
}
