/** A guest's file in parts: of any size that the owner's plan takes, for days. Grant and key name it; each call asks for the right. */
import { AppError, unwrap } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { linkOwner } from '../collect/link-owner.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import { beginParts, isFileKey, type PartsAnswer, storeSentPart } from '../upload/by-part/send-parts.ts';
import { sealAndHash } from '../upload/complete-upload.ts';
import type { UploadData } from '../upload/rpc-types.ts';
import { asGuest } from './guest.ts';
import type { ComingRow } from './guest-files.store.ts';

/** A file that is sent in parts. */
export interface GuestKey {
  readonly grantId: string;
  /** Chosen by the sender: the same for the same file. */
  readonly fileKey: string;
}

type DiskGuard = (bytes: number) => Promise<void>;

export interface BegunGuestFile extends GuestKey {
  /** '' for the common folder itself. */
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly requireDiskSpace: DiskGuard;
}

function requireKey({ fileKey }: GuestKey): void {
  if (!isFileKey(fileKey)) throw new AppError('invalid_argument', { reason: 'key', field: 'key' });
}

/** Begins a file, or says which parts of it are here. @throws AppError as the contract of drive.commonSend says */
export function beginCommonParts(deps: DriveDeps, caller: Caller, sent: BegunGuestFile): Promise<PartsAnswer> {
  requireKey(sent);
  const { grantId, fileKey } = sent;
  return asGuest(deps, caller, grantId, ({ owner, ownerId, access }) =>
    beginParts(deps, ownerId, sent, async (upload) =>
      unwrap(await owner.guestBegin(access, { fileKey, upload, inParts: true })),
    ),
  );
}

/** @throws AppError as the contract of drive.commonComing says */
export function comingFiles(deps: DriveDeps, caller: Caller, grantId: string): Promise<readonly ComingRow[]> {
  return asGuest(deps, caller, grantId, async ({ owner, access }) => unwrap(await owner.guestComing(access)));
}

/** @throws AppError not_found once it is given up, or the right has ended */
export function commonPartsState(deps: DriveDeps, caller: Caller, { grantId, fileKey }: GuestKey): Promise<UploadData> {
  return asGuest(deps, caller, grantId, async ({ owner, access }) => unwrap(await owner.guestSession(access, fileKey)));
}

export interface GuestPart extends GuestKey {
  /** From 1. */
  readonly part: number;
  readonly sizeBytes: number;
  readonly body: ReadableStream<Uint8Array>;
  readonly requireDiskSpace: DiskGuard;
}

/** Takes one part. @throws AppError not_found: begin again; others as the contract of drive.commonSendPart says */
export async function receiveCommonPart(deps: DriveDeps, caller: Caller, sent: GuestPart): Promise<void> {
  const { grantId, fileKey, part, sizeBytes, body, requireDiskSpace } = sent;
  try {
    await asGuest(deps, caller, grantId, async ({ owner, ownerId, access }) => {
      const { uploadId } = unwrap(await owner.guestUpload(access, fileKey, false));
      const order = { uploadId, part, sizeBytes, stream: body, requireDiskSpace };
      await storeSentPart(deps, linkOwner(ownerId), order);
    });
  } finally {
    // A sender reads its answer when all was read.
    await drainBody(body, sizeBytes);
  }
}

/** Makes the parts a file; once it is one, this does nothing. @throws AppError not_found; failed_precondition where a part is missing */
export function finishCommonParts(deps: DriveDeps, caller: Caller, { grantId, fileKey }: GuestKey): Promise<void> {
  return asGuest(deps, caller, grantId, async ({ owner, ownerId, access }) => {
    const { uploadId, isComing } = unwrap(await owner.guestUpload(access, fileKey, true));
    if (isComing) await sealAndHash(deps, linkOwner(ownerId), uploadId, null);
  });
}

/** Gives up a file that is coming in. @throws AppError not_found */
export function dropCommonParts(deps: DriveDeps, caller: Caller, { grantId, fileKey }: GuestKey): Promise<void> {
  return asGuest(deps, caller, grantId, async ({ owner, access }) => {
    unwrap(await owner.guestDrop(access, fileKey));
  });
}
