/**
 * What a person chose to upload, from a file field or from a drop, as files with the folders they lie in. DOM in, plain data out.
 */
export interface Picked {
  /** Null for a folder that holds nothing. */
  readonly file: File | null;
  /** Names of the folders above it, from the top; empty for a file chosen by itself. */
  readonly folders: readonly string[];
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

async function walk(entry: FileSystemEntry, folders: readonly string[], found: Picked[]): Promise<void> {
  if (entry.isFile) {
    found.push({ file: await readFile(entry as FileSystemFileEntry), folders });
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
  const entries: FileSystemEntry[] = [];
  for (const item of data.items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    if (entry) entries.push(entry);
  }
  if (entries.length === 0) return Promise.resolve(pickedFromField(data.files));
  const found: Picked[] = [];
  return entries
    .reduce((before, entry) => before.then(() => walk(entry, [], found)), Promise.resolve())
    .then(() => found);
}
