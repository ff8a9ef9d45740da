/** Decisions on claims of saves: functions over the tables of one link (store.ts), each inside a transaction. */
import { dayOf } from '#shared/membership/calendar.ts';
import { CLAIM_LIFETIME_MS } from '../keys.ts';
import type { RestoreClaim } from './rpc-types.ts';
import { statusForRestore } from './rules.ts';
import { rootsOf } from './share-data.ts';
import * as store from './store.ts';

export interface ClaimInput {
  readonly requestKey: string;
  readonly recipientId: string;
  readonly passVersion: number | null;
}

export interface ClaimEnd {
  readonly requestKey: string;
  readonly again: boolean;
  readonly saved: { readonly taskId: string; readonly parentId: string; readonly started: boolean } | null;
}

/** @param wakeAt  the alarm settles abandoned claims */
export function claimRestore(
  sql: SqlStorage,
  row: store.ShareRow,
  input: ClaimInput,
  nowMs: number,
  wakeAt: (atMs: number) => void,
): RestoreClaim {
  const { requestKey, recipientId, passVersion } = input;
  const status = statusForRestore(store.factsOf(row), passVersion, nowMs);
  // The owner of a link needs no passcode to get the answer that the files are in their drive already.
  if (row.owner_id === recipientId && (status === 'OK' || status === 'PASS_CODE_EMPTY')) return { kind: 'own' };
  if (status !== 'OK') return { kind: 'refused', status };
  if (row.view_only === 1) return { kind: 'view_only' };
  const known = store.claimRow(sql, requestKey);
  if (known?.used === 0) {
    store.holdClaim(sql, requestKey, recipientId, nowMs);
    wakeAt(nowMs + CLAIM_LIFETIME_MS);
    return { kind: 'claimed', again: false, roots: rootsOf(row) };
  }
  if (!store.countRestore(sql, dayOf(nowMs))) {
    return known
      ? { kind: 'earlier', taskId: known.task_id, parentId: known.parent_id }
      : { kind: 'refused', status: 'MAX_RESTORE_COUNT' };
  }
  const hold = known ? store.holdAdvance : store.holdClaim;
  hold(sql, requestKey, recipientId, nowMs);
  wakeAt(nowMs + CLAIM_LIFETIME_MS);
  return { kind: 'claimed', again: known !== null, roots: rootsOf(row) };
}

export function releaseRestore(sql: SqlStorage, { requestKey, again, saved }: ClaimEnd): null {
  if (saved) store.spendClaim(sql, requestKey, saved.taskId, saved.parentId);
  const isCounted = again
    ? !store.dropAdvance(sql, requestKey) || saved?.started === true
    : !store.dropClaim(sql, requestKey);
  if (!isCounted) store.uncountRestore(sql);
  return null;
}
