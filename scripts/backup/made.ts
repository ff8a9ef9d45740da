/** The last steps of every backup: lists, the rename that makes it whole, and the deletion of older ones. */
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/start/root.ts';
import { deleteOldBackups } from './backup-folder.ts';
import { flushFolder } from './flush.ts';
import { kindOf, MADE_DIR } from './layout.ts';
import {
  type Backup,
  type BackupCounts,
  type BackupFile,
  backupNames,
  type Manifest,
  readBackup,
  writeLists,
} from './manifest.ts';

/** Stored bytes that a run which has not ended has copied, in the folder of backups. */
export const JOURNAL = 'copied.jsonl';

export type MadeBackup = Pick<Backup, 'name' | 'folder' | 'manifest'>;

export function programVersion(): string {
  return (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The newest backup that can be read; its files need not be copied again. */
export function newestBackup(folder: string): Backup | undefined {
  for (const name of backupNames(folder).reverse())
    try {
      return readBackup(folder, name);
    } catch {
      // Altered or of a newer version: everything is copied anew.
    }
  return undefined;
}

/** A name that sorts by time, such as 20261126T221500Z. */
function nameFor(nowMs: number, taken: readonly string[]): string {
  const name = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const [last = ''] = taken.slice(-1);
  // A clock that was put back must not make the newest backup look old.
  return name > last ? name : `${last}+`;
}

const OBJECT = /^state\/do\/[^/]+\/(?!metadata\.)[^/]+\.sqlite$/;

export function countsOf(files: readonly BackupFile[], stored: readonly BackupFile[]): BackupCounts {
  return {
    objects: files.filter(({ place }) => OBJECT.test(place)).length,
    databases: files.filter(({ place }) => kindOf(place) === 'databases').length,
    stored: stored.length,
    storedBytes: stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

/** Makes a whole backup of a draft whose files are flushed. */
export function makeWhole(
  folder: string,
  draft: string,
  facts: Omit<Manifest, 'format' | 'files' | 'stored'>,
  files: readonly BackupFile[],
  stored: readonly BackupFile[],
): MadeBackup {
  const manifest = writeLists(draft, facts, files, stored);
  const name = nameFor(facts.madeAtMs, backupNames(folder));
  const made = path.join(folder, MADE_DIR);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  renameSync(draft, path.join(made, name));
  for (const each of [made, folder]) flushFolder(each);
  return { name, folder: path.join(made, name), manifest };
}

/** @returns names of the deleted ones */
export function deleteOlder(folder: string, keep: number, { manifest }: MadeBackup): string[] {
  // A damaged database may be whole in an older backup.
  return manifest.damaged.length === 0 ? deleteOldBackups(folder, keep) : [];
}
