/** The folder that backups are written to: its mark, its lock, and the deletion of old backups. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive, markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { BACKUP_FORMAT, MADE_DIR, MARK_FILE, PUTTING_PREFIX, STORE_DIR } from './layout.ts';
import { BackupRefused, backupNames, readBackup, requireBackupFolder } from './manifest.ts';

const LOCK_FILE = 'lock.json';

/** In a folder of backups of Cloudflare: the address of the installation. */
const ORIGIN_FILE = 'origin';
const DRAFT_SUFFIX = '.part';

/** The whole text, or no file. */
function writeNote(file: string, text: string): void {
  const draft = `${file}${DRAFT_SUFFIX}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function originOf(folder: string): string {
  const file = path.join(folder, ORIGIN_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/**
 * Makes a new folder of backups, or checks one.
 * @param origin  of an installation on Cloudflare; '' for a state folder
 * @throws BackupRefused for a folder of other things, or of another installation
 */
export function openBackupFolder(folder: string, origin = ''): void {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path.join(folder, MARK_FILE))) {
    const own = ['lost+found', ORIGIN_FILE, `${ORIGIN_FILE}${DRAFT_SUFFIX}`, `${MARK_FILE}${DRAFT_SUFFIX}`];
    if (readdirSync(folder).some((name) => !own.includes(name)))
      throw new BackupRefused(`${folder} is not empty and not a folder of backups. Name an empty or a new folder.`);
    if (origin !== '') writeNote(path.join(folder, ORIGIN_FILE), `${origin}\n`);
    writeNote(path.join(folder, MARK_FILE), `${BACKUP_FORMAT}\n`);
  }
  requireBackupFolder(folder);
  const noted = originOf(folder);
  if (noted !== origin)
    throw new BackupRefused(
      `${folder} has backups of ${noted || 'one machine'}, not of ${origin || 'one machine'}. Name another folder.`,
    );
}

function isHeld(file: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(file, 'utf8')) as ProcessMark);
  } catch {
    return false;
  }
}

/** One backup at a time goes into a folder. @returns unlocks it */
export function lockBackupFolder(folder: string): () => void {
  const file = path.join(folder, LOCK_FILE);
  const unlock = (): void => rmSync(file, { force: true });
  try {
    writeFileSync(file, JSON.stringify(markOf(process.pid)), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // A full disk leaves an empty file.
      unlock();
      throw error;
    }
    if (isHeld(file)) throw new BackupRefused(`Another backup is being written to ${folder}. Wait until it has ended.`);
    unlock();
    return lockBackupFolder(folder);
  }
  return unlock;
}

function removeUnlisted(storeDir: string, listed: ReadonlySet<string>): void {
  if (!existsSync(storeDir)) return;
  for (const entry of readdirSync(storeDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    if (!listed.has(path.relative(storeDir, file).split(path.sep).join('/'))) rmSync(file, { force: true });
  }
}

/** Deletes all backups but the newest `keep`, then the bytes that none of the others lists. @returns names of the deleted ones */
export function deleteOldBackups(folder: string, keep: number): string[] {
  // A restore that was cut off goes on with its backup alone.
  const begun = readdirSync(folder).filter((name) => name.startsWith(PUTTING_PREFIX));
  const old = backupNames(folder)
    .slice(0, -keep)
    .filter((name) => !begun.some((file) => file.startsWith(`${PUTTING_PREFIX}${name}.`)));
  for (const name of old) rmSync(path.join(folder, MADE_DIR, name), { recursive: true, force: true });
  if (old.length === 0) return old;
  const listed = new Set(
    backupNames(folder).flatMap((name) => readBackup(folder, name).stored.map(({ place }) => place)),
  );
  removeUnlisted(path.join(folder, STORE_DIR), listed);
  return old;
}
