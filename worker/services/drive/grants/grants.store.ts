/** Grants in the drive of their owner: the only place that decides about rights of guests. */
import {
  GRANT_INVITE_WINDOW_MS,
  GRANT_INVITES_PER_DAY,
  GRANT_MAX_PEOPLE,
  GRANT_MAX_PER_DRIVE,
  type GrantAnswer,
  type GrantRole,
  type GrantState,
} from '#shared/drive/grants/grant-terms.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { addBellItem } from '../bell/bell.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { lineInShare } from '../sharing/view.store.ts';
import { requireNode } from '../tree/batch.store.ts';
import { nodeById, standingOf } from '../tree/tree.store.ts';
import { endUploads } from './ended-uploads.store.ts';
import { type GrantMark, notifyGuests } from './guest-events.store.ts';

/** Rows of removed grants stay so long: they count for the limit of a day, and a late event finds them. */
const REMOVED_TTL_MS = 30 * DAY_MS;

export interface GrantRow extends Record<string, SqlStorageValue> {
  id: string;
  node_id: string;
  user_id: string;
  label: string;
  owner_name: string;
  role: string;
  state: string;
  created_ms: number;
  changed_ms: number;
  /** 1: its folder is offered to the person. */
  offered: number;
}

/** A grant as its owner sees it. */
export interface GrantData {
  readonly id: string;
  readonly nodeId: string;
  readonly person: string;
  readonly role: GrantRole;
  readonly state: GrantState;
  readonly createdMs: number;
  /** Its folder is offered to the person, who has not answered. */
  readonly offered: boolean;
}

/** A grant as the drive of its guest stores it. */
export interface GrantFacts {
  readonly id: string;
  readonly ownerName: string;
  readonly nodeName: string;
  readonly isFile: boolean;
  readonly isLive: boolean;
  readonly role: GrantRole;
  readonly state: 'invited' | 'accepted' | 'ended';
  /** The folder is offered to the person. */
  readonly offered: boolean;
  /** Rises with every change of the owner's drive: later facts have a higher one. */
  readonly seq: number;
  readonly invitedMs: number;
}

/** Who calls, by which grant. */
export interface GuestAccess {
  readonly grantId: string;
  readonly userId: string;
}

function noGrant(): AppError {
  return new AppError('not_found', { reason: 'no_such_grant' });
}

export function dataOf(row: GrantRow): GrantData {
  const { id, node_id: nodeId, label: person, created_ms: createdMs } = row;
  const state = row.state === 'declined' ? 'invited' : (row.state as GrantState);
  return { id, nodeId, person, role: row.role as GrantRole, state, createdMs, offered: row.offered === 1 };
}

function markOf({ id, user_id: userId }: GrantRow): GrantMark {
  return { id, userId };
}

function grantById(sql: SqlStorage, id: string): GrantRow | null {
  return sql.exec<GrantRow>('SELECT * FROM grants WHERE id = ?', id).toArray()[0] ?? null;
}

/** One of the owner's own that was not removed. @throws AppError not_found */
export function requireOwn(sql: SqlStorage, id: string): GrantRow {
  const row = grantById(sql, id);
  if (!row || row.state === 'removed') throw noGrant();
  return row;
}

/** How many grants this drive may have besides those that it has. */
export function grantsLeft(sql: SqlStorage): number {
  const text = "SELECT count(*) AS n FROM grants WHERE state IN ('invited', 'accepted', 'declined')";
  return GRANT_MAX_PER_DRIVE - sql.exec<{ n: number }>(text).one().n;
}

/** @throws AppError resource_exhausted, too_many_requests */
function requireCapacity({ sql, nowMs }: DriveTx, nodeId: string): void {
  const { people, all, today, first } = sql
    .exec<{ people: number; all: number; today: number; first: number | null }>(
      `SELECT count(*) FILTER (WHERE node_id = ?1 AND state IN ('invited', 'accepted', 'declined')) AS people,
         count(*) FILTER (WHERE state IN ('invited', 'accepted', 'declined')) AS "all",
         count(*) FILTER (WHERE created_ms > ?2) AS today, min(created_ms) FILTER (WHERE created_ms > ?2) AS first FROM grants`,
      nodeId,
      nowMs - GRANT_INVITE_WINDOW_MS,
    )
    .one();
  if (people >= GRANT_MAX_PEOPLE)
    throw new AppError('resource_exhausted', {
      reason: 'grant_people',
      messageKey: 'drive.common.refused.people',
      messageParams: { limit: GRANT_MAX_PEOPLE },
    });
  if (all >= GRANT_MAX_PER_DRIVE)
    throw new AppError('resource_exhausted', {
      reason: 'grants',
      messageKey: 'drive.common.refused.grants',
      messageParams: { limit: GRANT_MAX_PER_DRIVE },
    });
  if (today >= GRANT_INVITES_PER_DAY)
    throw new AppError('too_many_requests', {
      reason: 'grant_day',
      messageKey: 'drive.common.refused.day',
      retryInSeconds: Math.ceil(((first ?? nowMs) + GRANT_INVITE_WINDOW_MS - nowMs) / SECOND_MS),
    });
}

