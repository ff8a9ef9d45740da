/**
 * Hashing of sealed uploads: the order of steps. Windows -> content key -> claim at the index -> finish in the drive. Every
 * step may be repeated, so a run that died anywhere is simply run again.
 */

import { parseManifest } from '#shared/content/manifest.ts';
import { windowCount } from '#shared/content/window.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { BlobMissing } from '#worker/platform/blobs/read.ts';
import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import { letOthersRun } from '#worker/platform/clock.ts';
import type { CallsOf } from '#worker/platform/parts/object-parts.ts';
import { blobIndexOf } from '../../blobs/keys.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import type { uploadPart } from '../part.ts';
import type { HashPlan, UploadAnswer } from '../rpc-types.ts';
import { digestWindow, foldDigests } from './digest.ts';

export type HashDeps = Pick<DriveDeps, 'drives' | 'blobIndex' | 'blobs'>;

/** 1 GiB: far below the CPU time one call may take; then a new call goes on. */
const RUN_WINDOWS = 128;
const DIGEST_PAGE = 4_096;
const LOST_BYTES = 'The stored bytes are not whole';

/**
 * Whether what could not be read is truly not there. A read that broke off says nothing: the bytes are the person's only
 * copy, so the store is asked first.
 * @throws AppError unavailable when the object is whole; the upload stays sealed and may be completed again
 */
async function requireLost(blobs: BlobStore, plan: HashPlan, missing: BlobMissing): Promise<void> {
  const part = plan.manifest?.parts.find(({ key }) => key === missing.key);
  if (part && (await blobs.size(part.key)) === part.size)
    throw new AppError('unavailable', { reason: 'part_not_read', retryInSeconds: 1 });
}

/** Claims the hashed content at the index and ends the upload with it. @throws BlobMissing */
export async function finishHashed(
  deps: HashDeps,
  driveName: string,
  plan: HashPlan,
  digests: AsyncIterable<WindowDigest> | Iterable<WindowDigest>,
): Promise<UploadAnswer> {
  const manifest = plan.manifest;
  if (!manifest) throw new BlobMissing('the upload has no manifest');
  const hashed = await foldDigests(plan.sizeBytes, digests);
  const blob = unwrap(
    await blobIndexOf(deps.blobIndex, hashed.contentKey).claim({ ...hashed, manifest }, driveName, plan.seq),
  );
  return unwrap(await driveOf<typeof uploadPart>(deps, driveName).finishUpload(plan.uploadId, blob, plan.seq));
}

/** Hashes the rest of a sealed upload at once and finishes it. @returns null when there was nothing to hash, or bytes were lost */
export async function hashInline(deps: HashDeps, driveName: string, plan: HashPlan): Promise<UploadAnswer | null> {
  if (plan.phase !== 'hashing' || !plan.manifest) return null;
  try {
    const known = new Map(plan.digests.map((digest) => [digest.window, digest]));
    const digests: WindowDigest[] = [];
    for (let window = 0; window < windowCount(plan.sizeBytes); window += 1) {
      if (window > 0) await letOthersRun();
      digests.push(known.get(window) ?? (await digestWindow(deps.blobs, plan.manifest, window)));
    }
    return await finishHashed(deps, driveName, plan, digests);
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    await requireLost(deps.blobs, plan, error);
    unwrap(await driveOf<typeof uploadPart>(deps, driveName).failUpload(plan.uploadId, LOST_BYTES));
    return null;
  }
}

async function* allDigests(drive: CallsOf<typeof uploadPart>, plan: HashPlan): AsyncGenerator<WindowDigest> {
  const count = windowCount(plan.sizeBytes);
  for (let from = 0; from < count; from += DIGEST_PAGE) {
    yield* unwrap(await drive.windowDigests(plan.uploadId, from, Math.min(DIGEST_PAGE, count - from)));
  }
}

/**
 * One run of the job of a large upload.
 * @returns more: a next run is wanted; waiting: others hold the last windows; over: nothing is left to do
 */
export async function runHashJob(
  deps: HashDeps,
  driveName: string,
  uploadId: string,
): Promise<'more' | 'waiting' | 'over'> {
  const drive = driveOf<typeof uploadPart>(deps, driveName);
  const plan = unwrap(await drive.hashPlan(uploadId));
  const manifest = plan.manifest && parseManifest(JSON.stringify(plan.manifest));
  if (plan.phase !== 'hashing' || !manifest) return 'over';
  try {
    let digested: WindowDigest[] = [];
    for (let done = 0; ; done += digested.length) {
      const next = unwrap(await drive.nextWindows(uploadId, digested));
      if (next.windows.length === 0) {
        if (next.left > 0) return 'waiting';
        break;
      }
      if (done >= RUN_WINDOWS) return 'more';
      digested = [];
      for (const window of next.windows) {
        digested.push(await digestWindow(deps.blobs, manifest, window));
        await letOthersRun();
      }
    }
    await finishHashed(deps, driveName, unwrap(await drive.hashPlan(uploadId)), allDigests(drive, plan));
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    await requireLost(deps.blobs, plan, error);
    unwrap(await drive.failUpload(uploadId, LOST_BYTES));
  }
  return 'over';
}
