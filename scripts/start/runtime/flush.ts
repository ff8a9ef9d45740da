/**
 * Flushes files to the disk before a write is acknowledged: the runtime's disk service writes and renames without flushing, so
 * a power failure would lose the write.
 */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const BLOB_KEY = /^[0-9a-f]{32}$/;

export interface Flusher {
  /** @throws Error when there is no such file, or the disk refuses */
  blob(key: string): Promise<void>;
  /** Values of KV that were written since the last call, or since the start. */
  values(): Promise<void>;
}

type Open = (file: string, flags: string) => Promise<Pick<FileHandle, 'sync' | 'close'>>;

async function syncWith(openFile: Open, file: string): Promise<void> {
  const handle = await openFile(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the names of what a start has made: secrets, notes, and the folders of the databases. */
export async function flushFolders(dataDir: string): Promise<void> {
  const state = path.join(dataDir, 'state');
  const entries = await readdir(state, { recursive: true, withFileTypes: true });
  const inner = entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  await Promise.all([...inner, state, path.join(dataDir, 'blobs'), dataDir].map((folder) => syncWith(open, folder)));
}

/** @param openFile  replaced in tests to record the order of flushes */
export function makeFlusher(dataDir: string, openFile: Open = open): Flusher {
  const blobsDir = path.join(dataDir, 'blobs');
  /** Folders whose own names are on the disk. The runtime never removes one. */
  const known = new Set<string>();
  let valuesSinceMs = 0;

  const sync = (file: string): Promise<void> => syncWith(openFile, file);

  return {
    async blob(key) {
      if (!BLOB_KEY.test(key)) throw new Error('not a blob key');
      const outer = path.join(blobsDir, key.slice(0, 2));
      const inner = path.join(outer, key.slice(2, 4));
      const folders = known.has(inner) ? [inner] : [inner, outer, blobsDir];
      // At once: a file system writes them in one go.
      const done = await Promise.allSettled([path.join(inner, key), ...folders].map(sync));
      const failed = done.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      known.add(inner);
    },
    async values() {
      const root = path.join(dataDir, 'state/kv');
      const nowMs = Date.now();
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        // Its databases flush themselves.
        if (!entry.isFile() || path.basename(entry.parentPath) !== 'blobs') continue;
        const file = path.join(entry.parentPath, entry.name);
        const written = await stat(file).catch(() => null);
        if (!written || written.mtimeMs < valuesSinceMs) continue;
        await sync(file);
        await sync(entry.parentPath);
      }
      // Clocks of file systems are as coarse as 2 s.
      valuesSinceMs = nowMs - 2_000;
    },
  };
}
