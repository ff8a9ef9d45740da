/** Files that the user picked in a file field or dropped, each with its folders. DOM in, plain data out. */

import { fittingName } from '#shared/drive/names.ts';

/** Opens a file again later, where the browser supports it. TypeScript's DOM types lack its permission calls. */
export type FileHandle = FileSystemFileHandle & {
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
};

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

export interface PickedEntry {
  /** Null for an empty folder. */
  readonly file: File | null;
  /** Names of the folders above it, from the top; empty for a single file. */
  readonly folders: readonly string[];
  readonly handle?: FileHandle;
  /** For a name that is taken; left out: keep both. */
  readonly conflict?: 'replace';
  /** Existing folders of the same names are used. */
  readonly isMerged?: boolean;
  /** The file has a longer name on the device. */
  readonly isShortened?: boolean;
}

/** The file under a name that a drive takes; the same file where its own is one. */
export function fittingFile(file: File): File {
  const name = fittingName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}

/** Entries with names that a drive takes: a longer one loses its end, because the upload would fail in the middle of many. */
export function withFittingNames(picked: readonly PickedEntry[]): readonly PickedEntry[] {
  return picked.map((entry) => {
    const folders = entry.folders.map(fittingName);
    const file = entry.file && fittingFile(entry.file);
    return { ...entry, folders, file, ...(file === entry.file ? {} : { isShortened: true }) };
  });
}

/** From `<input type="file">`, with `webkitdirectory` or without. */
export function pickedFromField(files: Iterable<File>): PickedEntry[] {
  return Array.from(files, (file) => ({
    file,
    folders: file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean),
  }));
}

function readFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function readBatch(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

async function walk(
  entry: FileSystemEntry,
  folders: readonly string[],
  found: PickedEntry[],
  opening: Promise<FileSystemHandle | null> | null = null,
): Promise<void> {
  if (entry.isFile) {
    const handle = (await opening) as FileHandle | null;
    const file = await readFile(entry as FileSystemFileEntry);
    found.push(handle ? { file, folders, handle } : { file, folders });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside = [...folders, entry.name];
  let isEmpty = true;
  // One call returns at most a hundred entries; an empty result is the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    isEmpty = false;
    for (const child of batch) await walk(child, inside, found);
  }
  if (isEmpty) found.push({ file: null, folders: inside });
}

/** Must be called inside the drop event, which empties the list afterwards. Folders are read later. */
export function pickedFromDrop(data: DataTransfer): Promise<PickedEntry[]> {
  const entries: { entry: FileSystemEntry; handle: Promise<FileSystemHandle | null> | null }[] = [];
  for (const item of data.items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    const handle = entry?.isFile ? (item as HandleItem).getAsFileSystemHandle?.().catch(() => null) : null;
    if (entry) entries.push({ entry, handle: handle ?? null });
  }
  if (entries.length === 0) return Promise.resolve(pickedFromField(data.files));
  const found: PickedEntry[] = [];
  return entries
    .reduce((before, { entry, handle }) => before.then(() => walk(entry, [], found, handle)), Promise.resolve())
    .then(() => found);
}
