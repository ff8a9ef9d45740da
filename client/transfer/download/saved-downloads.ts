/** The memory of downloads in the browser's database. What fails is logged and forgotten. */
import { DOWNLOADS_DATABASE } from '#client/browser-storage/databases.ts';
import { answerOf, makeTables } from '../tables.ts';
import type { DownloadKeep, KeptDownload, KeptFile } from './download-record.ts';

const JOBS = 'downloads';
const FILES = 'files';

interface OwnedDownload extends KeptDownload {
  readonly userId: string;
}

interface FileRecord extends KeptFile {
  readonly job: string;
  readonly file: string;
}

const ofJob = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** @param userId  what others left in this browser is taken away */
export function makeDownloadKeep(userId: string): DownloadKeep {
  const tried = makeTables(DOWNLOADS_DATABASE, (database) => {
    database.createObjectStore(JOBS, { keyPath: 'id' });
    database.createObjectStore(FILES, { keyPath: ['job', 'file'] });
  });

  function remove(id: string): void {
    void tried([JOBS, FILES], undefined, ({ objectStore }) => {
      objectStore(JOBS).delete(id);
      objectStore(FILES).delete(ofJob(id));
    });
  }

  return {
    async all() {
      const kept: OwnedDownload[] = await tried([JOBS], [], ({ objectStore }) => answerOf(objectStore(JOBS).getAll()));
      for (const { id, userId: owner } of kept) if (owner !== userId) remove(id);
      return kept.filter((one) => one.userId === userId);
    },
    put: (download) =>
      tried([JOBS], undefined, async ({ objectStore }) => {
        await answerOf(objectStore(JOBS).put({ ...download, userId }));
      }),
    async files(id) {
      const kept: FileRecord[] = await tried([FILES], [], ({ objectStore }) =>
        answerOf(objectStore(FILES).getAll(ofJob(id))),
      );
      return new Map(kept.map((one) => [one.file, one]));
    },
    putFile: (id, fileId, file) =>
      tried([FILES], undefined, async ({ objectStore }) => {
        await answerOf(objectStore(FILES).put({ ...file, job: id, file: fileId } satisfies FileRecord));
      }),
    remove,
  };
}
