/** A file of a guest: it counts to the owner's quota and takes the way of every upload in one request. */
import type { FileObject } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { HOUR_MS } from '#shared/units.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { keyReused } from '#worker/platform/storage/answers.ts';
import { linkOwner } from '../collect/link-owner.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import { checkUpload, orderOf } from '../upload/begin-upload.ts';
import { type BodyDecoder, BodyMalformed } from '../upload/body/stream-body.ts';
import { hashInline } from '../upload/hash/run.ts';
import { putWhole } from '../upload/put/put-whole.ts';
import { requireWholeSize } from '../upload/put/refusals.ts';
import { compareRepeat } from '../upload/put/repeat.ts';
import { asGuest, type Guest } from './guest.ts';
import { guestFileObject } from './wire.ts';

/** An upload that broke off holds its place no longer; the body of one request takes less. */
const UPLOAD_TTL_MS = HOUR_MS;

export interface GuestFile {
  /** '' for the common folder itself. */
  readonly parentId: string;
  readonly name: string;
  /** Null when the sender did not say. */
  readonly sizeBytes: number | null;
  /** The same file sent again has the same key. */
  readonly fileKey: string;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Takes the content out of a form; null: the body is the content. */
  readonly decoder: BodyDecoder | null;
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

async function store(deps: DriveDeps, sent: GuestFile, { owner, ownerId, access }: Guest): Promise<FileObject> {
  const { parentId, name, sizeBytes, fileKey, decoder, requireDiskSpace } = sent;
  if (sizeBytes === null)
    throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
  const upload = { parentId, name, sizeBytes, gcid: '', contentKey: '', protocol: 's3' as const, modifiedMs: null };
  checkUpload(deps, upload);
  requireWholeSize(sizeBytes);
  await requireDiskSpace(sizeBytes);
  const order = { ...orderOf(deps, upload, Math.max(1, sizeBytes), (await deps.plans()).free), ttlMs: UPLOAD_TTL_MS };
  const { uploadId, phase } = unwrap(await owner.guestBegin(access, { fileKey, upload: order }));
  if (uploadId !== null && phase === 'hashing') await hashInline(deps, ownerId, unwrap(await owner.hashPlan(uploadId)));
  if (uploadId === null || phase !== 'open') {
    await compareRepeat(sizeBytes, { stream: sent.body, decoder }, async (contentKey) => {
      const holding = unwrap(await owner.guestHolding(access, fileKey, contentKey));
      if (holding === 'other') throw keyReused();
      return holding;
    });
  } else {
    try {
      const drive = { ...deps, requireDiskSpace };
      await putWhole(drive, linkOwner(ownerId), { uploadId, sizeBytes }, { stream: sent.body, decoder });
    } catch (error) {
      // Its place is free at once. If this call fails, the sweep ends the upload.
      await owner.abortUpload(linkOwner(ownerId), uploadId).catch(() => undefined);
      throw error;
    }
  }
  const { row, nodeId } = unwrap(await owner.guestSent(access, fileKey));
  return guestFileObject(row, { nodeId, isEditor: true });
}

/** Sent again with its key it is taken once. @throws AppError as the contract of drive.commonPut says */
export async function commonPut(
  deps: DriveDeps,
  caller: Caller,
  grantId: string,
  sent: GuestFile,
): Promise<FileObject> {
  try {
    return await asGuest(deps, caller, grantId, (guest) => store(deps, sent, guest));
  } catch (error) {
    if (error instanceof BodyMalformed) throw new AppError('invalid_argument', { reason: 'form', field: 'body' });
    throw error;
  } finally {
    // A sender reads its answer when all was read.
    await drainBody(sent.body, sent.sizeBytes ?? Number.POSITIVE_INFINITY);
  }
}
