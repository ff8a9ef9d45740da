/** The disk store of a stopped state folder: files fanned out as worker/platform/blobs/disk.ts does. */
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { removeTornFiles } from '#scripts/start/state/torn-files.ts';
import { BLOB_KEY, type Shelf } from './shelf.ts';

/** No runtime works on the folder, so every half-written file is torn. */
const NO_PROCESS = 0;

function fileOf(root: string, key: string): string {
  if (!BLOB_KEY.test(key)) throw new RangeError(`${key} is not a blob key`);
  return path.join(root, key.slice(0, 2), key.slice(2, 4), key);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listFolder(root: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && BLOB_KEY.test(entry.name) && file === fileOf(root, entry.name))
      found.set(entry.name, (await stat(file)).size);
  }
  return found;
}

/** @param root  the folder `blobs` of a state folder; made when absent, rid of halves that a kill left */
export async function openDiskShelf(root: string): Promise<Shelf> {
  mkdirSync(root, { recursive: true });
  await removeTornFiles(root, NO_PROCESS);
  return {
    list: () => listFolder(root),
    async read(key) {
      return createReadStream(fileOf(root, key));
    },
    async write(key, bytes) {
      const file = fileOf(root, key);
      const folder = path.dirname(file);
      mkdirSync(folder, { recursive: true });
      // Named as the runtime names unfinished files, so that the next start removes one that a kill left.
      const half = path.join(folder, `.${key}.${process.pid}.0.tmp`);
      await pipeline(bytes, createWriteStream(half, { flush: true }));
      await rename(half, file);
      await syncFolder(folder);
    },
    async remove(keys) {
      for (const key of keys) await rm(fileOf(root, key), { force: true });
    },
    async close() {},
  };
}
