/**
 * One backup of a state folder, while its server runs or not. Order: stored bytes and databases while the server writes, as often as
 * much has changed; then a pause in which the rest of the databases is copied and new bytes are linked; then those bytes are copied,
 * every database is read in full, and the lists are written. The backup has a name only then. docs/decisions/0369-hot-backup.md
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isServed } from '#scripts/audit/state-copy.ts';
import { isAlive, type ProcessMark } from '#scripts/start/process/processes.ts';
import { notedFormat, RESTORING_DIR } from '#scripts/start/state/folder-check.ts';
import { notedProcesses, takeLock } from '#scripts/start/state/lock.ts';
import { MIB } from '#shared/units.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { lockBackupFolder, openBackupFolder } from './backup-folder.ts';
import { filesBelow, makeDatabaseCopies, settleCopy } from './databases.ts';
import { flushFile } from './flush.ts';
import { isFullDisk } from './full-disk.ts';
import { recordBackup } from './last-backup.ts';
import { DRAFT_DIR, FILES_DIR, isStateFolder, kindOf, makeLister, STORE_DIR, type StateFiles } from './layout.ts';
import { countsOf, deleteOlder, JOURNAL, type MadeBackup, makeWhole, newestBackup, programVersion } from './made.ts';
import { type BackupFile, BackupRefused } from './manifest.ts';
import { RuntimeEnded, whilePaused } from './pause.ts';
import { makeSpaceCheck } from './space.ts';
import { hashFile, makeStoredCopies, type StoredCopies } from './stored-bytes.ts';

export interface BackupOptions {
  readonly dataDir: string;
  readonly folder: string;
  /** Backups that stay; older ones are deleted after a whole one. */
  readonly keep: number;
  /** Watermark of the server; undefined: by the size of its disk. */
  readonly reserveBytes?: number | undefined;
  /** Epoch ms. */
  readonly now: () => number;
  /** Replaced in tests, to change the folder around the pause. */
  readonly pause?: typeof whilePaused;
}

export interface BackupResult {
  readonly backup: MadeBackup;
  readonly copiedFiles: number;
  readonly copiedBytes: number;
  readonly pausedMs: number;
  readonly deleted: readonly string[];
}

/** The lock of a stopped folder names a port for its message; a backup listens on none. */
const NO_PORT = 0;
/** 32 MiB: copied in a fraction of a second, during the pause. */
const SMALL_BYTES = 32 * MIB;
const MOST_PASSES = 4;

/** Keeps a stopped folder stopped. @returns the runtime that has to be paused, and the end of the hold */
async function holdFolder(dataDir: string): Promise<{ runtime: ProcessMark | undefined; release(): void }> {
  if (!isServed(dataDir)) return { runtime: undefined, ...(await takeLock(dataDir, NO_PORT)) };
  const runtime = notedProcesses(dataDir).workerd;
  if (runtime === undefined)
    throw new BackupRefused(`The server on ${dataDir} is starting or stopping. Run the backup again in a moment.`);
  return { runtime, release: () => undefined };
}

/** Longest time until a server whose runtime ended serves again. */
const RESTART_MS = 60_000;
const LOOK_MS = 100;

async function untilServedAgain(dataDir: string): Promise<void> {
  const untilMs = performance.now() + RESTART_MS;
  const isBack = () => {
    const { workerd } = notedProcesses(dataDir);
    return !isServed(dataDir) || (workerd !== undefined && isAlive(workerd));
  };
  while (!isBack() && performance.now() < untilMs) await delay(LOOK_MS);
}

interface Copies {
  readonly list: () => StateFiles;
  readonly databases: ReturnType<typeof makeDatabaseCopies>;
  readonly stored: StoredCopies;
}

/** Copies until little has changed between two passes. */
async function copyWhileServed({ list, databases, stored }: Copies): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const files = list();
    const before = stored.copiedBytes;
    await stored.copy(files.stored);
    const bytes = databases.refresh(files.databases);
    if (bytes + stored.copiedBytes - before < SMALL_BYTES) return;
  }
}

function copyNotes(dataDir: string, target: string, notes: readonly string[]): void {
  for (const place of notes) {
    mkdirSync(path.dirname(path.join(target, place)), { recursive: true, mode: 0o700 });
    copyFileSync(path.join(dataDir, place), path.join(target, place));
  }
}

