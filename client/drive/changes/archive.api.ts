/** Calls about archives: loaded with the code of changes. Writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { archiveContract } from '#shared/drive/archive/archive.contract.ts';
import type { ZipFileAnswer } from '#shared/drive/archive/zip-file.ts';
import type { ArchiveFolder, ArchiveReading, ExtractChoice } from '../archive/archive-folder.ts';

export interface ArchiveApi {
  /** Extracts an archive, or chosen entries of it, into a new folder in `to`. */
  extract(id: string, to: string, choice: ExtractChoice): Promise<string>;
  listArchive(id: string, path: string, reading: ArchiveReading): Promise<ArchiveFolder>;
  /** Makes a zip file of a folder, beside it. */
  pack(id: string): Promise<string>;
  /** One zip file. @param ids  none: everything in the drive */
  zip(ids: readonly string[]): Promise<ZipFileAnswer>;
}

export function makeArchiveApi(api: ApiClient): ArchiveApi {
  /** Times in zip files are those of this device. */
  const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  return {
    async extract(id, to, { paths, ...reading }) {
      const body = { file_id: id, parent_id: to, paths: [...paths], ...reading };
      return (await api.call(archiveContract.extract, { body, idempotencyKey: newIdempotencyKey() })).task_id;
    },
    async listArchive(id, path, reading) {
      const body = { file_id: id, path, ...reading };
      const { status, files, encoding } = await api.call(archiveContract.archiveList, { body });
      const rows = files.map((one) => ({
        path: one.path,
        name: one.filename,
        isFolder: one.kind === 'drive#folder',
        sizeBytes: Number(one.filesize),
      }));
      return { status, rows, encoding };
    },
    pack: async (id) =>
      (
        await api.call(archiveContract.pack, {
          body: { folderId: id, time_zone: ownTimeZone() },
          idempotencyKey: newIdempotencyKey(),
        })
      ).task_id,
    zip: (ids) =>
      api.call(archiveContract.zip, { body: { ids: [...ids], all: ids.length === 0, time_zone: ownTimeZone() } }),
  };
}
