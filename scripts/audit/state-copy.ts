/**
 * Copies the SQLite files of a state folder and opens the copies: one per stored object, with the alarm it has and the alarm
 * the runtime would wake it by. The folder itself is only read; a server may be running on it.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { isAlive, type ProcessMark } from '#scripts/start/process/processes.ts';
import { readMarks } from '#scripts/start/runtime/object-marks.ts';
import { copyDatabase } from './copy-database.ts';
import { migrateCopy } from './tables/migrate-copy.ts';

/** One stored object, opened from a copy. */
export interface ObjectCopy {
  className: string;
  /** The name the object was made under. */
  name: string;
  /** Path of the original, for repairs. */
  file: string;
  /** Opened when it is read; ask for it at each use. */
  readonly db: DatabaseSync;
  /** When the object wants to be woken, epoch ms. */
  alarmMs: number | null;
  /** When the runtime will wake it, epoch ms. */
  scheduledMs: number | null;
}

/** A database that SQLite cannot read, or that is gone. */
export interface DamagedFile {
  /** Path under the state folder. */
  file: string;
  /** As the registry of objects lists it; '' when it does not. */
  object: string;
  says: string;
}

export interface StateCopy {
  damaged: readonly DamagedFile[];
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
/** Copies that are open at a time: each takes up to three file descriptors, and a state folder has any number of objects. */
const MAX_OPEN = 1_000;

/** Rows of a query as plain objects. */
export function rowsOf<T>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): T[] {
  return db.prepare(sql).all(...values) as T[];
}

/** False for a table that is newer than the last call of its object. */
export function hasTable(db: DatabaseSync, name: string): boolean {
  return rowsOf(db, "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?", name).length > 0;
}

/** An object that was not opened since an upgrade has not all columns. */
export function hasColumn(db: DatabaseSync, table: string, column: string): boolean {
  return rowsOf(db, 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?', table, column).length > 0;
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

type OpenedFile =
  | { db: DatabaseSync; self: { class: string; name: string } | undefined; hasTables: boolean; alarmMs: number | null }
  | { says: string };

/** Opens a copy and reads all of it, so that nothing that looks into it meets damage later. */
function openObject(file: string): OpenedFile {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    const [first] = rowsOf<Record<string, string>>(db, 'PRAGMA quick_check(1)');
    const says = Object.values(first ?? {})[0];
    if (says !== 'ok') throw new Error(String(says).split('\n').join(' '));
    const tables = tablesOf(db);
    const self = tables.has('_self')
      ? rowsOf<{ class: string; name: string; version: number }>(db, 'SELECT class, name, version FROM _self')[0]
      : undefined;
    if (self) migrateCopy(db, self.class, self.version);
    const hasTables = [...tables].some((name) => !name.startsWith('_cf_'));
    return { db, self, hasTables, alarmMs: alarmOf(db, tables) };
  } catch (error) {
    db?.close();
    return { says: error instanceof Error ? error.message : String(error) };
  }
}

function scheduleIn(copy: string, place: string, damaged: DamagedFile[]): Map<string, number> {
  try {
    return scheduleOf(copy);
  } catch (error) {
    damaged.push({ file: place, object: 'alarms', says: error instanceof Error ? error.message : String(error) });
    return new Map();
  }
}

/** Objects that the folder has noted and that have no database with a name; damaged ones get theirs. */
function addLost(dataDir: string, objects: readonly ObjectCopy[], damaged: DamagedFile[]): void {
  const readable = new Set(objects.map(({ file }) => path.relative(dataDir, file)));
  for (const { className, id, name } of readMarks(dataDir)) {
    const file = path.join(OBJECTS_DIR, `${CLASS_PREFIX}${className}`, `${id}.sqlite`);
    if (readable.has(file)) continue;
    const object = `${className} ${name}`;
    const known = damaged.find((each) => each.file === file);
    if (known) known.object = object;
    else damaged.push({ file, object, says: 'the object has no database' });
  }
}

/** Copies that are open; the one that was used longest ago is closed for another. */
function makeOpenCopies(most: number) {
  const open = new Map<string, DatabaseSync>();
  function hold(file: string, db: DatabaseSync): DatabaseSync {
    open.delete(file);
    open.set(file, db);
    const [oldest] = open;
    if (oldest && open.size > most) {
      oldest[1].close();
      open.delete(oldest[0]);
    }
    return db;
  }
  return {
    hold,
    of: (file: string): DatabaseSync => hold(file, open.get(file) ?? new DatabaseSync(file)),
    close(): void {
      for (const db of open.values()) db.close();
    },
  };
}

/** Copies and opens every stored object of a state folder. Call `close` when done: it removes the copies. */
export async function copyState(dataDir: string, mostOpen = MAX_OPEN): Promise<StateCopy> {
  const from = path.join(dataDir, OBJECTS_DIR);
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-audit-'));
  const objects: ObjectCopy[] = [];
  const nameless: string[] = [];
  const damaged: DamagedFile[] = [];
  const copies = makeOpenCopies(mostOpen);
  const close = (): void => {
    copies.close();
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    for (const folder of existsSync(from) ? readdirSync(from) : []) {
      if (!folder.startsWith(CLASS_PREFIX)) continue;
      mkdirSync(path.join(scratch, folder));
      const files = readdirSync(path.join(from, folder)).filter((file) => file.endsWith('.sqlite'));
      const place = (file: string): string => path.join(OBJECTS_DIR, folder, file);
      for (const file of files) await copyDatabase(path.join(from, folder, file), path.join(scratch, folder, file));
      const schedule = scheduleIn(path.join(scratch, folder, SCHEDULE_FILE), place(SCHEDULE_FILE), damaged);
      for (const file of files) {
        if (file === SCHEDULE_FILE) continue;
        const copy = path.join(scratch, folder, file);
        const read = openObject(copy);
        if ('says' in read) damaged.push({ file: place(file), object: '', says: read.says });
        else if (read.self === undefined) {
          if (read.hasTables) nameless.push(place(file));
          read.db.close();
        } else {
          copies.hold(copy, read.db);
          objects.push({
            className: read.self.class,
            name: read.self.name,
            file: path.join(from, folder, file),
            get db() {
              return copies.of(copy);
            },
            alarmMs: read.alarmMs,
            scheduledMs: schedule.get(path.basename(file, '.sqlite')) ?? null,
          });
        }
      }
    }
    addLost(dataDir, objects, damaged);
  } catch (error) {
    close();
    throw error;
  }
  return { objects, nameless, damaged, close };
}
