/** Files that only their owner may read, written whole or not at all, and a lock between processes. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;
/** A process holds the lock for one call to the server, which gives up after 30 s. */
const STALE_MS = 60_000;
const LOOK_MS = 50;

/** @returns null where there is no such file */
export async function readPrivate(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Readers see the old file or the new one, also after a loss of power. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
  const draft = `${file}.${randomUUID()}.tmp`;
  const handle = await open(draft, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Takes a lock away whose process has ended without giving it back. Of several that see it, one moves it. */
async function clearStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => null);
  if (!found || Date.now() - found.mtimeMs < STALE_MS) return;
  const moved = `${lock}.${randomUUID()}`;
  await rename(lock, moved).catch(() => undefined);
  await rm(moved, { force: true });
}

/** One process at a time does the work. @param file  of which `<file>.lock` is the lock */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
  for (;;) {
    try {
      await (await open(lock, 'wx', OWNER_ONLY)).close();
      break;
    } catch (error) {
      // Windows refuses the name of a file that is being deleted.
      if (!['EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    await clearStale(lock);
    await delay(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
