/**
 * Flushes files to the disk before a write is acknowledged: the runtime's disk service writes and renames without flushing, so
 * a power failure would lose the write.
 */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PartPlace, WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import { digestFile } from './digest-file.ts';

const BLOB_KEY = /^[0-9a-f]{32}$/;

export interface Flusher {
  /** @throws Error when there is no such file, or the disk refuses */
  blobs(keys: readonly string[]): Promise<void>;
  /** As `blobs`, and digests the windows that lie within the blob. @throws Error also for a file that is shorter than `sizeBytes` */
  digested(key: string, sizeBytes: number, place: PartPlace): Promise<readonly WindowDigest[]>;
  /** Values of KV that were written since the last call, or since the start. */
  values(): Promise<void>;
}

/** @throws Error */
function requireKeys(keys: readonly string[]): void {
  if (keys.some((key) => !BLOB_KEY.test(key))) throw new Error('not a blob key');
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

  const outerOf = (key: string) => path.join(blobsDir, key.slice(0, 2));
  const innerOf = (key: string) => path.join(outerOf(key), key.slice(2, 4));

  async function blobs(keys: readonly string[]): Promise<void> {
    requireKeys(keys);
    const folders = keys.flatMap((key) => {
      const inner = innerOf(key);
      return known.has(inner) ? [inner] : [inner, outerOf(key), blobsDir];
    });
    const files = keys.map((key) => path.join(innerOf(key), key));
    // At once: a file system writes them in one go.
    const done = await Promise.allSettled([...files, ...new Set(folders)].map(sync));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    for (const key of keys) known.add(innerOf(key));
  }

  return {
    blobs,
    async digested(key, sizeBytes, place) {
      requireKeys([key]);
      const file = path.join(innerOf(key), key);
      const [digests] = await Promise.all([digestFile(file, sizeBytes, place), blobs([key])]);
      return digests;
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
