/**
 * Restores one backup into an empty state folder. Everything is checked before the first byte is written, and every file is proved by
 * its hash while it is copied. The folder can be served only when all of it is in place.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { noteRestore } from '#scripts/start/runtime/restore-note.ts';
import { RESTORING_DIR } from '#scripts/start/state/folder-check.ts';
import { FILES_DIR, STORE_DIR } from './layout.ts';
import {
  type Backup,
  type BackupFile,
  BackupRefused,
  backupNames,
  readBackup,
  requireBackupFolder,
} from './manifest.ts';
import { copyProved, forEachOf } from './stored-bytes.ts';

/** A file of the backup and where it is. */
interface Source extends BackupFile {
  readonly from: string;
}

function sourcesOf(folder: string, backup: Backup): Source[] {
  return [
    ...backup.files.map((file) => ({ ...file, from: path.join(backup.folder, FILES_DIR, file.place) })),
    ...backup.stored.map((file) => ({ ...file, from: path.join(folder, STORE_DIR, file.place) })),
  ];
}

function requireSizes(sources: readonly Source[]): void {
  for (const { from, sizeBytes } of sources) {
    const size = statSync(from, { throwIfNoEntry: false })?.size;
    if (size === undefined)
      throw new BackupRefused(`${from} is missing. Restore another backup (--at), or bring it back.`);
    if (size !== sizeBytes)
      throw new BackupRefused(
        `${from} was altered: it has ${size} bytes instead of ${sizeBytes}. Restore another backup (--at).`,
      );
  }
}

async function copySource(source: Source, target: string): Promise<void> {
  const copied = await copyProved(source.from, path.join(target, source.place));
  if (copied.sha256 !== source.sha256)
    throw new BackupRefused(`${source.from} was altered: its bytes have another hash. Restore another backup (--at).`);
}

/** Empties what a broken-off restore has left. @throws BackupRefused for a folder with other content */
function openTarget(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dataDir).filter((name) => name !== 'lost+found');
  if (names.length > 0 && !names.includes(RESTORING_DIR))
    throw new BackupRefused(`${dataDir} is not empty. Move it aside, or name another folder: --data FOLDER.`);
  for (const name of names) rmSync(path.join(dataDir, name), { recursive: true, force: true });
}

/** Checks the lists of a backup and that its files are there. @param at  its name; undefined: the newest */
export function chooseBackup(folder: string, at: string | undefined): Backup {
  requireBackupFolder(folder);
  const name = at ?? backupNames(folder).at(-1);
  if (name === undefined) throw new BackupRefused(`${folder} holds no whole backup.`);
  const backup = readBackup(folder, name);
  requireSizes(sourcesOf(folder, backup));
  return backup;
}

/** @returns the restored backup. @throws BackupRefused with the name of the file that is wrong; the state folder is empty then */
export async function restoreBackup(folder: string, at: string | undefined, dataDir: string): Promise<Backup> {
  const backup = chooseBackup(folder, at);
  openTarget(dataDir);
  const draft = path.join(dataDir, RESTORING_DIR);
  try {
    for (const name of ['blobs', 'state']) mkdirSync(path.join(draft, name), { recursive: true, mode: 0o700 });
    await forEachOf(sourcesOf(folder, backup), (source) => copySource(source, draft));
    noteRestore(draft);
    for (const name of readdirSync(draft)) renameSync(path.join(draft, name), path.join(dataDir, name));
    // Until here a start refuses the folder.
    rmSync(draft, { recursive: true });
  } catch (error) {
    if (existsSync(draft)) openTarget(dataDir);
    throw error;
  }
  return backup;
}
