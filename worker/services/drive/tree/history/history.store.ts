/**
 * Recent events of files: what the log of acts holds of files that are in place. Of one file and type the newest is listed.
 */
import { parseCount } from '#shared/count.ts';
import type { EventType } from '#shared/drive/model.ts';
import { actId, readActId } from '../../acts/act-id.ts';
import { ACT_COLUMNS, type ActRow, appendLook, unpack } from '../../acts/log.store.ts';
import { actMark, setActMark } from '../../acts/marks.store.ts';
import { ACT, type ActKind, SEEN, SHOWN } from '../../core/act.ts';
import type { DriveTx } from '../../core/tx.ts';
import { readBatch, requireNode } from '../batch.store.ts';
import { isOfKinds } from '../listing.store.ts';
import { eventToken, readEventPlace } from '../listing-query.ts';
import type { NodeRow } from '../node-columns.ts';

/** Acts that a list looks at, the newest first. */
const MAX_LOOKED = 5_000;
/** Acts to read at a time when each has to be checked. */
const CHECKED_ROWS = 200;
/** Nodes of one act that the list names. */
export const NAMED_NODES = 20;

const TYPES: Readonly<Partial<Record<number, EventType>>> = {
  [ACT.create]: 'TYPE_CREATE',
  [ACT.upload]: 'TYPE_UPLOAD',
  [ACT.update]: 'TYPE_UPDATE',
  [ACT.save]: 'TYPE_RESTORE',
  [ACT.view]: 'TYPE_VIEW',
  [ACT.play]: 'TYPE_PLAY',
  [ACT.download]: 'TYPE_DOWNLOAD',
};
const KINDS = Object.keys(TYPES).map(Number);

/** @NOTE Workers of the release before read these fields. */
export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly node_id: string;
  /** JSON. */
  readonly params: string;
  readonly created_ms: number;
  readonly updated_ms: number;
}

export interface EventPage {
  readonly events: { readonly event: EventRow; readonly node: NodeRow }[];
  readonly nextPageToken: string;
}

/** Details of an act that the list reads. */
interface Detail {
  readonly params?: Readonly<Record<string, string>>;
  /** Nodes of a batch that were taken off the list. */
  readonly hidden?: readonly string[];
}

function detailOf({ detail }: Pick<ActRow, 'detail'>): Detail {
  return detail === null ? {} : (JSON.parse(detail) as Detail);
}

/** @param types  empty: all but played files */
function kindsOf(types: readonly string[]): number[] {
  return KINDS.filter((kind) => (types.length === 0 ? kind !== ACT.play : types.includes(TYPES[kind] ?? '')));
}

export interface EventQuery {
  /** Empty: all but played files. */
  readonly types: readonly string[];
  /** `FOLDER` and values of `file_category`; empty or left out: all. */
  readonly kinds?: readonly string[];
  /** Of these files; empty or left out: all. */
  readonly nodeIds?: readonly string[];
  readonly pageToken: string;
  readonly rows: number;
}

interface Noted {
  readonly row: ActRow;
  readonly nodeId: string;
  readonly at: number;
}

/** Acts from the newest to the oldest, some at a time, each file and kind once. @param top  no act after it */
function* newestOfEach(
  sql: SqlStorage,
  kinds: readonly number[],
  nodeIds: readonly string[],
  top: number,
): Generator<Noted[]> {
  const isSeen = kinds.every((kind) => kind >= SEEN);
  // Looks at given files are found by their index.
  const among =
    isSeen && nodeIds.length > 0
      ? `AND kind >= ${SEEN} AND ids IN (SELECT value FROM json_each(?4))`
      : "AND (?4 = '[]' OR ids LIKE '[%' OR ids IN (SELECT value FROM json_each(?4)))";
  const cleared = new Map(kinds.map((kind) => [kind, actMark(sql, `cleared ${kind}`).n]));
  const wanted = nodeIds.length > 0 ? new Set(nodeIds) : null;
  const met = new Set<string>();
  let before = top + 1;
  for (let looked = 0; looked < MAX_LOOKED; looked += CHECKED_ROWS) {
    const rows = sql
      .exec<ActRow>(
        `SELECT ${ACT_COLUMNS} FROM acts WHERE n < ?1 AND shown & ${SHOWN.recent} AND kind IN (SELECT value FROM json_each(?2)) ${among}
         ORDER BY n DESC LIMIT ?3`,
        before,
        JSON.stringify(kinds),
        CHECKED_ROWS,
        JSON.stringify(nodeIds),
      )
      .toArray();
    let noted: Noted[] = [];
    for (const row of rows) {
      if (row.n <= (cleared.get(row.kind) ?? 0)) continue;
      const { hidden = [] } = detailOf(row);
      const ids = unpack(row.ids);
      // Files that came together are as many as one request may bring, and each is one that the person sent.
      const named = row.kind === ACT.upload ? ids : ids.slice(0, NAMED_NODES);
      for (const [at, nodeId] of [...named.entries()].reverse()) {
        const key = `${row.kind} ${nodeId}`;
        if (met.has(key) || hidden.includes(nodeId) || (wanted && !wanted.has(nodeId))) continue;
        met.add(key);
        noted.push({ row, nodeId, at });
      }
      if (noted.length < CHECKED_ROWS) continue;
      yield noted;
      noted = [];
    }
    yield noted;
    const last = rows.at(-1);
    if (!last || rows.length < CHECKED_ROWS) return;
    before = last.n;
  }
}

