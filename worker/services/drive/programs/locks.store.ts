/**
 * Write locks of programs (RFC 4918 sections 6 and 7): rows in the drive, so that they outlive a restart. They bind programs alone; the
 * owner works on in the browser, and may end one there.
 */

import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { newUuid } from '#worker/platform/ids.ts';
import type { DriveTx } from '../core/tx.ts';
import { lineOf, nodeById } from '../tree/tree.store.ts';
import type { Lock, LockOrder, Path, ShownLock } from './model.ts';
import { pathTo } from './place.store.ts';

/** Of one credential. */
export const LOCKS_AT_MOST = 100;

export interface LockRow extends Record<string, SqlStorageValue> {
  token: string;
  node_id: string;
  deep: number;
  shared: number;
  owner: string;
  credential: string;
  created_ms: number;
  until_ms: number;
}

/** Context of locks: who asks, and when. */
export interface LockContext {
  readonly sql: SqlStorage;
  readonly nowMs: number;
  /** Folder of the credential. */
  readonly rootId: string;
  readonly credential: string;
}

export function hasLocks({ sql, nowMs }: Pick<LockContext, 'sql' | 'nowMs'>): boolean {
  return sql.exec('SELECT 1 FROM program_locks WHERE until_ms > ? LIMIT 1', nowMs).toArray().length > 0;
}

function locksOn({ sql, nowMs }: LockContext, ids: readonly string[]): LockRow[] {
  return sql
    .exec<LockRow>(
      'SELECT * FROM program_locks WHERE node_id IN (SELECT value FROM json_each(?)) AND until_ms > ? ORDER BY created_ms, token',
      JSON.stringify(ids),
      nowMs,
    )
    .toArray();
}

/** Ids from a node up to the root of the drive, both among them. */
export function lineToRoot(sql: SqlStorage, id: string): string[] {
  return id === ROOT_ID ? [ROOT_ID] : [...lineOf(sql, id), ROOT_ID];
}

/** Locks that hold for a node: its own, and deep ones above it. */
export function locksFor(context: LockContext, id: string): LockRow[] {
  if (!hasLocks(context)) return [];
  return locksOn(context, lineToRoot(context.sql, id)).filter((row) => row.node_id === id || row.deep === 1);
}

/**
 * Locks of nodes below this one. Asked from the locks up, which are few, and down again among the nodes that were met: each once, however many
 * locks are in one folder.
 */
function locksBelow({ sql, nowMs }: LockContext, id: string): LockRow[] {
  return sql
    .exec<LockRow>(
      `WITH RECURSIVE up (id, parent_id) AS MATERIALIZED (
         SELECT nodes.id, nodes.parent_id FROM program_locks CROSS JOIN nodes ON nodes.id = node_id WHERE until_ms > ?1
         UNION SELECT nodes.id, nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.parent_id),
       below (id) AS (SELECT ?2 UNION SELECT up.id FROM below CROSS JOIN up ON up.parent_id = below.id)
       SELECT * FROM program_locks WHERE node_id IN (SELECT id FROM below) AND node_id <> ?2 AND until_ms > ?1 ORDER BY created_ms, token`,
      nowMs,
      id,
    )
    .toArray();
}

function pathOf({ sql, rootId }: Pick<LockContext, 'sql' | 'rootId'>, id: string): Path | null {
  return id === ROOT_ID && rootId === ROOT_ID ? [] : pathTo(sql, rootId, lineOf(sql, id));
}

export function toLock(
  context: Pick<LockContext, 'sql' | 'rootId'>,
  row: LockRow,
  path = pathOf(context, row.node_id),
): Lock {
  const { token, owner } = row;
  return { token, path, isDeep: row.deep === 1, isShared: row.shared === 1, owner, untilMs: row.until_ms };
}

/** Locks that hold for each of these nodes of one folder; nodes without one are left out. @param names  as they are shown, by id */
export function locksInFolder(
  context: LockContext,
  folderId: string,
  names: ReadonlyMap<string, string>,
): Map<string, Lock[]> {
  if (!hasLocks(context)) return new Map();
  const above = locksFor(context, folderId)
    .filter(({ deep }) => deep === 1)
    .map((row) => toLock(context, row));
  const own = locksOn(context, [...names.keys()]);
  if (above.length + own.length === 0) return new Map();
  const folder = pathOf(context, folderId);
  const byNode = Map.groupBy(own, ({ node_id: nodeId }) => nodeId);
  return new Map(
    [...names].flatMap(([id, name]): [string, Lock[]][] => {
      const path = folder && [...folder, name];
      const locks = [...(byNode.get(id) ?? []).map((row) => toLock(context, row, path)), ...above];
      return locks.length > 0 ? [[id, locks]] : [];
    }),
  );
}

function lockedError(context: LockContext, row: LockRow): AppError {
  const path = toLock(context, row).path;
  return new AppError('locked', { metadata: path === null ? {} : { path: JSON.stringify(path) } });
}

