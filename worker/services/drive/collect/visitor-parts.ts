/**
 * A visitor's file in parts, so that one that breaks off goes on where it stopped. Each call names link, receipt and file: upload
 * tokens, which name the owner, stay inside. The kind is decided by the first bytes of part 1, as for a file in one request.
 */
import { HEAD_BYTES, isTaken } from '#shared/drive/collect/content-check.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { beginParts, type PartsAnswer, storeSentPart } from '../upload/by-part/send-parts.ts';
import { sealAndHash } from '../upload/complete-upload.ts';
import type { uploadPart } from '../upload/part.ts';
import type { UploadData } from '../upload/rpc-types.ts';
import { linkOwner, ownerOfLink } from './link-owner.ts';
import type { collectPart } from './part.ts';
import { digestOf, forVisitors, peek, requireSecrets, type SentFile } from './visitor.ts';

export interface BegunFile extends Omit<SentFile, 'rest' | 'body' | 'decoder'> {
  /** The first bytes as the sender says; those of part 1 are looked at again. */
  readonly head: Uint8Array;
}

type Named = Pick<SentFile, 'linkId' | 'receipt' | 'fileKey'>;

/** The drive that takes a file, and the file in it. @throws AppError not_found for no such link */
async function placeOf(deps: DriveDeps, sent: Named) {
  requireSecrets(sent);
  const { linkId, fileKey } = sent;
  const ownerId = await ownerOfLink(deps.keyring, linkId);
  const drive = driveOf<typeof uploadPart & typeof collectPart>(deps, ownerId);
  return { ownerId, drive, key: { linkId, receipt: digestOf(sent.receipt), fileKey } };
}

/** Begins a file, or says which parts of it are here. @throws AppError as `receiveCollected` */
export async function beginCollectedParts(deps: DriveDeps, sent: BegunFile): Promise<PartsAnswer> {
  try {
    return await begin(deps, sent);
  } catch (error) {
    throw forVisitors(error);
  }
}

async function begin(deps: DriveDeps, sent: BegunFile): Promise<PartsAnswer> {
  const { name, sizeBytes, visitor, note, isChecked, needsCheck, requireDiskSpace } = sent;
  const { ownerId, drive, key } = await placeOf(deps, sent);
  const file = { parentId: '', name, sizeBytes, requireDiskSpace };
  const head = sent.head.slice(0, HEAD_BYTES);
  return beginParts(deps, ownerId, file, async (begun) => {
    const upload = { ...begun, byPart: { to: key.linkId, by: key.receipt } };
    return unwrap(await drive.beginCollected({ ...key, visitor, note, isChecked, needsCheck, head, upload }));
  });
}

export interface CollectedPart extends Named, Pick<SentFile, 'requireDiskSpace'> {
  /** From 1. */
  readonly part: number;
  readonly sizeBytes: number;
  readonly body: ReadableStream<Uint8Array>;
}

async function storeSent(
  deps: DriveDeps,
  sent: CollectedPart,
  reading: { stream: ReadableStream<Uint8Array> },
): Promise<void> {
  const { part, sizeBytes, requireDiskSpace } = sent;
  const { ownerId, drive, key } = await placeOf(deps, sent);
  const owner = linkOwner(ownerId);
  const { uploadId, name, terms } = unwrap(await drive.sentUpload(key, false));
  if (part === 1) {
    const { head, stream } = await peek({ rest: new Uint8Array(), body: sent.body, sizeBytes });
    reading.stream = stream;
    if (!isTaken(terms, name, head)) {
      await drive.abortUpload(owner, uploadId);
      throw new AppError('invalid_argument', { reason: 'collect_type', messageKey: 'drive.collect.refused.type' });
    }
  }
  await storeSentPart(deps, owner, { uploadId, part, sizeBytes, stream: reading.stream, requireDiskSpace });
}

/** Takes one part. @throws AppError not_found: begin again; invalid_argument, failed_precondition, too_many_requests, unavailable */
export async function receiveCollectedPart(deps: DriveDeps, sent: CollectedPart): Promise<void> {
  const reading = { stream: sent.body };
  try {
    await storeSent(deps, sent, reading);
  } catch (error) {
    throw forVisitors(error);
  } finally {
    // A sender reads its answer when all was read.
    await drainBody(reading.stream, sent.sizeBytes);
  }
}

/** Which parts of a file are here. @throws AppError not_found; failed_precondition once the link takes nothing any more */
export async function sentState(deps: DriveDeps, sent: Named): Promise<UploadData> {
  const { drive, key } = await placeOf(deps, sent);
  return unwrap(await drive.sentSession(key));
}

/** Gives up a file that is coming in. @throws AppError not_found for no such link */
export async function dropCollected(deps: DriveDeps, sent: Named): Promise<void> {
  const { drive, key } = await placeOf(deps, sent);
  unwrap(await drive.dropSent(key));
}

/** Makes the parts a file; once it is one, this does nothing. @throws AppError not_found, failed_precondition where a part is missing */
export async function finishCollected(deps: DriveDeps, sent: Named): Promise<void> {
  try {
    const { ownerId, drive, key } = await placeOf(deps, sent);
    const { uploadId, isComing } = unwrap(await drive.sentUpload(key, true));
    if (isComing) await sealAndHash(deps, linkOwner(ownerId), uploadId, null);
  } catch (error) {
    throw forVisitors(error);
  }
}
