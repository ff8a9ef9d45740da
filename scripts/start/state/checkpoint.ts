/**
 * Merges the write-ahead logs of all databases of a state folder into their main files. Called at a clean stop, when the runtime
 * has ended: a copy of the `*.sqlite` files alone is then complete.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOG_SUFFIX = '-wal';

export interface CheckpointResult {
  merged: number;
  /** Databases whose log was not merged: they are damaged, or the time ran out. */
  left: readonly string[];
}

function logsOf(dataDir: string): string[] {
  const root = path.join(dataDir, 'state');
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(`.sqlite${LOG_SUFFIX}`))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** An empty log has nothing to merge; a database of no bytes beside a log has everything in it. */
function mergeOne(log: string): boolean {
  if (statSync(log).size === 0) return true;
  const file = log.slice(0, -LOG_SUFFIX.length);
  // SQLite deletes the log of a database without pages: that is damage, and the log may hold all data.
  if (!existsSync(file) || statSync(file).size === 0) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    const row = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number } | undefined;
    return row?.busy === 0;
  } catch {
    // A damaged database is left exactly as it is; the next start names it.
    return false;
  } finally {
    db?.close();
  }
}

/** @param limitMs  after so long the rest is left: SQLite merges it when the database is opened next */
export function mergeLogs(dataDir: string, limitMs: number): CheckpointResult {
  const untilMs = Date.now() + limitMs;
  const left: string[] = [];
  let merged = 0;
  for (const log of logsOf(dataDir)) {
    if (Date.now() < untilMs && mergeOne(log)) merged += 1;
    else left.push(log.slice(0, -LOG_SUFFIX.length));
  }
  return { merged, left };
}
