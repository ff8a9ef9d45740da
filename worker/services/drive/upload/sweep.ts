/** The uploads' part of the alarm: expired sessions, hash jobs that stopped, promised objects, bytes to delete. */
import { MINUTE_MS } from '#shared/units.ts';
import { blobIndexIn } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { logError } from '#worker/platform/log.ts';
import { blobIndexOf } from '../blobs/keys.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { earliest } from '../jobs/expiry.ts';
import { recordFailedStep } from '../jobs/faults.store.ts';
import { sweepUploads } from './finish-session.ts';
import { contentKeyOf } from './hash/digest.ts';
import type { HashJobs } from './hash/jobs.ts';
import { hashingUploads, leaseJob } from './hash/store.ts';
import { duePutLeases } from './put/put-leases.store.ts';
import { dropPut } from './put/small-file.ts';
import { WINDOW_LEASE_MS } from './rules.ts';
import { dueDiscards, forgetDiscards, nextSweepMs } from './store.ts';

/** Objects one sweep deletes. */
const SWEEP_OBJECTS = 200;
/** Promised objects one sweep looks at; each may have to be read. */
const SWEEP_LEASES = 50;

/**
 * Ends promises of objects that no client came back for. A stored object is read once more: its digest alone identifies its claim.
 * @returns false when some could not be read
 */
async function endPutLeases(core: DriveCore, nowMs: number): Promise<boolean> {
  const blobs = makeBlobStore(core.env);
  const blobIndex = blobIndexIn(core.env);
  let isDone = true;
  for (const key of duePutLeases(core.sql, nowMs, SWEEP_LEASES)) {
    try {
      const contentKey = await contentKeyOf(blobs, key);
      const blob = contentKey === null ? null : await blobIndexOf(blobIndex, contentKey).lookup(contentKey);
      core.object.transaction(() => dropPut(core.tx(nowMs), key, blob));
    } catch (error) {
      logError('drive.put-lease', error);
      isDone = false;
    }
  }
  return isDone;
}

/** @returns when the next sweep is due, epoch ms, or null */
export async function sweepUploadsOf(core: DriveCore, hashing: HashJobs, nowMs: number): Promise<number | null> {
  const { sql } = core;
  core.object.transaction(() => sweepUploads(core.tx(nowMs)));
  for (const { id, leasedUntilMs } of hashingUploads(sql)) {
    if (leasedUntilMs > nowMs) continue;
    core.object.transaction(() => recordFailedStep(core.tx(nowMs), id, 'hash_stopped'));
    leaseJob(sql, id, nowMs + WINDOW_LEASE_MS);
    hashing.start(id);
  }
  let retryMs = (await endPutLeases(core, nowMs)) ? null : nowMs + MINUTE_MS;
  const keys = dueDiscards(sql, nowMs, SWEEP_OBJECTS);
  if (keys.length > 0) {
    try {
      await makeBlobStore(core.env).delete(keys);
      forgetDiscards(sql, keys);
    } catch (error) {
      logError('drive.discards', error, { objects: keys.length });
      retryMs = nowMs + MINUTE_MS;
    }
  }
  return earliest([
    retryMs ?? nextSweepMs(sql),
    ...hashingUploads(sql).map(({ leasedUntilMs }) => core.lookAtMs(leasedUntilMs, nowMs)),
  ]);
}
