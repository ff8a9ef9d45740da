/**
 * Handing a common folder over to one of its people, in the drive of its owner. The person's drive copies the folder by reference
 * (jobs/source-steps.ts); when all is copied, one transaction here ends the grants and moves the folder to the trash.
 */
import { GRANT_MAX_PER_DRIVE, type GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { completedTask } from '../jobs/changes.ts';
import type { HandoverOrder, HandoverOutcome, MovedGrant } from '../jobs/copy-model.ts';
import { trash } from '../tree/change.store.ts';
import { lineOf, nodeById } from '../tree/tree.store.ts';
import {
  dataOf,
  endGrant,
  type GrantData,
  type GrantRow,
  type GuestAccess,
  requireGrant,
  requireOwn,
} from './grants.store.ts';
import { notifyGuests } from './guest-events.store.ts';

interface HandoverRow extends Record<string, SqlStorageValue> {
  task_id: string;
  grant_id: string;
  state: string;
  outcome: string;
}

/**
 * Offers a folder to a person who has accepted it, in place of an earlier offer to another one; or withdraws the offer.
 * @throws AppError not_found, failed_precondition for a file and for a person who has not accepted
 */
export function setOffer(tx: DriveTx, id: string, offered: boolean): GrantData {
  const { sql, nowMs } = tx;
  const row = requireOwn(sql, id);
  if ((row.offered === 1) === offered) return dataOf(row);
  const node = nodeById(sql, row.node_id);
  if (offered && (row.state !== 'accepted' || node?.is_file !== 0))
    throw new AppError('failed_precondition', { reason: 'grant_offer', messageKey: 'drive.common.refused.offer' });
  const others = offered
    ? sql.exec<GrantRow>('SELECT * FROM grants WHERE node_id = ? AND offered = 1', row.node_id).toArray()
    : [];
  for (const each of [...others, row]) {
    sql.exec(
      'UPDATE grants SET offered = ?, changed_ms = ? WHERE id = ?',
      each.id === id && offered ? 1 : 0,
      nowMs,
      each.id,
    );
    if (each.id !== id || !offered) giveUp(sql, each.id);
  }
  tx.changed();
  notifyGuests(
    tx,
    [...others, row].map((each) => ({ id: each.id, userId: each.user_id })),
  );
  return dataOf(requireOwn(sql, id));
}

/** The copy that is under way does not become the folder. */
function giveUp(sql: SqlStorage, grantId: string): void {
  sql.exec("DELETE FROM handovers WHERE grant_id = ? AND state <> 'done'", grantId);
}

function requireOffered(sql: SqlStorage, access: GuestAccess): GrantRow {
  const grant = requireGrant(sql, access, 'viewer');
  if (grant.offered !== 1)
    throw new AppError('failed_precondition', {
      reason: 'not_offered',
      messageKey: 'drive.common.refused.not_offered',
    });
  return grant;
}

/** The person does not want the folder. A repeat changes nothing. @throws AppError not_found */
export function declineOffer(tx: DriveTx, access: GuestAccess): void {
  const grant = requireGrant(tx.sql, access, 'viewer');
  if (grant.offered === 1) setOffer(tx, grant.id, false);
}

/** People of the folder who move along. @throws AppError resource_exhausted when the new owner may not have so many grants */
function movingPeople(grants: readonly GrantRow[], access: GuestAccess, { grantsLeft }: HandoverOrder): GrantRow[] {
  const people = grants.filter(({ user_id }) => user_id !== access.userId);
  // The former owner becomes one of them.
  if (people.length + 1 <= grantsLeft) return people;
  throw new AppError('resource_exhausted', {
    reason: 'grants',
    messageKey: 'drive.common.refused.take_over',
    messageParams: { limit: GRANT_MAX_PER_DRIVE },
  });
}

/**
 * The drive of the person begins to copy. Changes of the folder from now on are noticed.
 * @throws AppError not_found, failed_precondition, resource_exhausted
 */
export function beginHandover({ sql, nowMs }: DriveTx, access: GuestAccess, order: HandoverOrder): void {
  const grant = requireOffered(sql, access);
  movingPeople(grantsBelow(sql, grant.node_id), access, order);
  giveUp(sql, grant.id);
  sql.exec(
    "INSERT OR IGNORE INTO handovers (task_id, user_id, grant_id, state, at_ms) VALUES (?, ?, ?, 'copying', ?)",
    order.taskId,
    access.userId,
    grant.id,
    nowMs,
  );
}

/** The outcome of a handover that was done, for a step that is repeated after a crash. */
export function handedOver(sql: SqlStorage, access: GuestAccess, taskId: string): HandoverOutcome | null {
  const [row] = sql
    .exec<HandoverRow>(
      "SELECT * FROM handovers WHERE task_id = ? AND user_id = ? AND state = 'done'",
      taskId,
      access.userId,
    )
    .toArray();
  return row ? (JSON.parse(row.outcome) as HandoverOutcome) : null;
}

/** Every grant to the folder and to nodes in it. */
function grantsBelow(sql: SqlStorage, nodeId: string): GrantRow[] {
  return sql
    .exec<GrantRow>("SELECT * FROM grants WHERE state IN ('invited', 'accepted', 'declined')")
    .toArray()
    .filter((row) => lineOf(sql, row.node_id).includes(nodeId));
}

function toMoved(row: GrantRow): MovedGrant {
  const { id, node_id: nodeId, user_id: userId, label, created_ms: createdMs } = row;
  return { id, nodeId, userId, label, createdMs, role: row.role as GrantRole, state: row.state as MovedGrant['state'] };
}

/**
 * Everything was copied: the folder leaves this drive. All or nothing, and for good: from here on the copy is the folder.
 * @throws AppError not_found; failed_precondition when the folder changed while it was copied, or the offer was withdrawn;
 * resource_exhausted when people were added since
 */
export function handOver(
  tx: DriveTx,
  access: GuestAccess,
  order: HandoverOrder,
  trashUntilMs: number,
): HandoverOutcome {
  const { sql, nowMs } = tx;
  const { taskId } = order;
  const grant = requireOffered(sql, access);
  const [row] = sql
    .exec<HandoverRow>('SELECT * FROM handovers WHERE task_id = ? AND grant_id = ?', taskId, grant.id)
    .toArray();
  if (row?.state !== 'copying') throw new AppError('failed_precondition', { reason: 'handover_changed' });
  const all = grantsBelow(sql, grant.node_id);
  const people = movingPeople(all, access, order);
  const outcome: HandoverOutcome = { nodeId: grant.node_id, ownerName: grant.owner_name, people: people.map(toMoved) };
  sql.exec(
    "UPDATE handovers SET state = 'done', outcome = ?, at_ms = ? WHERE task_id = ?",
    JSON.stringify(outcome),
    nowMs,
    taskId,
  );
  for (const each of all) endGrant(tx, each, 'removed');
  completedTask(tx, 'trash', [grant.node_id], trash(tx, [grant.node_id], trashUntilMs));
  return outcome;
}

/** The copy is in place. */
export function forgetHandover(sql: SqlStorage, taskId: string): void {
  sql.exec('DELETE FROM handovers WHERE task_id = ?', taskId);
}
