/** Download records in IndexedDB. Failures are logged and otherwise ignored. */
import { DOWNLOADS_DATABASE } from '#client/browser-storage/stored-names.ts';
import { answerOf, makeTables } from '../tables.ts';
import type { DownloadFileRecord, DownloadRecord, DownloadStore } from './download-record.ts';

const JOBS = 'downloads';
const FILES = 'files';

interface StoredDownload extends DownloadRecord {
  readonly userId: string;
}

interface StoredFile extends DownloadFileRecord {
  readonly job: string;
  readonly file: string;
}

const ofJob = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** @param userId  records of other users in this browser are deleted */
export function makeDownloadStore(userId: string): DownloadStore {
  const transact = makeTables(DOWNLOADS_DATABASE, (database) => {
    database.createObjectStore(JOBS, { keyPath: 'id' });
    database.createObjectStore(FILES, { keyPath: ['job', 'file'] });
  });

  function remove(id: string): void {
    void transact([JOBS, FILES], undefined, ({ objectStore }) => {
      objectStore(JOBS).delete(id);
      objectStore(FILES).delete(ofJob(id));
    });
  }

  return {
    async all() {
      const records: StoredDownload[] = await transact([JOBS], [], ({ objectStore }) =>
        answerOf(objectStore(JOBS).getAll()),
      );
      for (const { id, userId: owner } of records) if (owner !== userId) remove(id);
      return records.filter((one) => one.userId === userId);
    },
    put: (download) =>
      transact([JOBS], undefined, async ({ objectStore }) => {
        await answerOf(objectStore(JOBS).put({ ...download, userId }));
      }),
    async files(id) {
      const records: StoredFile[] = await transact([FILES], [], ({ objectStore }) =>
        answerOf(objectStore(FILES).getAll(ofJob(id))),
      );
      return new Map(records.map((one) => [one.file, one]));
    },
    putFile: (id, fileId, file) =>
      transact([FILES], undefined, async ({ objectStore }) => {
        await answerOf(objectStore(FILES).put({ ...file, job: id, file: fileId } satisfies StoredFile));
      }),
    remove,
  };
}
