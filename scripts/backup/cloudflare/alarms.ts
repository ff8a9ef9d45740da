/** Alarms as the runtime of one machine has them: in the object's own database, and in a list for each class. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The runtime stores the time of an alarm in nanoseconds. */
const NANOSECONDS_PER_MS = 1_000_000n;
const ALARM_KEY = 1;

/** @param alarmMs  epoch ms; null without an alarm */
export function writeAlarm(db: DatabaseSync, alarmMs: number | null): void {
  db.exec('CREATE TABLE _cf_METADATA (key INTEGER PRIMARY KEY, value BLOB)');
  if (alarmMs !== null)
    db.prepare('INSERT INTO _cf_METADATA VALUES (?, ?)').run(ALARM_KEY, BigInt(alarmMs) * NANOSECONDS_PER_MS);
}

export interface ScheduledObject {
  /** On one machine. */
  readonly localId: string;
  readonly name: string;
  readonly alarmMs: number | null;
}

/** Writes the list of one class. */
export function writeSchedule(file: string, objects: readonly ScheduledObject[]): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file);
  try {
    db.exec(
      'CREATE TABLE _cf_ALARM (actor_id TEXT PRIMARY KEY, scheduled_time INTEGER, actor_name TEXT) WITHOUT ROWID',
    );
    const insert = db.prepare('INSERT OR REPLACE INTO _cf_ALARM VALUES (?, ?, ?)');
    for (const { localId, alarmMs, name } of objects)
      if (alarmMs !== null) insert.run(localId, BigInt(alarmMs) * NANOSECONDS_PER_MS, name);
  } finally {
    db.close();
  }
}

/** When the objects of a class are woken, epoch ms, by id. */
export function readSchedule(db: DatabaseSync): Map<string, number> {
  const statement = db.prepare(
    'SELECT actor_id AS id, scheduled_time AS at FROM _cf_ALARM WHERE scheduled_time IS NOT NULL',
  );
  statement.setReadBigInts(true);
  return new Map(statement.all().map(({ id, at }) => [String(id), Number((at as bigint) / NANOSECONDS_PER_MS)]));
}
