/** Nodes that changed since a place in the log of acts, as they are now. */
import { AppError } from '#shared/errors.ts';
import { ACT_COLUMNS, type ActRow, newestAct, unpack } from '../../acts/log.store.ts';
import { SEEN } from '../../core/act.ts';
import { readBatch } from '../batch.store.ts';
import { changesToken, readChangesPlace } from '../listing-query.ts';
import type { NodeRow } from '../node-columns.ts';

export interface ChangedNode {
  readonly id: string;
  readonly atMs: number;
  readonly removed: boolean;
  /** Null: deleted, or without all its bytes. */
  readonly row: NodeRow | null;
}

export interface ChangesPage {
  readonly changes: readonly ChangedNode[];
  readonly since: string;
  readonly hasMore: boolean;
}

/** @throws AppError changes_too_old for an act that the log has no more, or that a drive which went back has lost */
function requireAct(sql: SqlStorage, n: number, run: number): void {
  const text = `SELECT 1 FROM acts WHERE n = ? AND run = ? AND form > 0 AND kind < ${SEEN}`;
  if (sql.exec(text, n, run).toArray().length === 0) throw new AppError('changes_too_old');
}

/**
 * @param since  a place that an earlier call returned; '': where the log ends now
 * @param rows  nodes of one page
 * @throws AppError invalid_argument for a text that is no position, changes_too_old
 */
export function changesSince(sql: SqlStorage, since: string, rows: number): ChangesPage {
  if (since === '') return { changes: [], since: changesToken({ ...newestAct(sql), seen: 0 }), hasMore: false };
  let place = readChangesPlace(since);
  requireAct(sql, place.n, place.run);
  const acts = sql
    .exec<ActRow>(
      `SELECT ${ACT_COLUMNS} FROM acts WHERE n > ? AND kind < ${SEEN} ORDER BY n LIMIT ?`,
      place.n,
      rows + 1,
    )
    .toArray();
  const times = new Map<string, number>();
  let taken = 0;
  for (const { n, run, at_ms: atMs, ids: packed } of acts) {
    const ids = unpack(packed);
    const some = ids.slice(place.seen, place.seen + rows - taken);
    for (const id of some) {
      // An entry stands where its last change does.
      times.delete(id);
      times.set(id, atMs);
    }
    taken += some.length;
    const seen = place.seen + some.length;
    if (seen < ids.length) {
      place = { ...place, seen };
      break;
    }
    place = { n, run, seen: 0 };
  }
  const changes = readBatch(sql, [...times.keys()]).map(({ id, row, standing }): ChangedNode => {
    const isWhole = row?.phase === 'PHASE_TYPE_COMPLETE' && standing !== 'gone';
    return { id, atMs: times.get(id) ?? 0, removed: !isWhole || standing !== 'live', row: isWhole ? row : null };
  });
  return { changes, since: changesToken(place), hasMore: place.n < newestAct(sql).n };
}
