/** Erases the drive of a closed account in rounds, and refuses every caller from then on. */
import { newWireId } from '#worker/platform/ids.ts';
import { eraseActs } from '../acts/log.store.ts';
import { failArchive } from '../archive/runs.ts';
import type { DriveTx } from '../core/tx.ts';
import { forgetGrants } from '../grants/guest-events.store.ts';
import { leaveAll } from '../grants/received.store.ts';
import { failBatch } from '../jobs/batch-job.store.ts';
import { failCopy } from '../jobs/copy-job.store.ts';
import { PLAIN_DELETE } from '../jobs/delete-job.store.ts';
import { insertTask, updateTask } from '../jobs/task.store.ts';
import { GONE_PARENT, IN_TRASH, STATE } from '../tree/tree.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { UploadRow } from '../upload/store.ts';

/** From now on every token is refused, whatever its epoch. Idempotent. */
export function markClosed(tx: DriveTx): void {
  tx.sql.exec('INSERT INTO closing (at_ms) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM closing)', tx.nowMs);
}

export function isClosed(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM closing').toArray().length > 0;
}

/** Roots in the tree or in the trash. */
const ROOTS = `((parent_id = '' AND state = ${STATE.live}) OR (${IN_TRASH}))`;

/** Uploads one round ends; each throws its parts away. */
const UPLOADS = 200;

/**
 * One round of erasing a closed drive: uploads and copies are given up, everything that stands goes to a deleting task.
 * @returns whether another round is needed
 */
export function eraseRound(tx: DriveTx): boolean {
  const { sql } = tx;
  const tasks = sql.exec<{ id: string; job: string }>('SELECT id, job FROM tasks WHERE job IS NOT NULL').toArray();
  for (const { id, job } of tasks) {
    const { kind, to = '' } = JSON.parse(job) as { kind: string; to?: string };
    if (kind === 'copy') failCopy(tx, id, { to }, 'cancelled');
    else if (kind === 'batch' || kind === 'telling') failBatch(tx, id, 'cancelled');
    else if (kind === 'archive') failArchive(tx, id, 'cancelled');
    else if (kind === 'measure') updateTask(tx, id, { phase: 'PHASE_TYPE_ERROR', message: 'cancelled', job: null });
  }
  const open = sql.exec<UploadRow>("SELECT * FROM uploads WHERE state = 'open' LIMIT ?", UPLOADS).toArray();
  for (const row of open) abortUpload(tx, row, 'Cancelled');
  if (sql.exec(`SELECT 1 FROM nodes WHERE ${ROOTS} LIMIT 1`).toArray().length > 0) {
    // One task a drive: a round that finds more adds to it.
    const taskId = sql
      .exec<{ id: string }>("SELECT id FROM tasks WHERE type = 'delete' AND job IS NOT NULL LIMIT 1")
      .toArray()[0]?.id;
    const id = taskId ?? newWireId();
    if (taskId === undefined) insertTask(tx, { id, type: 'delete', phase: 'PHASE_TYPE_RUNNING', job: PLAIN_DELETE });
    sql.exec(
      `INSERT OR IGNORE INTO job_items (task_id, part, node_id) SELECT ?, 'delete', id FROM nodes WHERE ${ROOTS}`,
      id,
    );
    sql.exec(
      `UPDATE nodes SET state = ${STATE.deleting}, parent_id = ?, trash_until_ms = NULL WHERE ${ROOTS}`,
      GONE_PARENT,
    );
  }
  const left = sql
    .exec("SELECT 1 FROM uploads WHERE state IN ('open', 'hashing') UNION ALL SELECT 1 FROM nodes LIMIT 1")
    .toArray();
  // Acts are deleted too. Saves keep the link they came from, without a name, for as long as links count them.
  sql.exec("DELETE FROM tasks WHERE job IS NULL AND type <> 'restore'");
  sql.exec(
    `UPDATE tasks SET name = '', file_name = '', params = CASE WHEN json_extract(params, '$.original_share_id') IS NULL THEN '{}'
       ELSE json_object('original_share_id', json_extract(params, '$.original_share_id')) END`,
  );
  forgetGrants(tx);
  leaveAll(tx);
  for (const table of [
    'bell',
    'bell_choices',
    'words_off',
    'push_devices',
    'traffic',
    'link_traffic',
    'traffic_days',
    'watches',
    'program_locks',
    'program_props',
    'folder_tags',
    'zip_selections',
    'fetch_days',
    'sent_receipts',
    'ranked_folders',
    '_repeat',
  ])
    sql.exec(`DELETE FROM ${table}`);
  eraseActs(sql);
  return left.length > 0;
}
