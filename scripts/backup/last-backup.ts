/** Times of the newest whole backup and of the newest rehearsal, as notes in the state folder: the operators' first page shows them. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** No backup holds it: a restored folder was never backed up. */
export const LAST_BACKUP_FILE = 'last-backup.json';
export const LAST_REHEARSAL_FILE = 'last-rehearsal.json';

/** Best effort: the backup is whole without it. */
export const recordBackup = (dataDir: string, atMs: number): void => record(dataDir, LAST_BACKUP_FILE, atMs);

/** Best effort, and only where the server of the backup has its state. */
export function recordRehearsal(dataDir: string, atMs: number): void {
  if (existsSync(path.join(dataDir, LAST_BACKUP_FILE))) record(dataDir, LAST_REHEARSAL_FILE, atMs);
}

function record(dataDir: string, name: string, atMs: number): void {
  const file = path.join(dataDir, name);
  try {
    writeFileSync(`${file}.tmp`, `${JSON.stringify({ at: new Date(atMs).toISOString() })}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  } catch (error) {
    process.stderr.write(`warn: the time could not be noted in ${dataDir}: ${String(error)}\n`);
  }
}

/** Epoch ms; null for a folder that no backup was made of. */
export const lastBackupMs = (dataDir: string): number | null => timeIn(dataDir, LAST_BACKUP_FILE);

/** Epoch ms; null for a folder whose backups were not tried out beside it. */
export const lastRehearsalMs = (dataDir: string): number | null => timeIn(dataDir, LAST_REHEARSAL_FILE);

function timeIn(dataDir: string, name: string): number | null {
  try {
    const { at } = JSON.parse(readFileSync(path.join(dataDir, name), 'utf8')) as { at: string };
    const atMs = Date.parse(at);
    return Number.isNaN(atMs) ? null : atMs;
  } catch {
    return null;
  }
}
