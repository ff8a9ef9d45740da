/** Folders of an upload: each path below the target is created once, for all its files. */
import type { UploadRecord } from './upload-record.ts';

/** The same short key for the same path, so that a repeated call after a reload finds the folder. The server refuses a collision. */
function shortKey(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

export interface FolderMaker {
  /** Id of the folder at `path` below `rootId`; created for the first file of its batch. */
  idOf(folder: FolderPath): Promise<string>;
  /** Registers a folder that exists. */
  know(folder: FolderPath, id: string): void;
}

export interface FolderPath {
  readonly rootId: string;
  readonly path: readonly string[];
  /** Entries picked together share their folders; the next selection gets its own. */
  readonly batch: string;
  /** Existing folders of the same names are used. */
  readonly isMerged: boolean;
}

/** Target folder of an upload. */
export function folderPathOf({ folderId, folders, batch, isMerged = false }: UploadRecord): FolderPath {
  return { rootId: folderId, path: folders, batch, isMerged };
}

/** Creates or finds one folder. The same key returns the same folder. @returns its id */
export type CreateFolder = (parentId: string, name: string, key: string, isMerged: boolean) => Promise<string>;

export function makeFolderMaker(create: CreateFolder): FolderMaker {
  const made = new Map<string, Promise<string>>();
  const keyOf = ({ rootId, path, batch }: FolderPath) => `${batch}/${shortKey(JSON.stringify([rootId, ...path]))}`;
  function idOf(folder: FolderPath): Promise<string> {
    const { path, isMerged } = folder;
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(folder.rootId);
    const key = keyOf(folder);
    const known = made.get(key);
    if (known) return known;
    const making = idOf({ ...folder, path: path.slice(0, -1) }).then((parentId) =>
      create(parentId, name, key, isMerged),
    );
    made.set(key, making);
    // The next file of the folder tries again.
    making.catch(() => made.delete(key));
    return making;
  }
  return { idOf, know: (folder, id) => void made.set(keyOf(folder), Promise.resolve(id)) };
}
