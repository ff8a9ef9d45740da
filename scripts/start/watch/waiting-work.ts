/**
 * Work that waits in the objects of a state folder: alarms, from the runtime's own schedule, and events and jobs of the objects whose
 * alarms come next. Reads copies of databases: the runtime holds them open.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from '#scripts/audit/copy-database.ts';
import { MIB } from '#shared/units.ts';

const OBJECTS_DIR = 'state/do';
const SCHEDULE_FILE = 'metadata.sqlite';
/** 10 s: the runtime wakes objects one after another. */
const LATE_MS = 10_000;
/** 6 min: no event waits longer for its next try. */
const NEAR_MS = 360_000;
/** Objects that are looked into; a machine with more of them due has an alarm that is late. */
const MOST_OBJECTS = 50;
const LARGEST_BYTES = 8 * MIB;

export interface WaitingWork {
  /** Objects by class. */
  readonly objects: Readonly<Record<string, number>>;
  readonly alarms: number;
  readonly lateAlarms: number;
  /** How late the oldest alarm is, s. */
  readonly latenessSeconds: number;
  /** Of the objects whose alarms come next, at most 50. */
  readonly events: number;
  readonly oldestEventSeconds: number;
  readonly jobs: number;
  /** The objects whose alarms are late, the latest first: at most 50. */
  readonly late: readonly LateObject[];
  /** Names of drives with jobs, fetches or uploads under way, among the same 50 objects. */
  readonly busyDrives: readonly string[];
}

export interface LateObject {
  readonly className: string;
  /** The id of its file where the name cannot be read. */
  readonly name: string;
  /** When its alarm was due, epoch ms. */
  readonly atMs: number;
}

interface Due {
  readonly id: string;
  readonly className: string;
  readonly file: string;
  readonly atMs: number;
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

async function readCopy<T>(scratch: string, file: string, read: (db: DatabaseSync) => T): Promise<T | undefined> {
  const copy = path.join(scratch, 'copy.sqlite');
  let db: DatabaseSync | undefined;
  try {
    if (!existsSync(file) || statSync(file).size === 0) return undefined;
    await copyDatabase(file, copy);
    db = new DatabaseSync(copy);
    return read(db);
  } catch {
    // Damaged, or deleted since: reported elsewhere.
    return undefined;
  } finally {
    db?.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
  }
}

/** Class of the objects in a folder of the runtime. */
const classOf = (folder: string): string => path.basename(folder).replace(/^magpie-/, '');

async function alarmsIn(scratch: string, folder: string): Promise<Due[]> {
  const rows = await readCopy(scratch, path.join(folder, SCHEDULE_FILE), (db) =>
    hasTable(db, '_cf_ALARM')
      ? (db.prepare('SELECT actor_id AS id, scheduled_time / 1000000 AS atMs FROM _cf_ALARM').all() as {
          id: string;
          atMs: number;
        }[])
      : [],
  );
  const className = classOf(folder);
  return (rows ?? []).map(({ id, atMs }) => ({ id, className, file: path.join(folder, `${id}.sqlite`), atMs }));
}

/** Tables of a drive with work that is no task of steps, and its states. */
const OPEN_WORK = [
  ['fetches', "'waiting', 'running', 'choosing', 'sealed'"],
  ['uploads', "'open', 'hashing'"],
] as const;

function hasState(db: DatabaseSync, table: string, states: string): boolean {
  return db.prepare(`SELECT 1 FROM ${table} WHERE state IN (${states}) LIMIT 1`).get() !== undefined;
}

interface ObjectWork {
  readonly name: string;
  readonly events: number;
  readonly oldestMs: number | null;
  readonly jobs: number;
  /** Of a drive: it has jobs, fetches or uploads that have not ended. */
  readonly isBusy: boolean;
}

function workIn(db: DatabaseSync): ObjectWork {
  const self = hasTable(db, '_self')
    ? (db.prepare('SELECT name FROM _self').get() as { name: string } | undefined)
    : undefined;
  const { events, oldestMs } = hasTable(db, '_outbox')
    ? (db.prepare('SELECT count(*) AS events, min(at_ms) AS oldestMs FROM _outbox').get() as {
        events: number;
        oldestMs: number | null;
      })
    : { events: 0, oldestMs: null };
  const jobs = hasTable(db, 'tasks')
    ? (db.prepare('SELECT count(*) AS jobs FROM tasks WHERE job IS NOT NULL').get() as { jobs: number }).jobs
    : 0;
  const isBusy = jobs > 0 || OPEN_WORK.some(([table, states]) => hasTable(db, table) && hasState(db, table, states));
  return { name: self?.name ?? '', events, oldestMs, jobs, isBusy };
}

/** @param nowMs  epoch ms */
export async function readWaitingWork(dataDir: string, nowMs: number): Promise<WaitingWork> {
  const root = path.join(dataDir, OBJECTS_DIR);
  const objects: Record<string, number> = {};
  const alarms: Due[] = [];
  const scratch = mkdtempSync(path.join(dataDir, 'tmp', 'watch-'));
  try {
    for (const folder of existsSync(root) ? readdirSync(root) : []) {
      const names = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.sqlite'));
      objects[classOf(folder)] = names.filter((name) => name !== SCHEDULE_FILE).length;
      alarms.push(...(await alarmsIn(scratch, path.join(root, folder))));
    }
    const next = alarms.filter(({ atMs }) => atMs < nowMs + NEAR_MS).sort((a, b) => a.atMs - b.atMs);
    let [events, jobs, oldestMs] = [0, 0, nowMs];
    const lateObjects: LateObject[] = [];
    const busyDrives: string[] = [];
    for (const { id, className, file, atMs } of next.slice(0, MOST_OBJECTS)) {
      const isSmall = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= LARGEST_BYTES;
      const work = isSmall ? await readCopy(scratch, file, workIn) : undefined;
      if (atMs < nowMs - LATE_MS) lateObjects.push({ className, name: work?.name || id, atMs });
      if (className === 'DriveObject' && work?.isBusy) busyDrives.push(work.name);
      events += work?.events ?? 0;
      jobs += work?.jobs ?? 0;
      oldestMs = Math.min(oldestMs, work?.oldestMs ?? nowMs);
    }
    const late = next.filter(({ atMs }) => atMs < nowMs - LATE_MS);
    return {
      objects,
      alarms: alarms.length,
      lateAlarms: late.length,
      latenessSeconds: Math.max(0, nowMs - (late[0]?.atMs ?? nowMs)) / 1_000,
      events,
      oldestEventSeconds: (nowMs - oldestMs) / 1_000,
      jobs,
      late: lateObjects,
      busyDrives,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
