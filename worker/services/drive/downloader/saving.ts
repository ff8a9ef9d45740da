/** Storing the files of a download, one after the other, each through an upload session. */
import { AppError } from '#shared/errors.ts';
import { readConfig } from '#worker/env.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { textsOf } from '../fetch/fetch-orders.ts';
import { fetchProgress } from '../fetch/rules.ts';
import { updateFetch } from '../fetch/store.ts';
import { requireTask, updateTask } from '../jobs/task.store.ts';
import { requireUpload } from '../upload/begin-session.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { confirmPart, openPart, seal } from '../upload/parts.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import type { Downloads } from './rpc-types.ts';
import { openNextFile } from './session.ts';
import { reportOf } from './steps.ts';
import { markStored, nextFileRow } from './store.ts';

const ok = { ok: true } as const;

export function makeSaving(
  core: DriveCore,
  hashing: HashJobs,
): Pick<Downloads, 'nextFile' | 'openPart' | 'confirmPart' | 'seal'> {
  const { sql } = core;
  const limits = () => readConfig(core.env).limits;
  const report = reportOf(core);

  return {
    nextFile: (run) =>
      report(run, (tx, row) => openNextFile(tx, row, requireTask(sql, row.task_id).file_name, limits())),
    openPart: (run, { part, sizeBytes }) =>
      report(run, (tx, row) => {
        const order = { uploadId: row.upload_id, part, sizeBytes, protocol: 'own' as const, single: false };
        return openPart(tx, order).objectKey ?? '';
      }),
    confirmPart: (run, { part, sizeBytes }, objectKey) =>
      report(run, (tx, row) => {
        const order = { uploadId: row.upload_id, part, sizeBytes, protocol: 'own' as const, single: false };
        const { taken } = confirmPart(tx, { ...order, objectKey, etag: `${newHexId(16)}-1` });
        if (!taken) throw new AppError('unavailable', { reason: 'part_too_late' });
        const movedBytes = row.moved_bytes + sizeBytes;
        updateFetch(sql, row.task_id, { done_bytes: row.done_bytes + sizeBytes, moved_bytes: movedBytes, tries: 0 });
        const task = requireTask(sql, row.task_id);
        const params = textsOf(task);
        const doneBytes = Number(params['done_bytes'] ?? 0) + sizeBytes;
        // The task holds the sum of the chosen files: a part reads none of their rows.
        updateTask(tx, row.task_id, {
          progress: fetchProgress(doneBytes, task.file_size),
          params: { ...params, done_bytes: String(doneBytes) },
        });
        return ok;
      }),
    seal(run) {
      let isLarge = false;
      const sealed = report(run, (tx, row) => {
        const file = nextFileRow(sql, row.task_id);
        if (!file) throw new AppError('aborted', { reason: 'fetch_run' });
        const { upload } = seal(tx, row.upload_id, null);
        isLarge = upload.size_bytes > INLINE_HASH_BYTES;
        markStored(sql, row.task_id, file.n, requireUpload(sql, upload.id).node_id);
        updateFetch(sql, row.task_id, { upload_id: '', done_bytes: 0, tries: 0 });
        return hashing.planOf(tx, upload);
      });
      if (sealed.ok && isLarge) hashing.start(sealed.value.uploadId);
      return sealed;
    },
  };
}
