/** Grants that others gave the owner of this drive, as their drives last stated. They give no right. */
import { GRANT_MAX_RECEIVED, type GrantRole, type ReceivedState } from '#shared/drive/grants/grant-terms.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { addBellItem } from '../bell/bell.store.ts';
import type { DriveTx } from '../core/tx.ts';
import type { GrantFacts } from './grants.store.ts';

/** The row of an ended grant stays so long: facts that were read before do not bring it back. */
const ENDED_TTL_MS = DAY_MS;

interface ReceivedRow extends Record<string, SqlStorageValue> {
  id: string;
  owner_id: string;
  owner_name: string;
  node_name: string;
  is_file: number;
  is_live: number;
  role: string;
  state: string;
  seq: number;
  invited_ms: number;
  changed_ms: number;
  offered: number;
}

export interface ReceivedGrant {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly name: string;
  readonly isFile: boolean;
  readonly role: GrantRole;
  readonly state: ReceivedState;
  /** Its owner wants to hand it over. */
  readonly offered: boolean;
  readonly invitedMs: number;
}

function dataOf(row: ReceivedRow): ReceivedGrant {
  return {
    id: row.id,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    name: row.node_name,
    isFile: row.is_file === 1,
    role: row.role as GrantRole,
    state: row.state as ReceivedState,
    offered: row.offered === 1,
    invitedMs: row.invited_ms,
  };
}

/** Newest first, without those whose folder is in its owner's trash. */
export function receivedGrants(sql: SqlStorage): ReceivedGrant[] {
  return sql
    .exec<ReceivedRow>(
      `SELECT * FROM received_grants WHERE state <> 'ended' AND is_live = 1 ORDER BY invited_ms DESC, id LIMIT ${GRANT_MAX_RECEIVED}`,
    )
    .toArray()
    .map(dataOf);
}

/** Where a grant leads. An ended one is asked there too, so that repeated answers are the same. @throws AppError not_found */
export function requireReceived(sql: SqlStorage, id: string): { ownerId: string } {
  const [row] = sql.exec<ReceivedRow>('SELECT * FROM received_grants WHERE id = ?', id).toArray();
  if (!row) throw new AppError('not_found', { reason: 'no_such_grant' });
  return { ownerId: row.owner_id };
}

function isBlocked(sql: SqlStorage, ownerId: string): boolean {
  return sql.exec('SELECT 1 FROM blocked_inviters WHERE user_id = ?', ownerId).toArray().length > 0;
}

function isFull(sql: SqlStorage): boolean {
  const { n } = sql.exec<{ n: number }>("SELECT count(*) AS n FROM received_grants WHERE state <> 'ended'").one();
  return n >= GRANT_MAX_RECEIVED;
}

function setEnded({ sql, nowMs }: DriveTx, id: string, seq: number): boolean {
  const ended =
    "UPDATE received_grants SET state = 'ended', seq = max(seq, ?), changed_ms = ? WHERE id = ? AND state <> 'ended' RETURNING 1";
  return sql.exec(ended, seq, nowMs, id).toArray().length > 0;
}

/**
 * Stores what an owner's drive says of its grants. Facts may come twice and out of order.
 * @param goneIds  grants that are not there any more
 */
export function recordGrants(
  tx: DriveTx,
  ownerId: string,
  { facts, goneIds }: { readonly facts: readonly GrantFacts[]; readonly goneIds: readonly string[] },
): void {
  const { sql, nowMs } = tx;
  if (sql.exec('SELECT 1 FROM closing').toArray().length > 0) return;
  sql.exec("DELETE FROM received_grants WHERE state = 'ended' AND changed_ms <= ?", nowMs - ENDED_TTL_MS);
  let isShown = false;
  for (const id of goneIds) isShown = setEnded(tx, id, 0) || isShown;
  for (const fact of facts) {
    const known = sql
      .exec<{ seq: number; state: string }>('SELECT seq, state FROM received_grants WHERE id = ?', fact.id)
      .toArray()[0];
    if (known ? known.seq > fact.seq || known.state === 'ended' : fact.state === 'ended') continue;
    if (fact.state === 'ended') {
      isShown = setEnded(tx, fact.id, fact.seq) || isShown;
      continue;
    }
    // The owner of an invitation that is not shown learns nothing but that it is not accepted.
    if (!known && (isBlocked(sql, ownerId) || isFull(sql))) continue;
    sql.exec(
      `INSERT INTO received_grants (id, owner_id, owner_name, node_name, is_file, is_live, role, state, seq, invited_ms, changed_ms, offered)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
       ON CONFLICT (id) DO UPDATE SET owner_name = ?3, node_name = ?4, is_live = ?6, role = ?7, state = ?8, seq = ?9, changed_ms = ?11, offered = ?12`,
      fact.id,
      ownerId,
      fact.ownerName,
      fact.nodeName,
      fact.isFile ? 1 : 0,
      fact.isLive ? 1 : 0,
      fact.role,
      fact.state,
      fact.seq,
      fact.invitedMs,
      nowMs,
      fact.offered ? 1 : 0,
    );
    isShown = true;
    expectLetter(tx, fact);
  }
  // Windows look anew, also where only something inside of a common folder changed.
  if (isShown) tx.changed();
}

