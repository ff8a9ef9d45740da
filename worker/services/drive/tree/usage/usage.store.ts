/**
 * Used space: the largest files and folders in place, the trash by kind, traffic. All of it is read from
 * one covering index (`nodes_by_name`), about 20 ms for 100,000 files: no table to keep, no index more for every upload.
 */
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import { BELOW, requireBatch } from '../batch.store.ts';
import { readTimePlace, timeToken } from '../listing-query.ts';
import { type FoundNode, type FoundPage, makeWays } from '../search/search.store.ts';
import { IN_TRASH, nodeById } from '../tree.store.ts';

/** Rows that are looked at before the sizes are read again; unfinished files are among them. */
const CHECKED_ROWS = 2_000;

/** Hidden folders: in the trash, being deleted, being made, and all below these. Left out in the sweep itself, however many files they hold. */
const HIDDEN_FOLDERS = `hidden (id) AS (
  SELECT id FROM nodes WHERE state > 0 AND is_file = 0
  UNION ALL SELECT nodes.id FROM hidden ${BELOW} ON nodes.parent_id = hidden.id AND nodes.state = 0 AND nodes.is_file = 0)`;

/** A folder of which one folder inside holds at least this share says nothing that the inner one does not say better. */
const NEARLY_ALL = 0.9;

export interface LargestQuery {
  readonly pageToken: string;
  /** 1 or more. */
  readonly rows: number;
  /** A value of `file_category`; '' for all. */
  readonly kind: string;
}

/** Complete files in place, largest first; empty ones are left out. @throws AppError invalid_argument for a bad page token */
export function listLargest(sql: SqlStorage, { pageToken, rows, kind }: LargestQuery): FoundPage {
  const wayTo = makeWays(sql);
  const found: FoundNode[] = [];
  let after = readTimePlace(pageToken) ?? { timeMs: Number.MAX_SAFE_INTEGER, id: '' };
  for (;;) {
    const sizes = sql
      .exec<{ id: string; size_bytes: number }>(
        `WITH RECURSIVE ${HIDDEN_FOLDERS}
         SELECT id, size_bytes FROM nodes INDEXED BY nodes_by_name WHERE state = 0 AND is_file = 1 AND size_bytes > 0
           AND parent_id NOT IN (SELECT id FROM hidden) AND (size_bytes, id) < (?1, ?2) ${kind === '' ? '' : 'AND category = ?4'} ORDER BY size_bytes DESC, id DESC LIMIT ?3`,
        after.timeMs,
        after.id,
        CHECKED_ROWS,
        ...(kind === '' ? [] : [kind]),
      )
      .toArray();
    for (const { id, size_bytes } of sizes) {
      after = { timeMs: size_bytes, id };
      const row = nodeById(sql, id);
      const path = row?.phase === 'PHASE_TYPE_COMPLETE' ? wayTo(row.parent_id) : null;
      if (!row || !path) continue;
      found.push({ row, path });
      if (found.length === rows) return { found, nextPageToken: timeToken(after) };
    }
    if (sizes.length < CHECKED_ROWS) return { found, nextPageToken: '' };
  }
}

export interface HeavyFolder extends FoundNode {
  /** Complete files, everything below counted. */
  readonly bytes: number;
  readonly files: number;
}

interface Held extends Record<string, SqlStorageValue> {
  parent_id: string;
  bytes: number;
  files: number;
}

/** Bytes and files directly in each folder. */
function heldDirectly(sql: SqlStorage): Map<string, { bytes: number; files: number }> {
  const held = new Map<string, { bytes: number; files: number }>();
  const all = sql.exec<Held>(
    `SELECT parent_id, sum(size_bytes) AS bytes, count(*) AS files FROM nodes INDEXED BY nodes_by_name
     WHERE state = 0 AND is_file = 1 GROUP BY parent_id`,
  );
  for (const { parent_id, bytes, files } of all) held.set(parent_id, { bytes, files });
  const unfinished = sql.exec<Held>(
    `SELECT parent_id, sum(size_bytes) AS bytes, count(*) AS files FROM nodes
     WHERE phase <> 'PHASE_TYPE_COMPLETE' AND state = 0 AND is_file = 1 GROUP BY parent_id`,
  );
  for (const { parent_id, bytes, files } of unfinished) {
    const some = held.get(parent_id);
    if (some) held.set(parent_id, { bytes: some.bytes - bytes, files: some.files - files });
  }
  return held;
}

