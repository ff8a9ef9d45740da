/**
 * Downloads as the drive sees them: fetches that the downloader carries out. Runs, leases and tries are those of fetches; a run
 * finds the files, waits for the downloader, and stores one file after the other through an upload session.
 */
import { parseManifest } from '#shared/content/manifest.ts';
import { FILE_SCHEME } from '#shared/drive/torrent/file-address.ts';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { readConfig } from '#worker/env.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { textsOf } from '../fetch/fetch-orders.ts';
import { fetchProgress } from '../fetch/rules.ts';
import { updateFetch } from '../fetch/store.ts';
import { requireTask, updateTask } from '../jobs/task.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { contentByKey } from '../tree/content.store.ts';
import { isLive, nodeById } from '../tree/tree.store.ts';
import { release, requireSpace } from '../tree/usage/quota.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { makeDownloadOrders } from './orders.ts';
import type { Downloads } from './rpc-types.ts';
import { makeSaving } from './saving.ts';
import { reserveChosen } from './session.ts';
import { enterStage, reportOf } from './steps.ts';
import { chosenFiles, insertFiles, updateDownload } from './store.ts';

const ok = { ok: true } as const;

/** The bytes of a .torrent file in the drive; null when it is gone. */
function manifestOf(sql: SqlStorage, url: string) {
  const node = nodeById(sql, url.slice(FILE_SCHEME.length));
  const content = node?.content_key ? contentByKey(sql, node.content_key) : null;
  return node && content && isLive(sql, node.id) && !isBlocked(sql, node.gcid)
    ? (parseManifest(content.manifest) ?? null)
    : null;
}

export function makeDownloads(core: DriveCore, hashing: HashJobs): Downloads {
  const { sql } = core;
  const limits = () => readConfig(core.env).limits;

  const report = reportOf(core);

  return {
    ...makeSaving(core, hashing),
    ...makeDownloadOrders(core),
    plan: (run) =>
      report(run, (tx, row) => {
        if (row.moved_ms === 0) updateDownload(sql, row.task_id, { moved_ms: tx.nowMs });
        if (requireTask(sql, row.task_id).phase === 'PHASE_TYPE_PENDING') {
          updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_RUNNING', message: 'Saving' });
          tx.changed();
        }
        const { numbers, bytes } = chosenFiles(sql, row.task_id);
        const manifest = row.kind === 'file' ? manifestOf(sql, row.url) : null;
        return { kind: row.kind, url: row.url, stage: row.stage, manifest, chosen: numbers, chosenBytes: bytes };
      }),
    found: (run, { name, infoHash, files, isSingle }) =>
      report(run, (tx, row) => {
        const taskName = row.name === '' ? name : row.name;
        const stored = isSingle ? files.map((file) => ({ ...file, path: [taskName] })) : files;
        const isAsked = row.wanted === 'ask' && row.info_hash === '' && files.length > 1;
        if (row.info_hash === '') {
          const wanted = row.wanted.startsWith('[') ? new Set(JSON.parse(row.wanted) as number[]) : null;
          insertFiles(sql, row.task_id, stored, wanted);
          updateDownload(sql, row.task_id, { info_hash: infoHash, wanted: isSingle ? 'single' : '' });
        } else if (row.info_hash !== infoHash) throw new AppError('failed_precondition', { reason: 'torrent_changed' });
        if (chosenFiles(sql, row.task_id).numbers.length === 0) throw new AppError('file_not_found');
        updateTask(tx, row.task_id, { fileName: taskName, fileSizeBytes: chosenFiles(sql, row.task_id).bytes });
        if (isAsked) {
          updateFetch(sql, row.task_id, { state: 'choosing' });
          enterStage(tx, row.task_id, 'choosing');
          updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_PENDING', message: 'Choose files' });
          return 'choosing';
        }
        reserveChosen(tx, row, limits());
        const next = row.kind === 'ftp' ? 'saving' : 'downloading';
        enterStage(tx, row.task_id, next);
        return next;
      }),
    beat: (run, { doneBytes, totalBytes, bytesPerSecond, connections }) =>
      report(run, (tx, row) => {
        // Nothing is reserved for ftp: its size is known late, or never.
        const ftpBytes = row.kind === 'ftp' ? Math.max(doneBytes, totalBytes) : 0;
        if (ftpBytes > limits().fileBytes) throw new AppError('file_too_large');
        requireSpace(tx, ftpBytes, row.storage_limit_bytes);
        const hasMoved = doneBytes > row.best_bytes;
        if (hasMoved) {
          updateFetch(sql, row.task_id, { best_bytes: doneBytes, tries: 0 });
          updateDownload(sql, row.task_id, { moved_ms: tx.nowMs });
        }
        updateTask(tx, row.task_id, {
          progress: fetchProgress(doneBytes, totalBytes),
          ...(row.kind === 'ftp' ? { fileSizeBytes: totalBytes } : {}),
          params: {
            ...textsOf(requireTask(sql, row.task_id)),
            done_bytes: String(doneBytes),
            predict_speed: String(bytesPerSecond),
            connections: String(connections),
          },
        });
        return { isStalled: !hasMoved && tx.nowMs - row.moved_ms > limits().downloadStallSeconds * SECOND_MS };
      }),
    saving: (run) =>
      report(run, (tx, row) => {
        enterStage(tx, row.task_id, 'saving');
        return ok;
      }),
    end: (run) =>
      report(run, (tx, row) => {
        release(sql, row.task_id);
        const { error: _, error_detail: __, ...params } = textsOf(requireTask(sql, row.task_id));
        const done = { ...params, stage: '', predict_speed: '0' };
        updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_COMPLETE', message: 'Completed', params: done });
        tx.wakeAt(tx.nowMs);
        tx.changed();
        return ok;
      }),
    wait: (run, waitMs) =>
      report(run, (tx, row) => {
        updateFetch(sql, row.task_id, { state: 'waiting', due_ms: tx.nowMs + waitMs });
        updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_PENDING', message: 'Waiting' });
        tx.wakeAt(tx.nowMs + waitMs);
        return ok;
      }),
  };
}