export const GRANT_LETTER = 'drive.grant-letter';
/** Letters about grants to one person within a day. */
const LETTERS_PER_DAY = 10;
/** An invitation that moved along with its folder, or was hidden for long, gets no letter. */
const LETTER_AGE_MS = DAY_MS;

/** One letter about an invitation and one about an offer, in the transaction that first shows them. */
function expectLetter(tx: DriveTx, { id, state, offered, invitedMs, ownerName, nodeName }: GrantFacts): void {
  const { sql, nowMs, publish } = tx;
  const isInvitation = state === 'invited' && invitedMs > nowMs - LETTER_AGE_MS;
  if (!isInvitation && !offered) return;
  const column = offered ? 'offer_letter_ms' : 'letter_ms';
  const { n } = sql
    .exec<{ n: number }>(
      'SELECT total(letter_ms > ?1) + total(offer_letter_ms > ?1) AS n FROM received_grants',
      nowMs - DAY_MS,
    )
    .one();
  if (n >= LETTERS_PER_DAY) return;
  const due = sql.exec(
    `UPDATE received_grants SET ${column} = ? WHERE id = ? AND ${column} = 0 RETURNING 1`,
    nowMs,
    id,
  );
  if (due.toArray().length === 0) return;
  const kind = offered ? 'folder-offered' : 'invited';
  addBellItem(tx, { id: `${kind}-${id}`, kind, data: { person: ownerName, name: nodeName } });
  publish(GRANT_LETTER, { kind, atMs: nowMs });
}

/** Blocks of one person; the oldest is forgotten for a new one. */
const MOST_BLOCKED = 500;

export interface BlockedInviter extends Record<string, SqlStorageValue> {
  readonly ownerId: string;
  readonly ownerName: string;
}

/** Ends the invitations of the owner of this one; those to come are not shown. */
export function blockInviter(tx: DriveTx, id: string): void {
  const { sql, nowMs } = tx;
  const [row] = sql.exec<ReceivedRow>('SELECT * FROM received_grants WHERE id = ?', id).toArray();
  if (!row) return;
  const { owner_id: ownerId, owner_name: ownerName } = row;
  sql.exec('INSERT OR IGNORE INTO blocked_inviters (user_id, name, at_ms) VALUES (?, ?, ?)', ownerId, ownerName, nowMs);
  sql.exec(
    `DELETE FROM blocked_inviters WHERE user_id NOT IN (SELECT user_id FROM blocked_inviters ORDER BY at_ms DESC, user_id LIMIT ${MOST_BLOCKED})`,
  );
  const open = sql.exec<{ id: string }>(
    "SELECT id FROM received_grants WHERE owner_id = ? AND state = 'invited'",
    ownerId,
  );
  for (const invited of open.toArray()) setEnded(tx, invited.id, 0);
  tx.changed();
}

/** Newest first. */
export function blockedInviters(sql: SqlStorage): BlockedInviter[] {
  return sql
    .exec<BlockedInviter>(
      'SELECT user_id AS ownerId, name AS ownerName FROM blocked_inviters ORDER BY at_ms DESC, user_id',
    )
    .toArray();
}

/** Later invitations are shown again. */
export function unblockInviter(tx: DriveTx, ownerId: string): void {
  tx.sql.exec('DELETE FROM blocked_inviters WHERE user_id = ?', ownerId);
  tx.changed();
}

export const GUEST_LEFT = 'drive.guest-left';

/** The account was closed: owners are notified, and nothing stays. */
export function leaveAll({ sql, publish }: DriveTx): void {
  const rows = sql
    .exec<{ owner_id: string; ids: string }>(
      "SELECT owner_id, json_group_array(id) AS ids FROM received_grants WHERE state <> 'ended' GROUP BY owner_id",
    )
    .toArray();
  for (const { owner_id: ownerId, ids } of rows) publish(GUEST_LEFT, { ownerId, ids: JSON.parse(ids) as string[] });
  sql.exec('DELETE FROM received_grants');
  sql.exec('DELETE FROM blocked_inviters');
}
