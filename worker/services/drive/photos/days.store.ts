/**
 * Pictures and films in the order of their time: how many each day has, and pages of them. Of the whole drive a page reads the index alone;
 * of an album it reads all items, which are few.
 */
import { DAY_MS } from '#shared/units.ts';
import { hasGone, placedOnly, WITH_GONE } from '../tree/gone-folders.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';

/** SQLite divides towards zero: days before 1970 are counted from a day before every time of the wire, in the year before 0000. */
const DAYS_BEFORE = 720_000;
const DAY = (column: string): string => `(${column} + ${DAYS_BEFORE * DAY_MS}) / ${DAY_MS} - ${DAYS_BEFORE}`;
const IN_TIME = 'state = 0 AND taken_ms IS NOT NULL';

const ITEMS = 'album_items CROSS JOIN nodes ON nodes.id = album_items.node_id';

/** A day and how many pictures it has: days since 1970 by the clocks of cameras. */
export type DayCount = readonly [day: number, count: number];

interface CountRow extends Record<string, SqlStorageValue> {
  day: number;
  n: number;
}

/** Days of all that an album holds. */
function albumDays(sql: SqlStorage, albumId: string): DayCount[] {
  const { begin, isPlaced } = placedOnly(sql);
  return sql
    .exec<CountRow>(
      `${begin} SELECT ${DAY('taken_ms')} AS day, count(*) AS n FROM ${ITEMS} WHERE album_id = ? AND ${IN_TIME} ${isPlaced}
       GROUP BY day ORDER BY day DESC`,
      albumId,
    )
    .toArray()
    .map(({ day, n }) => [day, n]);
}

/** Days that have pictures, the newest first. @param albumId  '' for those of the whole drive */
export function photoDays(sql: SqlStorage, albumId = ''): DayCount[] {
  if (albumId !== '') return albumDays(sql, albumId);
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
  /** '' for pictures of the whole drive. */
  readonly albumId: string;
}

/** The newest first. */
export function photoPage(sql: SqlStorage, { before, skipped, rows, albumId }: PhotoQuery): NodeRow[] {
  const { begin, isPlaced } = placedOnly(sql);
  const [from, isIn] = albumId === '' ? ['nodes', ''] : [ITEMS, 'AND album_id = ?5'];
  // Two questions: the first reads the index alone where nothing is in the trash.
  return sql
    .exec<NodeRow>(
      `${begin} SELECT nodes.* FROM (SELECT nodes.id AS found FROM ${from} WHERE ${IN_TIME} AND (taken_ms, nodes.id) < (?1, ?2) ${isPlaced} ${isIn}
         ORDER BY taken_ms DESC, nodes.id DESC LIMIT ?3 OFFSET ?4) CROSS JOIN nodes ON nodes.id = found
       ORDER BY taken_ms DESC, nodes.id DESC`,
      before.ms,
      before.id,
      rows,
      skipped,
      ...(albumId === '' ? [] : [albumId]),
    )
    .toArray();
}
