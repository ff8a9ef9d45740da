/**
 * Pictures and films in the order of their time: how many each day has, and pages of them. A file below a trashed folder has its own state
 * in place; such folders are found once a reading, so that a page reads the index alone.
 */
import { DAY_MS } from '#shared/units.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { GONE_PARENT, MADE_PARENT, TRASH_PARENT } from '../tree/tree.store.ts';

/** SQLite divides towards zero: days before 1970 are counted from a day before every time of the wire, in the year before 0000. */
const DAYS_BEFORE = 720_000;
const DAY = (column: string): string => `(${column} + ${DAYS_BEFORE * DAY_MS}) / ${DAY_MS} - ${DAYS_BEFORE}`;
const IN_TIME = 'state = 0 AND taken_ms IS NOT NULL';

/** A day and how many pictures it has: days since 1970 by the clocks of cameras. */
export type DayCount = readonly [day: number, count: number];

const GONE_ROOTS = `parent_id IN ('${TRASH_PARENT}', '${GONE_PARENT}', '${MADE_PARENT}') AND state IN (1, 2, 3) AND is_file = 0`;
/** Folders that are in place inside others that are not. No value takes the ids of a drive full of them. */
const WITH_GONE = `WITH RECURSIVE gone (id) AS (SELECT id FROM nodes WHERE ${GONE_ROOTS}
  UNION ALL SELECT nodes.id FROM gone CROSS JOIN nodes ON nodes.parent_id = gone.id AND state = 0 AND is_file = 0)`;

const hasGone = (sql: SqlStorage): boolean =>
  sql.exec(`SELECT 1 FROM nodes WHERE ${GONE_ROOTS} LIMIT 1`).toArray().length > 0;

interface CountRow extends Record<string, SqlStorageValue> {
  day: number;
  n: number;
}

/** Days that have pictures, the newest first. */
export function photoDays(sql: SqlStorage): DayCount[] {
  const all = sql
    .exec<CountRow>(
      `SELECT ${DAY('taken_ms')} AS day, count(*) AS n FROM nodes WHERE ${IN_TIME} GROUP BY day ORDER BY day DESC`,
    )
    .toArray();
  const hidden = new Map(
    hasGone(sql)
      ? sql
          .exec<CountRow>(
            `${WITH_GONE} SELECT ${DAY('taken_ms')} AS day, count(*) AS n FROM gone
             CROSS JOIN nodes ON nodes.parent_id = gone.id AND state = 0 AND is_file = 1
             WHERE taken_ms IS NOT NULL GROUP BY day`,
          )
          .toArray()
          .map(({ day, n }) => [day, n])
      : [],
  );
  return all.flatMap(({ day, n }) => {
    const left = n - (hidden.get(day) ?? 0);
    return left > 0 ? [[day, left] as const] : [];
  });
}

export interface PhotoQuery {
  /** Pictures before this one: its time and id. */
  readonly before: { readonly ms: number; readonly id: string };
  /** So many of them are left out. */
  readonly skipped: number;
  readonly rows: number;
}

/** The newest first. */
export function photoPage(sql: SqlStorage, { before, skipped, rows }: PhotoQuery): NodeRow[] {
  const [withGone, isPlaced] = hasGone(sql) ? [WITH_GONE, 'AND parent_id NOT IN (SELECT id FROM gone)'] : ['', ''];
  // Two questions: the first reads the index alone where nothing is in the trash.
  return sql
    .exec<NodeRow>(
      `${withGone} SELECT nodes.* FROM (SELECT id AS found FROM nodes WHERE ${IN_TIME} AND (taken_ms, id) < (?1, ?2) ${isPlaced}
         ORDER BY taken_ms DESC, id DESC LIMIT ?3 OFFSET ?4) CROSS JOIN nodes ON nodes.id = found
       ORDER BY taken_ms DESC, nodes.id DESC`,
      before.ms,
      before.id,
      rows,
      skipped,
    )
    .toArray();
}