export interface Invitation {
  readonly id: string;
  readonly nodeId: string;
  /** '' for an address without an account: the row is the same. */
  readonly userId: string;
  readonly label: string;
  readonly ownerName: string;
  readonly role: GrantRole;
}

/** A person who was invited by this address already keeps that grant, with the new role. @throws AppError of the contract */
export function invite(tx: DriveTx, invitation: Invitation): GrantData {
  const { sql, nowMs } = tx;
  const { id, nodeId, userId, label, ownerName, role } = invitation;
  const node = requireNode(sql, nodeId);
  if (node.phase !== 'PHASE_TYPE_COMPLETE')
    throw new AppError('invalid_argument', { reason: 'file_uncompleted', field: 'file_id' });
  sql.exec("DELETE FROM grants WHERE state = 'removed' AND changed_ms <= ?", nowMs - REMOVED_TTL_MS);
  const [known] = sql
    .exec<GrantRow>("SELECT * FROM grants WHERE node_id = ? AND label = ? AND state <> 'removed'", nodeId, label)
    .toArray();
  if (known && known.state !== 'left') return known.role === role ? dataOf(known) : setRole(tx, known.id, role);
  requireCapacity(tx, nodeId);
  if (known) sql.exec("UPDATE grants SET state = 'removed', changed_ms = ? WHERE id = ?", nowMs, known.id);
  sql.exec(
    `INSERT INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'invited', ?7, ?7)`,
    id,
    nodeId,
    userId,
    label,
    ownerName,
    role,
    nowMs,
  );
  tx.changed();
  notifyGuests(tx, [{ id, userId }]);
  return dataOf(requireOwn(sql, id));
}

/** Oldest first; none for a node of another person. */
export function peopleOf(sql: SqlStorage, nodeId: string): GrantData[] {
  return sql
    .exec<GrantRow>("SELECT * FROM grants WHERE node_id = ? AND state <> 'removed' ORDER BY created_ms, id", nodeId)
    .toArray()
    .map(dataOf);
}

/** Of every folder and file; also those that people have left. */
export function allGrants(sql: SqlStorage): GrantData[] {
  return sql
    .exec<GrantRow>("SELECT * FROM grants WHERE state <> 'removed' ORDER BY created_ms, id")
    .toArray()
    .map(dataOf);
}

/** @throws AppError not_found */
export function setRole(tx: DriveTx, id: string, role: GrantRole): GrantData {
  const row = requireOwn(tx.sql, id);
  if (row.role === role) return dataOf(row);
  tx.sql.exec('UPDATE grants SET role = ?, changed_ms = ? WHERE id = ?', role, tx.nowMs, id);
  if (role === 'viewer') endUploads(tx, id);
  tx.changed();
  notifyGuests(tx, [markOf(row)]);
  return dataOf(requireOwn(tx.sql, id));
}

export function endGrant(tx: DriveTx, row: GrantRow, state: 'declined' | 'left' | 'removed'): void {
  tx.sql.exec('UPDATE grants SET state = ?, offered = 0, changed_ms = ? WHERE id = ?', state, tx.nowMs, row.id);
  tx.sql.exec("DELETE FROM handovers WHERE grant_id = ? AND state <> 'done'", row.id);
  endUploads(tx, row.id);
  tx.changed();
  if (row.state === 'invited' || row.state === 'accepted') notifyGuests(tx, [markOf(row)]);
}

/** Ends a grant at once. A repeat changes nothing. @throws AppError not_found for one that never was */
export function removeGrant(tx: DriveTx, id: string): void {
  const row = grantById(tx.sql, id);
  if (!row) throw noGrant();
  if (row.state !== 'removed') endGrant(tx, row, 'removed');
}

