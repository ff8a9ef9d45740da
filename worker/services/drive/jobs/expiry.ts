/** Expiry: trash, repeatable saves, old tasks, ended sessions, versions. */
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { forgetEndedSessions } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { DONE_RESTORE_MS } from '../keys.ts';
import { nextVersionMs, sweepVersions } from '../tree/versions/version.store.ts';
import { AT_ONCE, emptyJob, keepBatch } from './batch-job.store.ts';
import { markTrashForDeletion, PLAIN_DELETE } from './delete-job.store.ts';
import { isSweepingTrash } from './job.ts';
import { TASK_TTL_MS } from './landed-task.store.ts';
import { insertTask } from './task.store.ts';

/** Deletes entries of the trash past their time for good. */
function sweepTrash(tx: DriveTx): void {
  const due = 'SELECT count(*) AS n FROM nodes WHERE trash_until_ms <= ?';
  const { n } = tx.sql.exec<{ n: number }>(due, tx.nowMs).one();
  if (n === 0) return;
  const id = newWireId();
  const isLarge = n > AT_ONCE;
  const job = isLarge ? emptyJob(n, tx.nowMs) : PLAIN_DELETE;
  insertTask(tx, { id, type: 'delete', phase: 'PHASE_TYPE_RUNNING', job });
  if (isLarge) keepBatch(tx, id, []);
  else {
    markTrashForDeletion(tx, id, true);
    tx.changed();
  }
}

export function expire(core: DriveCore): void {
  unwrap(
    core.transact((tx) => {
      const { sql, nowMs } = tx;
      if (!isSweepingTrash(sql)) sweepTrash(tx);
      sql.exec(
        'UPDATE tasks SET request_key = NULL WHERE request_key IS NOT NULL AND job IS NULL AND updated_ms <= ?',
        nowMs - DONE_RESTORE_MS,
      );
      // A fetch under way has reserved space, which its own end releases.
      sql.exec(
        "DELETE FROM tasks WHERE job IS NULL AND created_ms < ? AND id NOT IN (SELECT task_id FROM fetches WHERE state IN ('waiting', 'running'))",
        nowMs - TASK_TTL_MS,
      );
      sql.exec('DELETE FROM job_faults WHERE since_ms < ?', nowMs - TASK_TTL_MS);
      forgetEndedSessions(sql, nowMs);
      sweepVersions(tx, core.versionLimits());
    }),
  );
}

/** @returns when something expires next, epoch ms, or null */
export function nextExpiryMs(core: DriveCore): number | null {
  const { sql } = core;
  const { trash, request } = sql
    .exec<{ trash: number | null; request: number | null }>(
      `SELECT (SELECT min(trash_until_ms) FROM nodes WHERE trash_until_ms IS NOT NULL) AS trash,
         (SELECT min(updated_ms) FROM tasks WHERE request_key IS NOT NULL AND job IS NULL) AS request`,
    )
    .one();
  return earliest([
    isSweepingTrash(sql) ? null : trash,
    request === null ? null : request + DONE_RESTORE_MS,
    nextVersionMs(sql, core.versionLimits()),
  ]);
}

/** The earliest of some times, null when there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at): at is number => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
