/** The end of a handover in the drive of the new owner, in the transaction that puts the copied folder in place. */
import type { DriveTx } from '../core/tx.ts';
import type { CopyOrigin, HandoverOutcome, MovedGrant } from '../jobs/copy-model.ts';
import { copyIdOf } from '../keys.ts';
import { nodeById } from '../tree/tree.store.ts';
import { notifyGuests } from './guest-events.store.ts';

export const HANDOVER_LANDED = 'drive.handover-landed';

/** The grants move along; the former owner becomes an editor. A repeated step makes the same grants. */
export function landHandover(tx: DriveTx, taskId: string, origin: CopyOrigin, outcome: HandoverOutcome): void {
  const { sql, nowMs } = tx;
  const { ownerId, newOwnerName = '' } = origin;
  const former: MovedGrant = {
    id: 'former',
    nodeId: outcome.nodeId,
    userId: ownerId,
    label: outcome.ownerName,
    role: 'editor',
    state: 'accepted',
    createdMs: nowMs,
  };
  const made = [...outcome.people, former].flatMap((grant) => {
    const nodeId = copyIdOf(taskId, grant.nodeId);
    // A file that an operator closed was not copied.
    return nodeById(sql, nodeId) ? [{ ...grant, id: copyIdOf(taskId, grant.id), nodeId }] : [];
  });
  for (const { id, nodeId, userId, label, role, state, createdMs } of made)
    sql.exec(
      `INSERT OR IGNORE INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      nodeId,
      userId,
      label,
      newOwnerName,
      role,
      state,
      createdMs,
      nowMs,
    );
  notifyGuests(
    tx,
    made.filter(({ state }) => state !== 'declined'),
  );
  tx.publish(HANDOVER_LANDED, { ownerId, taskId });
}