/** Folders in place that hold most, largest first, wherever they lie; empty ones are left out. */
export function listHeavyFolders(sql: SqlStorage, rows: number): HeavyFolder[] {
  const children = new Map<string, string[]>();
  for (const { id, parent_id } of sql.exec<{ id: string; parent_id: string }>(
    'SELECT id, parent_id FROM nodes INDEXED BY nodes_by_name WHERE state = 0 AND is_file = 0',
  )) {
    const beside = children.get(parent_id);
    if (beside) beside.push(id);
    else children.set(parent_id, [id]);
  }
  const held = heldDirectly(sql);
  const sums: { id: string; bytes: number; files: number; largestInside: number }[] = [];
  // Down from the root, so that what hangs below the trash or an unfinished copy is not met; then up again.
  const order = [ROOT_ID as string];
  for (const id of order) for (const child of children.get(id) ?? []) order.push(child);
  const totals = new Map<string, { bytes: number; files: number }>();
  for (const id of order.toReversed()) {
    const total = { bytes: 0, files: 0, ...held.get(id) };
    let largestInside = 0;
    for (const child of children.get(id) ?? []) {
      const inner = totals.get(child) ?? { bytes: 0, files: 0 };
      total.bytes += inner.bytes;
      total.files += inner.files;
      largestInside = Math.max(largestInside, inner.bytes);
    }
    totals.set(id, total);
    if (id !== ROOT_ID && total.bytes > 0) sums.push({ id, ...total, largestInside });
  }
  const wayTo = makeWays(sql);
  return sums
    .filter(({ bytes, largestInside }) => largestInside < bytes * NEARLY_ALL)
    .toSorted((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
    .slice(0, rows)
    .flatMap(({ id, bytes, files }) => {
      const row = nodeById(sql, id);
      const path = row ? wayTo(row.parent_id) : null;
      return row && path ? [{ row, path, bytes, files }] : [];
    });
}

export interface TrashUse extends Record<string, SqlStorageValue> {
  category: string;
  files: number;
  bytes: number;
}

/** The trash by kind: complete files, and bytes with what they held before. */
export function trashByKind(sql: SqlStorage): TrashUse[] {
  return sql
    .exec<TrashUse>(
      `WITH RECURSIVE down (id) AS (
         SELECT id FROM nodes WHERE ${IN_TRASH}
         UNION ALL SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0),
       held (category, files, bytes) AS (
         SELECT category, 1, size_bytes FROM nodes WHERE id IN (SELECT id FROM down) AND content_key IS NOT NULL
         UNION ALL SELECT nodes.category, 0, versions.size_bytes FROM versions JOIN nodes ON nodes.id = versions.node_id
           WHERE versions.node_id IN (SELECT id FROM down))
       SELECT category, sum(files) AS files, sum(bytes) AS bytes FROM held GROUP BY category ORDER BY bytes DESC, category`,
    )
    .toArray();
}

/** Bytes that were sent out of this drive, to its owner and by its links. @param days  back from now, today counted */
export function sentBytes(sql: SqlStorage, days: number, nowMs: number): number {
  const first = new Date(nowMs - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return sql
    .exec<{ bytes: number }>(
      `SELECT coalesce(sum(bytes), 0) AS bytes FROM
         (SELECT day, bytes FROM traffic UNION ALL SELECT day, bytes FROM link_traffic) WHERE day >= ?`,
      first,
    )
    .one().bytes;
}

export interface TidyGroup {
  /** The one that stays. */
  readonly keep: string;
  /** Those that go. */
  readonly ids: readonly string[];
}

/**
 * The ids that go, once it is sure that each is in place and a copy of one that stays.
 * @throws AppError file_not_found, file_in_recycle_bin; failed_precondition for files whose bytes are not the same
 */
export function copiesOf(sql: SqlStorage, groups: readonly TidyGroup[]): string[] {
  const going = new Set(groups.flatMap(({ ids }) => ids));
  for (const { keep, ids } of groups) {
    const [original, ...copies] = requireBatch(sql, [keep, ...ids], 'refuse');
    const isSure = original?.content_key && !going.has(keep) && copies.length === new Set(ids).size;
    if (!isSure || copies.some(({ content_key }) => content_key !== original.content_key))
      throw new AppError('failed_precondition', { reason: 'no_copies', field: 'ids' });
  }
  return [...going];
}
