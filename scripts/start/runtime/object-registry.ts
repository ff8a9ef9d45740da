/**
 * The objects of one state folder, noted apart from their own files: a file that is missing or empty then belongs to a lost object
 * and not to a new one. `objects.log` gets one line for each object, once, after it has storage; a start adds objects that are not in it. Logs one line for each damaged object, with the remedy. docs/decisions/0007-registry-of-objects.md
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from '#scripts/audit/copy-database.ts';
import type { DamagedObject, ObjectMark } from '#worker/platform/object-registry.ts';
import { marksFile, readMarks } from './object-marks.ts';

const OBJECTS_DIR = 'state/do';
const CLASS_PREFIX = 'magpie-';
const SCHEDULE_FILE = 'metadata.sqlite';
const MAGIC = 'SQLite format 3\0';
/** 10 s: shortest time between two full reads of one file, however often its object is called. */
const CHECKED_MS = 10_000;

export interface ObjectRegistryFile {
  /** Whether the folder had objects of a class before this start. */
  hadAtStart(className: string): boolean;
  existed(mark: ObjectMark): boolean;
  created(mark: ObjectMark): void;
  /** Reads the whole database of the object. */
  isDamaged(mark: ObjectMark): Promise<boolean>;
  damaged(): readonly DamagedObject[];
}

const keyOf = ({ className, id }: Pick<ObjectMark, 'className' | 'id'>): string => `${className}/${id}`;

function fileOf(dataDir: string, { className, id }: Pick<ObjectMark, 'className' | 'id'>): string {
  return path.join(dataDir, OBJECTS_DIR, `${CLASS_PREFIX}${className}`, `${id}.sqlite`);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Fault of a file by its first bytes; null for none. A write-ahead log beside an empty file may hold all data. */
export function faultOf(file: string): string | null {
  const sizeBytes = sizeOf(file);
  if (sizeBytes === 0) {
    if (sizeOf(`${file}-wal`) > 0) return null;
    return existsSync(file) ? 'its database is empty' : 'its database is missing';
  }
  const head = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, head, 0, head.length, 0);
  } finally {
    closeSync(handle);
  }
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'its database does not begin as one';
  return null;
}

/** The name in an object's own table; null for an object that was asked for but never written to. */
function nameIn(file: string): string | null {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const isNamed =
      db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_self'").get() !== undefined;
    return isNamed ? ((db.prepare('SELECT name FROM _self').get()?.['name'] as string | undefined) ?? null) : null;
  } finally {
    db.close();
  }
}

/** Reads a copy of a database whole. @returns SQLite's message, or null when it is sound */
async function quickCheck(file: string): Promise<string | null> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-check-'));
  const copy = path.join(scratch, 'copy.sqlite');
  let db: DatabaseSync | undefined;
  try {
    await copyDatabase(file, copy);
    db = new DatabaseSync(copy);
    const said = Object.values((db.prepare('PRAGMA quick_check(1)').get() ?? {}) as Record<string, unknown>)[0];
    return said === 'ok' ? null : `its database is damaged (${String(said).split('\n').join(' ')})`;
  } catch (error) {
    return `its database is damaged (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    db?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param log  gets one line for each object that is damaged or lost */
export function openObjectRegistry(dataDir: string, log: (line: string) => void): ObjectRegistryFile {
  const logFile = marksFile(dataDir);
  const marks = new Map(readMarks(dataDir).map((mark) => [keyOf(mark), mark]));
  const broken = new Map<string, DamagedObject>();
  const checked = new Map<string, { atMs: number; damaged: boolean }>();
  /** Files that are being read: callers who fail at the same time wait for one reading. */
  const checking = new Map<string, Promise<boolean>>();

  function note(mark: ObjectMark): void {
    const known = marks.get(keyOf(mark));
    if (known && (known.name !== known.id || mark.name === mark.id)) return;
    marks.set(keyOf(mark), mark);
    appendFileSync(logFile, `${JSON.stringify({ className: mark.className, id: mark.id, name: mark.name })}\n`);
  }

  function report(mark: ObjectMark, what: string): void {
    const name = mark.name === mark.id ? (marks.get(keyOf(mark))?.name ?? mark.name) : mark.name;
    const { className, id } = mark;
    const file = path.relative(dataDir, fileOf(dataDir, mark));
    const remedy = `stop the server and restore the state folder from a backup (docs/backup.md); nothing is written to ${file} until then`;
    // The first report is the best: a later call makes the runtime create an empty database in place of a missing one.
    if (broken.has(keyOf(mark))) return;
    broken.set(keyOf(mark), { className, id, name, what, remedy });
    log(`error: ${className} ${name} (${id}): ${what}; ${remedy}`);
  }

  function adopt(className: string, id: string, file: string): void {
    if (sizeOf(file) === 0) return;
    try {
      const name = nameIn(file);
      if (name !== null) note({ className, id, name });
    } catch (error) {
      report({ className, id, name: id }, `its database is damaged (${(error as Error).message})`);
    }
  }

  /** Notes objects of before there was a log, and finds those whose files are gone. */
  function lookAtStart(): void {
    const root = path.join(dataDir, OBJECTS_DIR);
    for (const folder of existsSync(root) ? readdirSync(root) : []) {
      if (!folder.startsWith(CLASS_PREFIX)) continue;
      const className = folder.slice(CLASS_PREFIX.length);
      for (const file of readdirSync(path.join(root, folder))) {
        if (!file.endsWith('.sqlite') || file === SCHEDULE_FILE) continue;
        const id = file.slice(0, -'.sqlite'.length);
        if (!marks.has(keyOf({ className, id }))) adopt(className, id, path.join(root, folder, file));
      }
    }
    for (const mark of marks.values()) {
      const fault = faultOf(fileOf(dataDir, mark));
      if (fault) report(mark, fault);
    }
  }

  async function check(mark: ObjectMark): Promise<boolean> {
    const file = fileOf(dataDir, mark);
    const fault = faultOf(file) ?? (await quickCheck(file));
    if (fault) report(mark, fault);
    checked.set(keyOf(mark), { atMs: Date.now(), damaged: fault !== null });
    return fault !== null;
  }

  lookAtStart();
  const classes = new Set([...marks.values()].map(({ className }) => className));
  return {
    hadAtStart: (className) => classes.has(className),
    existed(mark) {
      if (!marks.has(keyOf(mark))) return false;
      const fault = faultOf(fileOf(dataDir, mark));
      // It has a file of the runtime's making, and was emptied before that.
      report(mark, fault ?? 'its database has lost its tables');
      return true;
    },
    created: note,
    async isDamaged(mark) {
      const last = checked.get(keyOf(mark));
      if (last && Date.now() - last.atMs < CHECKED_MS) return last.damaged;
      const running = checking.get(keyOf(mark)) ?? check(mark).finally(() => checking.delete(keyOf(mark)));
      checking.set(keyOf(mark), running);
      return running;
    },
    damaged: () => [...broken.values()],
  };
}
