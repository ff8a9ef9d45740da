/**
 * Copies the SQLite files of a state folder and opens the copies: one per stored object, with the alarm it has and the alarm
 * the runtime would wake it by. The folder itself is only read; a server may be running on it.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessMark } from '#scripts/start/processes.ts';

/** One stored object, opened from a copy. */
export interface ObjectCopy {
  className: string;
  /** The name the object was made under. */
  name: string;
  /** Path of the original, for repairs. */
  file: string;
  db: DatabaseSync;
  /** When the object wants to be woken, epoch ms. */
  alarmMs: number | null;
  /** When the runtime will wake it, epoch ms. */
  scheduledMs: number | null;
}

export interface StateCopy {
  objects: readonly ObjectCopy[];
  /** Files that hold tables and no name. */
  nameless: readonly string[];
  close(): void;
}

/** Folder of the objects' classes, as the runtime lays it out under the state folder. */
const OBJECTS_DIR = 'state/do';
const CLASS_PREFIX = 'magpie-';
/** Holds the alarms of all objects of one class. */
const SCHEDULE_FILE = 'metadata.sqlite';
/** Rewritten when the write-ahead log begins anew. */
const WAL_HEADER_BYTES = 32;
const COPY_TRIES = 50;
const COPY_WAIT_MS = 20;

/** Rows of a query as plain objects. */
export function rowsOf<T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  return db.prepare(sql).all(...values) as T[];
}

/** False for a table that is newer than the last call of its object. */
export function hasTable(db: DatabaseSync, name: string): boolean {
  return rowsOf(db, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name).length > 0;
}

/** True while a server runs on this folder. */
export function isServed(dataDir: string): boolean {
  try {
    const lock = JSON.parse(readFileSync(path.join(dataDir, 'lock'), 'utf8')) as { front?: ProcessMark };
    return lock.front !== undefined && isAlive(lock.front);
  } catch {
    return false;
  }
}

/** Differs whenever the database was checkpointed or its log begun anew. */
function stampOf(file: string): string {
  const { mtimeNs, size } = statSync(file, { bigint: true });
  const wal = `${file}-wal`;
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  if (existsSync(wal)) {
    const handle = openSync(wal, 'r');
    readSync(handle, header, 0, WAL_HEADER_BYTES, 0);
    closeSync(handle);
  }
  return `${mtimeNs}/${size}/${header.toString('hex')}`;
}

/**
 * Copies a database with its log. Frames written after the copy began are whole or ignored; a checkpoint in between would mix
 * two states, so then it is copied again.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  for (let tries = 0; tries < COPY_TRIES; tries++) {
    const before = stampOf(from);
    copyFileSync(from, to);
    rmSync(`${to}-wal`, { force: true });
    if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
    if (stampOf(from) === before) return;
    await delay(COPY_WAIT_MS);
  }
  throw new Error(`${from} is written too fast to be copied`);
}

function tablesOf(db: DatabaseSync): Set<string> {
  return new Set(
    rowsOf<{ name: string }>(db, "SELECT name FROM sqlite_master WHERE type = 'table'").map((row) => row.name),
  );
}

/** Alarms are kept in nanoseconds, which JavaScript's numbers cannot hold. */
function alarmOf(db: DatabaseSync, tables: ReadonlySet<string>): number | null {
  if (!tables.has('_cf_METADATA')) return null;
  return (
    rowsOf<{ at: number | null }>(db, 'SELECT value / 1000000 AS at FROM _cf_METADATA WHERE key = 1')[0]?.at ?? null
  );
}

function scheduleOf(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map();
  const db = new DatabaseSync(file);
  try {
    if (!tablesOf(db).has('_cf_ALARM')) return new Map();
    const rows = rowsOf<{ id: string; at: number }>(
      db,
      'SELECT actor_id AS id, scheduled_time / 1000000 AS at FROM _cf_ALARM',
    );
    return new Map(rows.map((row) => [row.id, row.at]));
  } finally {
    db.close();
  }
}

/** Copies and opens every stored object of a state folder. Call `close` when done: it removes the copies. */
export async function copyState(dataDir: string): Promise<StateCopy> {
  const from = path.join(dataDir, OBJECTS_DIR);
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-audit-'));
  const objects: ObjectCopy[] = [];
  const nameless: string[] = [];
  const close = (): void => {
    for (const { db } of objects) db.close();
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    for (const folder of existsSync(from) ? readdirSync(from) : []) {
      if (!folder.startsWith(CLASS_PREFIX)) continue;
      mkdirSync(path.join(scratch, folder));
      const files = readdirSync(path.join(from, folder)).filter((file) => file.endsWith('.sqlite'));
      for (const file of files) await copyDatabase(path.join(from, folder, file), path.join(scratch, folder, file));
      const schedule = scheduleOf(path.join(scratch, folder, SCHEDULE_FILE));
      for (const file of files) {
        if (file === SCHEDULE_FILE) continue;
        const db = new DatabaseSync(path.join(scratch, folder, file));
        const tables = tablesOf(db);
        const self = tables.has('_self')
          ? rowsOf<{ class: string; name: string }>(db, 'SELECT class, name FROM _self')[0]
          : undefined;
        if (self === undefined) {
          if ([...tables].some((name) => !name.startsWith('_cf_'))) nameless.push(path.join(OBJECTS_DIR, folder, file));
          db.close();
          continue;
        }
        objects.push({
          className: self.class,
          name: self.name,
          file: path.join(from, folder, file),
          db,
          alarmMs: alarmOf(db, tables),
          scheduledMs: schedule.get(path.basename(file, '.sqlite')) ?? null,
        });
      }
    }
  } catch (error) {
    close();
    throw error;
  }
  return { objects, nameless, close };
}
