/** Makes a zip file out of a folder, in the drive: the bytes of the zip stream, part by part, in one upload session. */

import { isAppError, unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { hashInline } from '../upload/hash/run.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import { planKey, ZIP_BUSY, type ZipPlan, zipDrive, zipPlansOf } from '../zip/plan.ts';
import { writeZipSpan } from '../zip/stream.ts';
import { ArchiveFailed } from './failed.ts';
import type { ArchivePart, PackOrder } from './rpc-types.ts';
import type { ArchiveWork } from './work.ts';

/** Between two looks at the folder while a part is stored. */
const RECHECK_MS = 30_000;

async function storePart(
  work: ArchiveWork,
  order: PackOrder,
  plan: ZipPlan,
  part: ArchivePart,
  start: number,
): Promise<void> {
  const { deps, drive, run, driveName } = work;
  await deps.requireDiskSpace(part.sizeBytes);
  const objectKey = unwrap(await drive.archiveOpenPart(run, part));
  const { readable, writable } = new FixedLengthStream(part.sizeBytes);
  const access = { caller: null, shareRoots: null, ids: order.ids, selection: '' };
  const sending = {
    blobs: deps.blobs,
    drive: zipDrive(deps, asUserId(driveName), access),
    plan,
    timeZone: order.timeZone ?? DEFAULT_TIME_ZONE,
    count: async () => undefined,
    recheckMs: RECHECK_MS,
  };
  const write = async (): Promise<void> => {
    try {
      await writeZipSpan(sending, start, start + part.sizeBytes, writable);
      await writable.close();
    } catch (error) {
      await writable.abort(error).catch(() => undefined);
      throw error;
    }
  };
  const [{ stored }, written] = await Promise.all([
    deps.blobs.put(objectKey, readable, part.sizeBytes, { isCounted: true }),
    write().then(
      () => null,
      (error: unknown) => error ?? new ArchiveFailed('internal'),
    ),
  ]);
  if (written) throw written as Error;
  if (!stored) throw new ArchiveFailed('internal');
  unwrap(await drive.archiveConfirmPart(run, part, objectKey));
}

/** @returns false: the next run goes on. @throws ArchiveFailed changed when the folder has changed */
export async function runPack(work: ArchiveWork, order: PackOrder): Promise<boolean> {
  const { deps, drive, driveName, run, plan: job, hasShare } = work;
  const { upload, place } = job;
  if (!upload) throw new ArchiveFailed('changed');
  const access = { caller: null, shareRoots: null, ids: order.ids, selection: '' };
  const ownerId = asUserId(driveName);
  const plan = await zipPlansOf(deps)
    .of({
      ownerId,
      key: planKey({ ownerId, ids: order.ids, selection: '' }),
      drive: zipDrive(deps, ownerId, access),
      maxEntries: deps.maxEntries,
    })
    .catch((error: unknown) => {
      if (isAppError(error) && error.detail?.reason === ZIP_BUSY) return null;
      throw error;
    });
  // At once the queue would still be full.
  if (!plan) throw new ArchiveFailed('busy');
  if (plan.etag !== order.etag || plan.sizeBytes !== upload.sizeBytes) throw new ArchiveFailed('changed');
  const stored = new Set(upload.stored);
  const { uploadId } = place;
  for (let part = 1, start = 0; start < plan.sizeBytes; part += 1, start += upload.partBytes) {
    if (stored.has(part)) continue;
    if (hasShare()) return false;
    const sizeBytes = Math.min(upload.partBytes, plan.sizeBytes - start);
    await storePart(work, order, plan, { uploadId, part, sizeBytes }, start);
    work.moved();
  }
  const hashing = unwrap(await drive.archiveSeal(run, uploadId, 0));
  if (hashing.sizeBytes <= INLINE_HASH_BYTES) await hashInline(deps, driveName, hashing);
  return true;
}
