/**
 * Files of earlier windows that the server has, although this browser did not record it: a small file is sent whole, without a session,
 * and a reload may come before its record. Compares name, size and time with what the folders of the upload hold.
 */
import type { TransferApi } from './upload.api.ts';
import type { UploadRecord } from './upload-record.ts';

/** Folders that are asked about; files of others count as not stored. */
const MAX_FOLDERS = 100;
/** 2,000 ms: some file systems store times in steps of two seconds. */
const SAME_TIME_MS = 2_000;

type Level = Map<string, UploadRecord[]>;

/** Records by the folder that they go to: by its id where it is known, else by the folders above. */
function byFolder(records: readonly UploadRecord[], ids: ReadonlyMap<string, string>): Map<string, Level> {
  const folders = new Map<string, Level>();
  for (const record of records) {
    const known = record.parentId ?? ids.get(placeOf(record, record.folders.length));
    const [root, path] = known === undefined ? [record.folderId, record.folders.join('/')] : [known, ''];
    const level = folders.get(root) ?? new Map<string, UploadRecord[]>();
    level.set(path, [...(level.get(path) ?? []), record]);
    folders.set(root, level);
  }
  return folders;
}

/** Batch, target and the first folders of the path: the same for files of one upload that share a folder. */
function placeOf({ batch, folderId, folders }: UploadRecord, depth: number): string {
  return [batch, folderId, ...folders.slice(0, depth)].join('/');
}

/** @returns ids of those records whose file the server stores. @throws ApiError */
export async function findStored(api: TransferApi, records: readonly UploadRecord[]): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  const ids = new Map(
    records.flatMap((record) =>
      record.parentId === null ? [] : [[placeOf(record, record.folders.length), record.parentId] as const],
    ),
  );
  let asked = 0;
  /** The id of a folder below `root`; null where there is none of that name. */
  async function folderAt(root: string, path: string): Promise<string | null> {
    let id = root;
    for (const name of path === '' ? [] : path.split('/')) {
      const [folder] = (await api.taken(id, [name])).filter(({ isFolder }) => isFolder);
      if (!folder) return null;
      id = folder.id;
    }
    return id;
  }
  for (const [root, level] of byFolder(records, ids))
    for (const [path, files] of level) {
      asked += 1;
      if (asked > MAX_FOLDERS) return stored;
      const folderId = await folderAt(root, path);
      if (folderId === null) continue;
      const taken = await api.taken(
        folderId,
        files.map(({ name }) => name),
      );
      for (const { id, name, sizeBytes, modifiedMs } of files) {
        const isThere = taken.some(
          (one) =>
            !one.isFolder &&
            one.name === name &&
            one.sizeBytes === sizeBytes &&
            Math.abs(one.modifiedMs - (modifiedMs ?? 0)) < SAME_TIME_MS,
        );
        if (isThere) stored.add(id);
      }
    }
  return stored;
}
