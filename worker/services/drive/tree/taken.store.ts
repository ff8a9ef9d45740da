/**
 * When pictures and films were taken, in their rows: the index by time costs an upload one row. Where it is not known, the time of the file's
 * last change is taken, until the file is read (../photos).
 */
import type { Taken } from '#shared/drive/photos/taken.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import type { NodeRow } from './node-columns.ts';

/** `taken_by` of a file that was read, or whose sender said the time; below: readings that failed. */
export const TAKEN_KNOWN = 9;
/** From a change until files are read: changes come in groups. */
const SOON_MS = 5 * SECOND_MS;

/** Categories of `nodes.category` that have a time. */
export const TIMED = ['IMAGE', 'VIDEO'] as const;

/** `taken_ms` of a row, in SQL. */
export const TAKEN_MS = `CASE WHEN is_file = 1 AND phase = 'PHASE_TYPE_COMPLETE' AND category IN ('IMAGE', 'VIDEO')
  THEN coalesce(camera_ms, user_modified_ms) END`;

/** The index has its order in front, so that days are counted without reading a row. */
export const TAKEN_COLUMNS = `
  -- As the camera's clock showed it, as if it were UTC; null: it is not known. Minutes that it was ahead of UTC.
  ALTER TABLE nodes ADD COLUMN camera_ms INTEGER;
  ALTER TABLE nodes ADD COLUMN camera_zone INTEGER;
  -- Of complete pictures and films: camera_ms, or user_modified_ms.
  ALTER TABLE nodes ADD COLUMN taken_ms INTEGER;
  -- 0: the file was not read; 9: it was, or its sender said the time; between: so many readings failed.
  ALTER TABLE nodes ADD COLUMN taken_by INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX nodes_by_taken ON nodes (state, taken_ms, id) WHERE taken_ms IS NOT NULL;
  CREATE INDEX nodes_unread ON nodes (taken_by, id) WHERE taken_ms IS NOT NULL AND taken_by < 9;
  CREATE TRIGGER taken_again AFTER UPDATE OF phase, category, user_modified_ms, camera_ms ON nodes
    WHEN NEW.taken_ms IS NOT (CASE WHEN NEW.is_file = 1 AND NEW.phase = 'PHASE_TYPE_COMPLETE' AND NEW.category IN ('IMAGE', 'VIDEO')
      THEN coalesce(NEW.camera_ms, NEW.user_modified_ms) END)
    BEGIN UPDATE nodes SET taken_ms = ${TAKEN_MS} WHERE id = NEW.id; END;
`;

/** Values of `camera_ms`, `camera_zone` and `taken_by`. @param taken  undefined: not known */
export function takenCells(taken: Taken | undefined): [number | null, number | null, number] {
  return taken ? [taken.clockMs, taken.zoneMinutes, TAKEN_KNOWN] : [null, null, 0];
}

/** The time in a row. @returns undefined for a file that is to be read */
export function takenOf({ camera_ms: clockMs, camera_zone: zoneMinutes }: NodeRow): Taken | undefined {
  return clockMs === null ? undefined : { clockMs, zoneMinutes };
}

/** The file is to be read soon, where it has a time that is not known. */
export function readSoon({ nowMs, wakeAt }: DriveTx, { taken_ms: takenMs, taken_by: takenBy }: NodeRow): void {
  if (takenMs !== null && takenBy < TAKEN_KNOWN) wakeAt(nowMs + SOON_MS);
}

export function hasUnread(sql: SqlStorage): boolean {
  return (
    sql.exec(`SELECT 1 FROM nodes WHERE taken_ms IS NOT NULL AND taken_by < ${TAKEN_KNOWN} LIMIT 1`).toArray().length >
    0
  );
}

/** The same after a change of rows that are not at hand. */
export function readUnreadSoon({ sql, nowMs, wakeAt }: DriveTx): void {
  if (hasUnread(sql)) wakeAt(nowMs + SOON_MS);
}
