/**
 * Copies the databases of a state folder. Most are copied while the server writes; those that were written since are copied again
 * during a pause, so that all copies together are of one moment.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COARSE_MS } from './layout.ts';

const LOG_SUFFIX = '-wal';

/** Two files of one database, as they were when they were copied. */
interface CopyStamp {
  readonly main: string;
  readonly log: string;
}

export interface DatabaseCopies {
  /** Copies those that are new or were written since the last call. @returns bytes that were copied */
  refresh(places: readonly string[]): number;
  /** Opaque text of each copy that was not written at the same time; '' for the others. */
  stampOf(place: string): string;
}

/** '' for a file that may still be written with the time it has now. */
function stampOf(file: string, nowMs: number): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stat || stat.size === 0n) return 'none';
  return Number(stat.mtimeMs) > nowMs - COARSE_MS ? '' : `${stat.mtimeNs}/${stat.size}`;
}

function sizeOf(file: string): number {
  return (statSync(file, { throwIfNoEntry: false }) as Stats | undefined)?.size ?? 0;
}

export interface DatabaseCopiesOptions {
  readonly from: string;
  readonly to: string;
  /** Called before bytes are written. @throws when there is no space for them */
  readonly requireSpace: (bytes: number) => void;
  /** File of an earlier backup with this stamp. */
  readonly earlier: (place: string, stamp: string) => string | undefined;
}

export function makeDatabaseCopies({ from, to, requireSpace, earlier }: DatabaseCopiesOptions): DatabaseCopies {
  const copied = new Map<string, CopyStamp>();

  function copy(source: string, target: string): number {
    const bytes = sizeOf(source);
    rmSync(target, { force: true });
    if (bytes === 0 && !existsSync(source)) return 0;
    requireSpace(bytes);
    // Shares the blocks where the file system can.
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
    return bytes;
  }

  /** Uses the copy of an earlier backup. */
  function reuse(place: string, now: CopyStamp): boolean {
    if (now.main === '' || now.log === '') return false;
    const file = earlier(place, `${now.main} ${now.log}`);
    if (file === undefined) return false;
    const target = path.join(to, place);
    for (const suffix of ['', LOG_SUFFIX]) rmSync(target + suffix, { force: true });
    try {
      linkSync(file, target);
    } catch {
      // A file system without links.
      copy(file, target);
    }
    return true;
  }

  function refreshOne(place: string): number {
    const source = path.join(from, place);
    const target = path.join(to, place);
    const nowMs = Date.now();
    const now: CopyStamp = { main: stampOf(source, nowMs), log: stampOf(source + LOG_SUFFIX, nowMs) };
    const last = copied.get(place);
    const isMainCopied = last !== undefined && last.main !== '' && last.main === now.main;
    const isLogCopied = isMainCopied && last.log !== '' && last.log === now.log;
    copied.set(place, now);
    if (isLogCopied) return 0;
    if (last === undefined) {
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
      if (reuse(place, now)) return 0;
    }
    const mainBytes = isMainCopied ? 0 : copy(source, target);
    return mainBytes + copy(source + LOG_SUFFIX, target + LOG_SUFFIX);
  }

  return {
    refresh(places) {
      const wanted = new Set(places);
      for (const place of copied.keys()) {
        if (wanted.has(place)) continue;
        copied.delete(place);
        for (const suffix of ['', LOG_SUFFIX]) rmSync(path.join(to, place) + suffix, { force: true });
      }
      let bytes = 0;
      for (const place of places) bytes += refreshOne(place);
      return bytes;
    },
    stampOf(place) {
      const { main = '', log = '' } = copied.get(place) ?? {};
      return main === '' || log === '' ? '' : `${main} ${log}`;
    },
  };
}

/** Merges the log of a copy into it and reads all of it. @returns what SQLite says; null when it is sound */
export function settleCopy(file: string): string | null {
  const log = file + LOG_SUFFIX;
  if (sizeOf(file) === 0) {
    // SQLite deletes the log of a database without pages, and the log may hold all data.
    if (sizeOf(log) > 0) return 'it is empty, and its log is not';
    rmSync(log, { force: true });
    return null;
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    if (sizeOf(log) > 0) db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    const said = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    return said === 'ok' ? null : String(said);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
    if (sizeOf(log) === 0) for (const name of [log, `${file}-shm`]) rmSync(name, { force: true });
  }
}

/** Files of a folder and below, as paths in it with `/`. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