function eventOf({ row, nodeId, at }: Noted): EventRow {
  // Those of an upload are of its task.
  const params = row.kind === ACT.upload ? {} : (detailOf(row).params ?? {});
  return {
    id: row.id ?? actId({ ...row, at }),
    type: TYPES[row.kind] ?? 'TYPE_UPDATE',
    node_id: nodeId,
    params: JSON.stringify(params),
    created_ms: row.at_ms,
    updated_ms: row.at_ms,
  };
}

/** Newest first, as it was when the first page was read. */
export function listEvents(sql: SqlStorage, query: EventQuery): EventPage {
  const { types, kinds = [], nodeIds = [], pageToken, rows } = query;
  const place = readEventPlace(pageToken);
  const top = place?.top ?? sql.exec<{ n: number }>('SELECT max(n) AS n FROM acts').one().n;
  const events: EventPage['events'] = [];
  let last = { n: 0, at: 0 };
  const isBefore = ({ row, at }: Noted): boolean => !place || row.n < place.n || (row.n === place.n && at < place.at);
  for (const some of newestOfEach(sql, kindsOf(types), nodeIds, top)) {
    const noted = some.filter(isBefore);
    const nodes = new Map(
      readBatch(
        sql,
        noted.map(({ nodeId }) => nodeId),
      ).map((each) => [each.id, each]),
    );
    for (const each of noted) {
      const { row: node, standing } = nodes.get(each.nodeId) ?? {};
      if (standing !== 'live' || node?.phase !== 'PHASE_TYPE_COMPLETE' || !isOfKinds(node, kinds)) continue;
      if (events.length === rows) return { events, nextPageToken: eventToken({ top, ...last }) };
      last = { n: each.row.n, at: each.at };
      events.push({ event: eventOf(each), node });
    }
  }
  return { events, nextPageToken: '' };
}

/** Seconds at which files were left while they played, by file. */
export function playedSeconds(sql: SqlStorage): ReadonlyMap<string, number> {
  const rows = sql.exec<Pick<ActRow, 'ids' | 'detail'>>(
    `SELECT ids, detail FROM acts WHERE kind >= ${SEEN} AND kind = ${ACT.play} AND shown & ${SHOWN.recent} ORDER BY n`,
  );
  return new Map(rows.toArray().map((row) => [row.ids, parseCount(detailOf(row).params?.['play_seconds'] ?? '') ?? 0]));
}

/** Takes a node of an act off the list, with what the same kind of act did to it before. */
function hide(sql: SqlStorage, { n, kind, ids, detail }: ActRow, nodeId: string): void {
  // The newest act stays, with nothing to list: numbers continue from it.
  if (kind >= SEEN) {
    sql.exec(
      `DELETE FROM acts WHERE kind >= ${SEEN} AND kind = ? AND ids = ? AND n < (SELECT max(n) FROM acts)`,
      kind,
      nodeId,
    );
    sql.exec('UPDATE acts SET shown = 0, detail = NULL WHERE n = ? AND kind = ?', n, kind);
  } else if (ids === nodeId)
    sql.exec(
      `UPDATE acts SET shown = shown & ~${SHOWN.recent} WHERE shown & ${SHOWN.recent} AND n <= ? AND kind = ? AND ids = ?`,
      n,
      kind,
      nodeId,
    );
  else {
    const known = detailOf({ detail });
    const hidden = [...new Set([...(known.hidden ?? []), nodeId])];
    sql.exec('UPDATE acts SET detail = ? WHERE n = ?', JSON.stringify({ ...known, hidden }), n);
  }
}

export function deleteEvents(tx: DriveTx, ids: readonly string[]): null {
  const { sql } = tx;
  for (const id of new Set(ids)) {
    const place = readActId(id);
    const row = place
      ? sql.exec<ActRow>(`SELECT ${ACT_COLUMNS} FROM acts WHERE n = ? AND run = ?`, place.n, place.run)
      : sql.exec<ActRow>(`SELECT ${ACT_COLUMNS} FROM acts WHERE form = 0 AND id = ?`, id);
    for (const act of row.toArray()) {
      const nodeId = unpack(act.ids)[place?.at ?? 0];
      if (nodeId) hide(sql, act, nodeId);
    }
  }
  tx.changed();
  return null;
}

/** @param types  empty: all */
export function clearEvents(tx: DriveTx, types: readonly EventType[]): null {
  const { sql } = tx;
  const newest = sql.exec<{ n: number }>('SELECT max(n) AS n FROM acts').one().n;
  for (const kind of types.length === 0 ? KINDS : kindsOf(types)) {
    setActMark(sql, `cleared ${kind}`, newest);
    if (kind < SEEN) continue;
    sql.exec(`DELETE FROM acts WHERE kind >= ${SEEN} AND kind = ? AND n < ?`, kind, newest);
    sql.exec('UPDATE acts SET shown = 0, detail = NULL WHERE n = ? AND kind = ?', newest, kind);
  }
  tx.changed();
  return null;
}

const LOOKS: Readonly<Partial<Record<EventType, ActKind>>> = {
  TYPE_VIEW: ACT.view,
  TYPE_PLAY: ACT.play,
  TYPE_DOWNLOAD: ACT.download,
};

/** @throws AppError file_not_found, file_in_recycle_bin */
export function addEvent(
  tx: DriveTx,
  event: { type: EventType; nodeId: string; params: Readonly<Record<string, string>> },
): null {
  const { id } = requireNode(tx.sql, event.nodeId);
  const { params } = event;
  const detail = Object.keys(params).length > 0 ? { params } : undefined;
  appendLook(tx, LOOKS[event.type] ?? ACT.view, id, SHOWN.recent, detail);
  return null;
}
