/** First step of a fetch inside the drive's transaction: limits, the folder, a task, a row for the alarm. */
import { linkName, plainAddress } from '#shared/drive/fetch/fetch-name.ts';
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveTx } from '../core/tx.ts';
import type { FetchLimits } from '../entitlement/fetch-limits.ts';
import { fetchLimitsOf, premiumLimits, storePlans } from '../entitlement/limits.store.ts';
import { insertTask, type TaskRow } from '../jobs/task.store.ts';
import { makeFolder } from '../tree/change.store.ts';
import { requireFolder } from '../tree/tree.store.ts';
import { FETCH_FOLDER } from './keys.ts';
import type { NewFetch } from './rpc-types.ts';
import { countFetchDay, countOpenFetches, fetchDay, insertFetch } from './store.ts';

/** @throws AppError task_run_nums_limit */
export function requireOpenLimit(tx: DriveTx, free: FetchLimits): void {
  const { openTasks } = fetchLimitsOf(tx, free);
  const open = countOpenFetches(tx.sql);
  if (open >= openTasks)
    throw new AppError('task_run_nums_limit', { metadata: { limit: String(openTasks), used: String(open) } });
}

/** @throws AppError task_daily_create_limit; its name for premium, whose limit no larger plan raises */
export function requireToday(tx: DriveTx, free: FetchLimits): void {
  const { sql, nowMs } = tx;
  const { tasksPerDay } = fetchLimitsOf(tx, free);
  const { created } = fetchDay(sql, nowMs);
  if (created < tasksPerDay) return;
  const seconds = Math.ceil((DAY_MS - (nowMs % DAY_MS)) / SECOND_MS);
  throw new AppError(premiumLimits(tx) ? 'task_daily_create_limit_vip' : 'task_daily_create_limit', {
    retryInSeconds: seconds,
    metadata: { limit: String(tasksPerDay), used: String(created), retry_in: String(seconds) },
  });
}

/** The folder of fetched files; made when there is none. */
function fetchFolder(tx: DriveTx): string {
  const { name, folderType } = FETCH_FOLDER;
  const found = tx.sql
    .exec<{ id: string }>(
      "SELECT id FROM nodes WHERE parent_id = '' AND state = 0 AND is_file = 0 AND sort_key = ? AND name_key = ? ORDER BY (folder_type = ?) DESC, id LIMIT 1",
      sortKey(name),
      nameKey(name),
      folderType,
    )
    .toArray()[0];
  return found?.id ?? makeFolder(tx, { parentId: '', name, folderType }).id;
}

/** @throws AppError task_daily_create_limit, task_run_nums_limit, file_not_found, file_in_recycle_bin, file_count_limit */
export function beginFetch(tx: DriveTx, input: NewFetch): TaskRow {
  requireToday(tx, input.limits);
  requireOpenLimit(tx, input.limits);
  if (input.plans) storePlans(tx.sql, input.plans);
  const parentId = input.parentId ?? fetchFolder(tx);
  requireFolder(tx.sql, parentId);
  const taskId = newWireId();
  const url = new URL(input.url);
  const name = input.name === '' ? linkName(url) : input.name;
  const task = insertTask(tx, {
    id: taskId,
    type: 'offline',
    phase: 'PHASE_TYPE_PENDING',
    name,
    fileName: input.name,
    // The whole address stays in the row of the fetch: the query of a signed link is a secret.
    params: { ...input.params, url: plainAddress(url), parent_id: parentId },
  });
  insertFetch(tx.sql, {
    task_id: taskId,
    kind: input.kind,
    wanted: input.wanted,
    url: input.url,
    parent_id: parentId,
    name: input.name,
    storage_limit_bytes: input.storageLimitBytes,
    nowMs: tx.nowMs,
  });
  countFetchDay(tx.sql, tx.nowMs, { created: 1, looked: 0 });
  tx.wakeAt(tx.nowMs);
  tx.changed();
  return task;
}
