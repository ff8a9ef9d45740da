/** The files of a torrent as a tree of folders. Pure. */

export interface TorrentFile {
  /** From 1. */
  readonly index: number;
  /** Path with `/`. */
  readonly name: string;
  readonly sizeBytes: number;
}

export interface FileFolder {
  /** '' for the outermost. */
  readonly name: string;
  /** Path from the outermost folder on; a key. */
  readonly path: string;
  readonly folders: readonly FileFolder[];
  readonly files: readonly TorrentFile[];
  /** Numbers of all files in it and below. */
  readonly indexes: readonly number[];
  readonly sizeBytes: number;
}

interface OpenFolder {
  name: string;
  path: string;
  folders: Map<string, OpenFolder>;
  files: TorrentFile[];
}

function closeFolder({ name, path, folders: open, files }: OpenFolder): FileFolder {
  const folders = [...open.values()].map(closeFolder);
  const indexes = [...folders.flatMap((folder) => [...folder.indexes]), ...files.map(({ index }) => index)];
  const sizeBytes =
    folders.reduce((sum, folder) => sum + folder.sizeBytes, 0) + files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { name, path, folders, files, indexes, sizeBytes };
}

/** Folders and files in the order of the torrent. */
export function fileTree(files: readonly TorrentFile[]): FileFolder {
  const root: OpenFolder = { name: '', path: '', folders: new Map(), files: [] };
  for (const file of files) {
    const names = file.name.split('/');
    let at = root;
    for (const name of names.slice(0, -1)) {
      const next = at.folders.get(name) ?? { name, path: `${at.path}/${name}`, folders: new Map(), files: [] };
      at.folders.set(name, next);
      at = next;
    }
    at.files.push({ ...file, name: names.at(-1) ?? file.name });
  }
  return closeFolder(root);
}
