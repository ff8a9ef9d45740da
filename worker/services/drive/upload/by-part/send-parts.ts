/**
 * A file of another person in parts, so that one that breaks off goes on where it stopped. Who may send, and how a file is named, is for
 * the caller: upload tokens, which name the owner, stay inside.
 */
import { SENDING_PART_BYTES, SENDING_SESSION_MS } from '#shared/drive/sending/sending-terms.ts';
import { unwrap } from '#shared/errors.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import { checkUpload, orderOf } from '../begin-upload.ts';
import { hashInline } from '../hash/run.ts';
import type { uploadPart } from '../part.ts';
import type { BeginUpload, FilePlace, UploadData } from '../rpc-types.ts';
import { partBytesOf } from '../rules.ts';
import { requirePartCount, storeLimitsOf } from '../session-order.ts';
import { storePart } from '../store-part.ts';

type DiskGuard = (bytes: number) => Promise<void>;

const FILE_KEY = /^[\w-]{1,64}$/;

/** Whether a name that a sender chose for a file may be one. */
export const isFileKey = (text: string) => FILE_KEY.test(text);

export interface FileInParts {
  /** '' where the taker chooses the folder. */
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly requireDiskSpace: DiskGuard;
}

export type PartsAnswer = Omit<UploadData, 'uploadId' | 'protocol'>;

/**
 * Begins a file, or says which parts of it are here.
 * @param begin  gives it its place, with who sends it
 * @throws AppError file_name_empty, file_name_invalid, file_too_large, storage_full; those of `begin`
 */
export async function beginParts(
  deps: DriveDeps,
  ownerId: string,
  { parentId, name, sizeBytes, requireDiskSpace }: FileInParts,
  begin: (upload: BeginUpload) => Promise<FilePlace>,
): Promise<PartsAnswer> {
  const upload = { parentId, name, sizeBytes, gcid: '', contentKey: '', protocol: 'own' as const, modifiedMs: null };
  checkUpload(deps, upload);
  const partBytes = partBytesOf(sizeBytes, SENDING_PART_BYTES);
  requirePartCount(deps.limits, sizeBytes, partBytes);
  // Its parts ask for theirs: a claimed size must not hold what others need.
  await requireDiskSpace(0);
  const order = orderOf(deps, upload, partBytes, (await deps.plans()).free);
  const { uploadId, phase, parts, deadlineMs } = await begin({ ...order, ttlMs: SENDING_SESSION_MS });
  // An empty file has no part.
  if (uploadId !== null && phase === 'hashing')
    await hashInline(deps, ownerId, unwrap(await driveOf<typeof uploadPart>(deps, ownerId).hashPlan(uploadId)));
  return { phase, sizeBytes, partBytes, parts, deadlineMs };
}

export interface SentPart {
  readonly uploadId: string;
  /** From 1. */
  readonly part: number;
  readonly sizeBytes: number;
  readonly stream: ReadableStream<Uint8Array>;
  readonly requireDiskSpace: DiskGuard;
}

/** Stores one part on behalf of the owner. @throws AppError as `storePart` */
export async function storeSentPart(deps: DriveDeps, owner: CallerData, sent: SentPart): Promise<void> {
  const { uploadId, part, sizeBytes, stream, requireDiskSpace } = sent;
  const limits = { free: (await deps.plans()).free, store: storeLimitsOf(deps.limits) };
  const order = { uploadId, part, sizeBytes, protocol: 'own' as const, single: false, limits };
  await storePart({ ...deps, requireDiskSpace }, owner, order, { stream });
}
