/** The time of the newest whole backup, as a note in the state folder: the operators' first page shows how old it is. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** No backup holds it: a restored folder was never backed up. */
export const LAST_BACKUP_FILE = 'last-backup.json';

/** Best effort: the backup is whole without it. */
export function recordBackup(dataDir: string, atMs: number): void {
  const file = path.join(dataDir, LAST_BACKUP_FILE);
  try {
    writeFileSync(`${file}.tmp`, `${JSON.stringify({ at: new Date(atMs).toISOString() })}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  } catch (error) {
    process.stderr.write(`warn: the time of this backup could not be noted in ${dataDir}: ${String(error)}\n`);
  }
}

/** Epoch ms; null for a folder that no backup was made of. */
export function lastBackupMs(dataDir: string): number | null {
  try {
    const { at } = JSON.parse(readFileSync(path.join(dataDir, LAST_BACKUP_FILE), 'utf8')) as { at: string };
    const atMs = Date.parse(at);
    return Number.isNaN(atMs) ? null : atMs;
  } catch {
    return null;
  }
}