/** One of these locks has to be among the tokens of a request, and be that credential's own. @throws AppError locked */
function requireOneOf(context: LockContext, rows: readonly LockRow[], tokens: readonly string[]): void {
  const [first] = rows;
  if (!first) return;
  const isOwn = ({ token, credential }: LockRow) => credential === context.credential && tokens.includes(token);
  if (!rows.some(isOwn)) throw lockedError(context, first);
}

/** A change of the node itself. @throws AppError locked */
export function requireUnlocked(context: LockContext, id: string, tokens: readonly string[]): void {
  requireOneOf(context, locksFor(context, id), tokens);
}

/** A change of the node and of all below it. @throws AppError locked */
export function requireTreeUnlocked(context: LockContext, id: string, tokens: readonly string[]): void {
  if (!hasLocks(context)) return;
  requireUnlocked(context, id, tokens);
  const byNode = Map.groupBy(locksBelow(context, id), ({ node_id: nodeId }) => nodeId);
  for (const rows of byNode.values()) requireOneOf(context, rows, tokens);
}

/** Deletes locks that are past their time. */
function forgetDue(sql: SqlStorage, nowMs: number): void {
  sql.exec('DELETE FROM program_locks WHERE until_ms <= ?', nowMs);
}

/** @throws AppError resource_exhausted; locked with the conflicting lock */
export function addLock(
  context: LockContext,
  id: string,
  { isDeep, isShared, owner, ttlMs }: Pick<LockOrder, 'isDeep' | 'isShared' | 'owner' | 'ttlMs'>,
): LockRow {
  const { sql, nowMs, credential } = context;
  forgetDue(sql, nowMs);
  const { n } = sql
    .exec<{ n: number }>('SELECT count(*) AS n FROM program_locks WHERE credential = ?', credential)
    .one();
  if (n >= LOCKS_AT_MOST)
    throw new AppError('resource_exhausted', {
      reason: 'locks',
      messageKey: 'programs.dav.locks',
      messageParams: { count: LOCKS_AT_MOST },
    });
  const conflict = [...locksFor(context, id), ...(isDeep ? locksBelow(context, id) : [])].find(
    (row) => !isShared || row.shared === 0,
  );
  if (conflict) throw lockedError(context, conflict);
  const token = `urn:uuid:${newUuid()}`;
  return sql
    .exec<LockRow>(
      `INSERT INTO program_locks (token, node_id, deep, shared, owner, credential, created_ms, until_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      token,
      id,
      isDeep ? 1 : 0,
      isShared ? 1 : 0,
      owner,
      credential,
      nowMs,
      nowMs + ttlMs,
    )
    .one();
}

/** Renews the locks of this credential that hold for a node and are named. @throws AppError precondition_failed when there is none */
export function renewLocks(context: LockContext, id: string, tokens: readonly string[], ttlMs: number): LockRow[] {
  const { sql, nowMs, credential } = context;
  const own = locksFor(context, id).filter((row) => row.credential === credential && tokens.includes(row.token));
  if (own.length === 0) throw new AppError('precondition_failed', { reason: 'no_such_lock' });
  for (const { token } of own) sql.exec('UPDATE program_locks SET until_ms = ? WHERE token = ?', nowMs + ttlMs, token);
  return own.map((row) => ({ ...row, until_ms: nowMs + ttlMs }));
}

/** @throws AppError failed_precondition for a token of no lock of the node; permission_denied for that of another credential */
export function endLock(context: LockContext, id: string, token: string): void {
  const row = locksFor(context, id).find((each) => each.token === token);
  if (!row) throw new AppError('failed_precondition', { reason: 'no_such_lock' });
  if (row.credential !== context.credential) throw new AppError('permission_denied', { reason: 'lock_of_another' });
  context.sql.exec('DELETE FROM program_locks WHERE token = ?', token);
}

/** Locks stay where they are made: what moves away or is trashed has none. */
export function dropLocks(context: LockContext, id: string): void {
  if (!hasLocks(context)) return;
  const tokens = locksBelow(context, id).map(({ token }) => token);
  context.sql.exec(
    'DELETE FROM program_locks WHERE node_id = ? OR token IN (SELECT value FROM json_each(?))',
    id,
    JSON.stringify(tokens),
  );
}

/** Locks of the drive for its owner. */
export function shownLocks(sql: SqlStorage, nowMs: number): ShownLock[] {
  return sql
    .exec<LockRow>('SELECT * FROM program_locks WHERE until_ms > ? ORDER BY created_ms, token', nowMs)
    .toArray()
    .map((row) => ({
      token: row.token,
      nodeId: row.node_id,
      name: nodeById(sql, row.node_id)?.name ?? '',
      isDeep: row.deep === 1,
      owner: row.owner.replaceAll(/<[^<>]*>/g, ' ').trim(),
      credential: row.credential,
      createdMs: row.created_ms,
      untilMs: row.until_ms,
    }));
}

/** The owner ends a lock; one that is not there is no error. */
export function breakLock({ sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>, token: string): null {
  forgetDue(sql, nowMs);
  sql.exec('DELETE FROM program_locks WHERE token = ?', token);
  return null;
}
