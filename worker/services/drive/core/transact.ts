/** Two forms of a transaction of a drive. */
import { type Result, succeed } from '#shared/errors.ts';
import type { DriveCore } from './drive-core.ts';
import type { DriveTx } from './tx.ts';

/** One transaction without a result of its own. */
export function done(core: DriveCore, work: (tx: DriveTx) => void): Result<{ ok: true }> {
  return core.transact((tx) => {
    work(tx);
    return { ok: true };
  });
}

/** A call that must not create the drive. */
export function ifExists<T>(core: DriveCore, absent: T, work: (tx: DriveTx) => T): Result<T> {
  return core.object.exists() ? core.transact(work) : succeed(absent);
}
