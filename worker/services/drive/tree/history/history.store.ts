/**
 * Recent events of files. A list for the owner, no log: one row a file and type, few of them, and none whose file
 * is not in place.
 */
import { parseCount } from '#shared/count.ts';
import type { EventType } from '#shared/drive/model.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveTx } from '../../core/tx.ts';
import { requireNode } from '../batch.store.ts';
import { isOfKinds } from '../listing.store.ts';
import { type EventPlace, eventToken, readEventPlace } from '../listing-query.ts';
import type { NodeRow } from '../node-columns.ts';
import { isLive, nodeById } from '../tree.store.ts';

/** Rows one drive keeps, and a few more; the oldest go first. */
const MAX_EVENTS = 1_000;
/** Those that are too many are looked for by one note in 64. */
const TRIMS = /A$/;
/** Rows to look at when each has to be checked. */
const CHECKED_ROWS = 200;

export interface EventRow extends Record<string, SqlStorageValue> {
  id: string;
  type: string;
  node_id: string;
  params: string;
  created_ms: number;
  updated_ms: number;
}

export interface EventPage {
  readonly events: { readonly event: EventRow; readonly node: NodeRow }[];
  readonly nextPageToken: string;
}

/** The task that ended with the event: it has no row of its own (`jobs/landed-task.store.ts`). */
export interface EventTask {
  readonly id: string;
  readonly json: string;
}

/** Notes it; what is known of the same file and type is renewed. */
export function noteEvent(
  tx: DriveTx,
  type: EventType,
  nodeId: string,
  params: Readonly<Record<string, string>> = {},
  task: EventTask | null = null,
): void {
  const id = task?.id ?? newWireId();
  tx.sql.exec(
    `INSERT INTO events (id, type, node_id, params, created_ms, updated_ms, task) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)
     ON CONFLICT (node_id, type) DO UPDATE SET params = ?4, updated_ms = ?5,
       id = CASE WHEN ?6 IS NULL THEN id ELSE ?1 END, task = coalesce(?6, task)`,
    id,
    type,
    nodeId,
    JSON.stringify(params),
    tx.nowMs,
    task?.json ?? null,
  );
  if (!TRIMS.test(id)) return;
  tx.sql.exec(
    `DELETE FROM events WHERE (node_id, type) IN
       (SELECT node_id, type FROM events ORDER BY updated_ms DESC, id DESC LIMIT -1 OFFSET ?)`,
    MAX_EVENTS,
  );
}

export interface EventQuery {
  /** Empty: all but what was played. */
  readonly types: readonly string[];
  /** `FOLDER` and values of `file_category`; empty or left out: all. */
  readonly kinds?: readonly string[];
  /** Of these files; empty or left out: all. */
  readonly nodeIds?: readonly string[];
  readonly pageToken: string;
  readonly rows: number;
}

/**
 * Newest first; an event that happens again while pages are read has left its place, so after the oldest come those renewed since the
 * first page, oldest first.
 */
export function listEvents(
  sql: SqlStorage,
  { types, kinds = [], nodeIds = [], pageToken, rows }: EventQuery,
  nowMs: number,
): EventPage {
  const wanted = JSON.stringify(types);
  // Their rows are found by the key of file and type.
  const among = nodeIds.length > 0 ? 'node_id IN (SELECT value FROM json_each(?5))' : "?5 = '[]'";
  const events: { event: EventRow; node: NodeRow }[] = [];
  const asked = readEventPlace(pageToken);
  let place: EventPlace = asked ?? { sinceMs: nowMs, isRenewed: false, timeMs: Number.MAX_SAFE_INTEGER, id: '' };
  for (;;) {
    const { isRenewed, sinceMs } = place;
    const found = sql
      .exec<EventRow>(
        `SELECT id, type, node_id, params, created_ms, updated_ms FROM events WHERE ${among} AND (updated_ms, id) ${isRenewed ? '>' : '<'} (?1, ?2)
         AND CASE WHEN ?3 = '[]' THEN type <> 'TYPE_PLAY' ELSE type IN (SELECT value FROM json_each(?3)) END
         ORDER BY updated_ms ${isRenewed ? 'ASC' : 'DESC'}, id ${isRenewed ? 'ASC' : 'DESC'} LIMIT ?4`,
        place.timeMs,
        place.id,
        wanted,
        CHECKED_ROWS,
        JSON.stringify(nodeIds),
      )
      .toArray();
    for (const event of found) {
      const node = nodeById(sql, event.node_id);
      if (node?.phase !== 'PHASE_TYPE_COMPLETE' || !isOfKinds(node, kinds) || !isLive(sql, node.id)) continue;
      if (events.length === rows) return { events, nextPageToken: eventToken(place) };
      events.push({ event, node });
      place = { sinceMs, isRenewed, timeMs: event.updated_ms, id: event.id };
    }
    const lastFound = found.at(-1);
    if (lastFound && found.length === CHECKED_ROWS)
      place = { sinceMs, isRenewed, timeMs: lastFound.updated_ms, id: lastFound.id };
    // A first page that holds all has nothing to follow it.
    else if (isRenewed || !asked) return { events, nextPageToken: '' };
    // Events of the millisecond of the first page were on it.
    else place = { sinceMs, isRenewed: true, timeMs: sinceMs + 1, id: '' };
  }
}

/** Seconds at which files were left while they played, by file. */
export function playedSeconds(sql: SqlStorage): ReadonlyMap<string, number> {
  const rows = sql.exec<{ node_id: string; seconds: string | null }>(
    "SELECT node_id, json_extract(params, '$.play_seconds') AS seconds FROM events WHERE type = 'TYPE_PLAY'",
  );
  return new Map(rows.toArray().map(({ node_id: id, seconds }) => [id, parseCount(seconds ?? '') ?? 0]));
}

export function deleteEvents(tx: DriveTx, ids: readonly string[]): null {
  tx.sql.exec('DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  tx.changed();
  return null;
}

/** The file is gone for good, and with it what happened to it. */
export function forgetFile(sql: SqlStorage, nodeId: string): void {
  sql.exec('DELETE FROM events WHERE node_id = ?', nodeId);
}

/** @param types  empty: all */
export function clearEvents(tx: DriveTx, types: readonly EventType[]): null {
  const wanted = JSON.stringify(types);
  tx.sql.exec("DELETE FROM events WHERE ?1 = '[]' OR type IN (SELECT value FROM json_each(?1))", wanted);
  tx.changed();
  return null;
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function addEvent(
  tx: DriveTx,
  event: { type: EventType; nodeId: string; params: Readonly<Record<string, string>> },
): null {
  noteEvent(tx, event.type, requireNode(tx.sql, event.nodeId).id, event.params);
  return null;
}
