/**
 * What a person chose to upload, from a file field or from a drop, as files with the folders they lie in. DOM in, plain data out.
 */
/** What opens a file again later, where the browser has it. Its permission calls are in no type library yet. */
export type FileHandle = FileSystemFileHandle & {
  requestPermission?(wish: { mode: 'read' }): Promise<PermissionState>;
};

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

export interface Picked {
  /** Null for a folder that holds nothing. */
  readonly file: File | null;
  /** Names of the folders above it, from the top; empty for a file chosen by itself. */
  readonly folders: readonly string[];
  readonly handle?: FileHandle;
  /** Of a name that is taken; left out: both are kept. */
  readonly conflict?: 'replace';
  /** Folders of the same names are used, not made. */
  readonly isMerged?: boolean;
}

/** From `<input type="file">`, with `webkitdirectory` or without. */
export function pickedFromField(files: Iterable<File>): Picked[] {
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
  found: Picked[],
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
  // One read gives at most a hundred entries; an empty one is the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    isEmpty = false;
    for (const child of batch) await walk(child, inside, found);
  }
  if (isEmpty) found.push({ file: null, folders: inside });
}

/** Must be called inside the drop event: the list is empty after it. Folders are read after. */
export function pickedFromDrop(data: DataTransfer): Promise<Picked[]> {
  const entries: { entry: FileSystemEntry; handle: Promise<FileSystemHandle | null> | null }[] = [];
  for (const item of data.items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    const handle = entry?.isFile ? (item as HandleItem).getAsFileSystemHandle?.().catch(() => null) : null;
    if (entry) entries.push({ entry, handle: handle ?? null });
  }
  if (entries.length === 0) return Promise.resolve(pickedFromField(data.files));
  const found: Picked[] = [];
  return entries
    .reduce((before, { entry, handle }) => before.then(() => walk(entry, [], found, handle)), Promise.resolve())
    .then(() => found);
}
