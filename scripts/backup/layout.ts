/**
 * Which files of a state folder a backup holds, and how each is copied. Lists only; reads no content.
 *
 * A database is copied with its write-ahead log at one moment. Stored bytes never change under their name, so one copy serves all
 * backups of a folder. Notes are the small files beside them.
 */
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { LAST_BACKUP_FILE } from './last-backup.ts';

/** Files of restores into installations elsewhere that have not ended; the name of the backup follows (cloudflare/put-progress.ts). */
export const PUTTING_PREFIX = 'putting.';
/** Below the folder that backups are written to. */
export const STORE_DIR = 'store';
export const MADE_DIR = 'made';
export const DRAFT_DIR = 'draft';
export const FILES_DIR = 'files';
/** Marks a folder of backups; holds {@link BACKUP_FORMAT}. */
export const MARK_FILE = 'magpie-backup';
/** Of the folder's layout and of its lists. */
export const BACKUP_FORMAT = 1;

/** Made anew at each start, or downloads that begin again. */
const OMITTED = new Set([
  'downloads',
  'inner-door.json',
  LAST_BACKUP_FILE,
  'lock',
  'processes.json',
  'reserve',
  'runtime.json',
  'runtime.pid',
  'state/cache',
  'tmp',
]);
const DATABASE = /\.sqlite$/;
const LOG_OR_INDEX = /\.sqlite-(wal|shm)$/;
const HALF_WRITTEN = /\.tmp$|(^|\/)\.[^/]*$/;
/** Values of KV and objects of the simulated bucket are files beside their databases. */
const STORED = /^(blobs\/|state\/(kv|r2)\/.*\/blobs\/)/;

export interface StateFiles {
  /** Paths below the state folder, with `/`. */
  readonly databases: readonly string[];
  readonly stored: readonly string[];
  readonly notes: readonly string[];
}

export type FileKind = keyof StateFiles;

/** @param place  path below the state folder. @returns null for a file that no backup holds */
export function kindOf(place: string): FileKind | null {
  if (LOG_OR_INDEX.test(place) || HALF_WRITTEN.test(place)) return null;
  if (STORED.test(place)) return 'stored';
  return DATABASE.test(place) ? 'databases' : 'notes';
}

/** State of a folder of stored bytes when it was listed. */
interface Listed {
  readonly changedNs: bigint;
  readonly atMs: number;
  readonly entries: readonly Dirent[];
}

/** 2 s: file systems note times as coarsely as that. */
export const COARSE_MS = 2_000;

/** Lists a state folder again and again; a folder that has not changed since the last time is not read. */
export function makeLister(dataDir: string): () => StateFiles {
  const seen = new Map<string, Listed>();

  function entriesOf(place: string): readonly Dirent[] {
    const at = path.join(dataDir, place);
    const stat = statSync(at, { bigint: true, throwIfNoEntry: false });
    if (!stat) return [];
    const last = seen.get(place);
    const isFresh = last?.changedNs === stat.mtimeNs && Number(stat.mtimeMs) < last.atMs - COARSE_MS;
    if (last && isFresh) return last.entries;
    const listed = { changedNs: stat.mtimeNs, atMs: Date.now(), entries: readdirSync(at, { withFileTypes: true }) };
    seen.set(place, listed);
    return listed.entries;
  }

  return () => {
    const files = { databases: [] as string[], stored: [] as string[], notes: [] as string[] };
    const walk = (folder: string): void => {
      for (const entry of entriesOf(folder)) {
        const place = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (OMITTED.has(place)) continue;
        if (entry.isDirectory()) walk(place);
        const kind = entry.isFile() ? kindOf(place) : null;
        if (kind) files[kind].push(place);
      }
    };
    walk('');
    return files;
  };
}

export function isStateFolder(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'state'));
}
