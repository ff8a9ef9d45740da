/** Downloads as their owner orders them: files listed and chosen. */
import { AppError } from '#shared/errors.ts';
import { readConfig } from '#worker/env.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { updateFetch } from '../fetch/store.ts';
import { requireTask, updateTask } from '../jobs/task.store.ts';
import type { Downloads } from './rpc-types.ts';
import { reserveChosen } from './session.ts';
import { enterStage } from './steps.ts';
import { chosenFiles, downloadById, listFiles, setChosen } from './store.ts';

export function makeDownloadOrders(core: DriveCore): Pick<Downloads, 'list' | 'choose'> {
  const { sql } = core;
  const limits = () => readConfig(core.env).limits;

  return {
    list: (caller, taskId, after, rows) => core.read(caller, () => listFiles(sql, taskId, after, rows)),
    choose: (caller, taskId, files, storageLimitBytes) =>
      core.write(caller, (tx) => {
        const task = requireTask(sql, taskId);
        const row = downloadById(sql, taskId);
        if (row?.stage !== 'choosing' || row.state !== 'choosing')
          throw new AppError('failed_precondition', { reason: 'task_stage' });
        setChosen(sql, taskId, files);
        if (chosenFiles(sql, taskId).numbers.length !== new Set(files).size || files.length === 0)
          throw new AppError('invalid_argument', { field: 'files' });
        sql.exec('UPDATE fetches SET storage_limit_bytes = ? WHERE task_id = ?', storageLimitBytes, taskId);
        reserveChosen(tx, { ...row, storage_limit_bytes: storageLimitBytes }, limits());
        updateFetch(sql, taskId, { state: 'waiting', due_ms: tx.nowMs, tries: 0 });
        enterStage(tx, taskId, 'metadata');
        updateTask(tx, taskId, { message: '', fileSizeBytes: chosenFiles(sql, taskId).bytes });
        tx.wakeAt(tx.nowMs);
        return requireTask(sql, task.id);
      }),
  };
}