/** Reads every copied database in full; lists all files of the draft. */
async function proveFiles(
  target: string,
  stampOf: (place: string) => string,
): Promise<{ files: BackupFile[]; damaged: string[] }> {
  const damaged: string[] = [];
  for (const place of filesBelow(target)) {
    if (kindOf(place) !== 'databases') continue;
    const says = settleCopy(path.join(target, place));
    if (says !== null) damaged.push(`${place}: ${says}`);
  }
  const files: BackupFile[] = [];
  for (const place of filesBelow(target)) {
    const file = path.join(target, place);
    flushFile(file);
    files.push({ place, ...(await hashFile(file)), stamp: kindOf(place) === 'databases' ? stampOf(place) : '' });
  }
  return { files, damaged };
}

async function backUp(options: BackupOptions, runtime: ProcessMark | undefined): Promise<BackupResult> {
  const { dataDir, folder, now, pause = whilePaused } = options;
  const draft = path.join(folder, DRAFT_DIR);
  const target = path.join(draft, FILES_DIR);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const newest = newestBackup(folder);
  const known = new Map(newest?.files.filter(({ stamp }) => stamp !== '').map((file) => [file.place, file]));
  const requireSpace = makeSpaceCheck(dataDir, folder, options.reserveBytes);
  const list = makeLister(dataDir);
  const databases = makeDatabaseCopies({
    from: dataDir,
    to: target,
    requireSpace,
    earlier: (place, stamp) =>
      newest && known.get(place)?.stamp === stamp ? path.join(newest.folder, FILES_DIR, place) : undefined,
  });
  const journal = path.join(folder, JOURNAL);
  const storeDir = path.join(folder, STORE_DIR);
  const stored = makeStoredCopies({ dataDir, storeDir, journal, earlier: newest?.stored ?? [], requireSpace });
  try {
    await copyWhileServed({ list, databases, stored });
    const cut = await pause(runtime, () => {
      const beganMs = performance.now();
      const files = list();
      databases.refresh(files.databases);
      stored.hold(files.stored);
      copyNotes(dataDir, target, files.notes);
      return { files, madeAtMs: now(), pausedMs: runtime ? performance.now() - beganMs : 0 };
    });
    const storedFiles = await stored.finish(cut.files.stored);
    const { files, damaged } = await proveFiles(target, databases.stampOf);
    const facts = {
      version: programVersion(),
      stateFormat: notedFormat(target) || STATE_FORMAT,
      madeAtMs: cut.madeAtMs,
      counts: countsOf(files, storedFiles),
      damaged,
    };
    requireSpace(0);
    const backup = makeWhole(folder, draft, facts, files, storedFiles);
    rmSync(journal, { force: true });
    const deleted = deleteOlder(folder, options.keep, backup);
    const { copiedFiles, copiedBytes } = stored;
    return {
      backup,
      copiedFiles,
      copiedBytes,
      pausedMs: cut.pausedMs,
      deleted,
    };
  } finally {
    stored.release();
    // Gone after the rename. A draft that stayed would need space that the next run may lack.
    rmSync(draft, { recursive: true, force: true });
  }
}

async function backUpHeld(options: BackupOptions): Promise<BackupResult> {
  const hold = await holdFolder(options.dataDir);
  try {
    const made = await backUp(options, hold.runtime);
    recordBackup(options.dataDir, made.backup.manifest.madeAtMs);
    return made;
  } finally {
    hold.release();
  }
}

/** A sentence for a restart and for want of space; other errors as they are. */
function refusalOf(error: unknown, folder: string): unknown {
  if (error instanceof RuntimeEnded) return new BackupRefused(error.message, { cause: error });
  if (!isFullDisk(error)) return error;
  return new BackupRefused(
    `The disk of ${folder} is full. Nothing was changed in the state folder. Free space, or keep fewer backups (--keep), and run it again.`,
    { cause: error },
  );
}

/** @throws BackupRefused with a sentence for the operator; no half backup stays */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { dataDir, folder } = options;
  if (!isStateFolder(dataDir) || existsSync(path.join(dataDir, RESTORING_DIR)))
    throw new BackupRefused(`${dataDir} is not the state folder of a server. Name it by --data or MAGPIE_DATA.`);
  const inside = path.relative(dataDir, folder);
  if (inside === '' || !(inside.startsWith('..') || path.isAbsolute(inside)))
    throw new BackupRefused(`${folder} is inside of the state folder. Name a folder outside, best on another disk.`);
  try {
    openBackupFolder(folder);
    const unlock = lockBackupFolder(folder);
    try {
      return await backUpHeld(options).catch(async (error: unknown) => {
        if (!(error instanceof RuntimeEnded)) throw error;
        // Stored bytes that were copied stay and are not copied again.
        await untilServedAgain(dataDir);
        return backUpHeld(options);
      });
    } finally {
      unlock();
    }
  } catch (error) {
    throw refusalOf(error, folder);
  }
}
