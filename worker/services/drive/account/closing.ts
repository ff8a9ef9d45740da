/** The end of a drive whose account was closed: erased in rounds by the alarm, whatever was running when it began. */
import { type Result, succeed } from '#shared/errors.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { RETRY_MS } from '../keys.ts';
import { eraseRound, isClosed, markClosed } from './erase.store.ts';

/** From now on no call is served and everything is deleted for good. Idempotent. */
export function closeDrive(core: DriveCore): Result<null> {
  if (!core.object.exists()) return succeed(null);
  return core.transact((tx) => {
    markClosed(tx);
    eraseRound(tx);
    tx.wakeAt(tx.nowMs);
    return null;
  });
}

/** @returns when the next round is due, epoch ms; null when there is none */
export function eraseNext(core: DriveCore, nowMs: number): number | null {
  if (!isClosed(core.sql)) return null;
  const round = core.transact(eraseRound);
  return round.ok && !round.value ? null : nowMs + RETRY_MS;
}