const ANSWERED = { accepted: 'accepted', declined: 'declined', blocked: 'declined', left: 'left' } as const;
const ANSWERABLE: Readonly<Record<(typeof ANSWERED)[GrantAnswer], readonly string[]>> = {
  accepted: ['invited', 'accepted'],
  declined: ['invited', 'declined'],
  left: ['accepted', 'left'],
};

/** The answer of the person to an invitation, or the end of a grant by them. A repeat changes nothing. @throws AppError not_found */
export function answerGrant(tx: DriveTx, { grantId, userId }: GuestAccess, answer: GrantAnswer): GrantFacts {
  const row = grantById(tx.sql, grantId);
  const state = ANSWERED[answer];
  if (!row || row.user_id !== userId || !ANSWERABLE[state].includes(row.state)) throw noGrant();
  if (state === 'accepted' && standingOf(tx.sql, row.node_id) !== 'live') throw noGrant();
  if (row.state !== state && state !== 'accepted') endGrant(tx, row, state);
  else if (row.state !== state) {
    tx.sql.exec("UPDATE grants SET state = 'accepted', changed_ms = ? WHERE id = ?", tx.nowMs, grantId);
    tx.changed();
    notifyGuests(tx, [markOf(row)]);
    addBellItem(tx, {
      id: `accepted-${grantId}`,
      kind: 'invitation-accepted',
      data: { person: row.label, name: nodeById(tx.sql, row.node_id)?.name ?? '', nodeId: row.node_id },
    });
  }
  const [facts] = factsOf(tx.sql, [grantId]);
  if (!facts) throw noGrant();
  return facts;
}

/** The account of a guest was closed. */
export function forgetGuest(tx: DriveTx, ids: readonly string[], userId: string): void {
  for (const id of ids) {
    const row = grantById(tx.sql, id);
    if (row?.user_id === userId && (row.state === 'invited' || row.state === 'accepted'))
      endGrant(tx, row, row.state === 'accepted' ? 'left' : 'declined');
  }
}

/** Facts of grants for the drives of their guests; none for a grant that is not there any more. */
export function factsOf(sql: SqlStorage, ids: readonly string[]): GrantFacts[] {
  const { seq } = sql.exec<{ seq: number }>('SELECT revision AS seq FROM space').one();
  return ids.flatMap((id) => {
    const row = grantById(sql, id);
    const node = row && nodeById(sql, row.node_id);
    if (!row || !node) return [];
    const standing = standingOf(sql, node.id);
    const isOpen = (row.state === 'invited' || row.state === 'accepted') && standing !== 'gone';
    return {
      id,
      ownerName: row.owner_name,
      nodeName: node.name,
      isFile: node.is_file === 1,
      isLive: standing === 'live',
      role: row.role as GrantRole,
      state: isOpen ? (row.state as 'invited' | 'accepted') : 'ended',
      offered: isOpen && row.offered === 1,
      seq,
      invitedMs: row.created_ms,
    };
  });
}

/**
 * The grant of a guest, in the transaction that acts on it.
 * @param need  `editor` for everything that changes the drive
 * @throws AppError not_found for a grant that is another's, has ended, or whose folder is not in place; permission_denied
 */
export function requireGrant(sql: SqlStorage, { grantId, userId }: GuestAccess, need: GrantRole): GrantRow {
  const row = grantById(sql, grantId);
  if (row?.state !== 'accepted' || row.user_id !== userId || standingOf(sql, row.node_id) !== 'live') throw noGrant();
  if (need === 'editor' && row.role !== 'editor') throw new AppError('permission_denied', { reason: 'grant_role' });
  return row;
}

/** The grant behind a signed link to content; null when it has ended. */
export function grantOfLink(sql: SqlStorage, grantId: string): GrantRow | null {
  const row = grantById(sql, grantId);
  return row?.state === 'accepted' && standingOf(sql, row.node_id) === 'live' ? row : null;
}

/** Ids from a node up to the folder of the grant. @param id  '' for that folder itself @throws AppError file_not_found */
export function requireInside(sql: SqlStorage, grant: GrantRow, id: string, field = 'file_id'): string[] {
  const line = lineInShare(sql, [grant.node_id], id === '' ? grant.node_id : id);
  if (!line) throw new AppError('file_not_found', { field });
  return line;
}

/** Nodes below the folder of the grant, which is its owner's to rename and move. @throws AppError file_not_found */
export function requireBelow(sql: SqlStorage, grant: GrantRow, ids: readonly string[]): void {
  for (const id of new Set(ids))
    if (requireInside(sql, grant, id, 'ids').length < 2) throw new AppError('file_not_found', { field: 'ids' });
}
