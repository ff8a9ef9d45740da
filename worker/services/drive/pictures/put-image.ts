/**
 * An image of a file that the server cannot decode, made by the owner's browser: a frame of a film, a cover, a first page. The codec
 * makes it anew, so what others see is never the bytes of a client.
 */
import type { FileObject } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { MIB } from '#shared/units.ts';
import { makeWindowDigester } from '#worker/platform/blobs/window-digest.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { blobIndexOf } from '../blobs/keys.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { detail } from '../tree/read.ts';
import { foldDigests } from '../upload/hash/digest.ts';
import type { uploadPart } from '../upload/part.ts';
import type { picturesPart } from './part.ts';
import { readImage } from './read-image.ts';

/** 4 MiB: an image of a thousand pixels has a tenth of it. */
const MAX_IMAGE_BYTES = 4 * MIB;

export interface PutImageInput {
  readonly nodeId: NodeId;
  /** Content-Length, or null when the sender did not say. */
  readonly sizeBytes: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Of the file: pixels, and seconds; 0 for unknown. */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
}

async function store(deps: DriveDeps, caller: Caller, input: PutImageInput): Promise<void> {
  const { nodeId, sizeBytes, body } = input;
  if (sizeBytes === null || sizeBytes === 0 || !body)
    throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
  if (sizeBytes > MAX_IMAGE_BYTES) throw new AppError('file_too_large', { field: 'Content-Length' });
  const bytes = await readImage(caller.userId, body, sizeBytes);
  const drive = driveOf<typeof uploadPart & typeof picturesPart>(deps, caller.userId);
  const person = callerData(caller);
  const place = unwrap(await drive.startImage(person, nodeId));
  const { contentKey, lease } = place;
  try {
    const answer = await deps.codec.turns.take(caller.userId, () => deps.codec.render(bytes, sizeBytes));
    if (!answer || (!answer.ok && (answer.reason === 'busy' || answer.reason === 'late')))
      throw new AppError('unavailable', { reason: 'codec_busy', retryInSeconds: 2 });
    if (!answer.ok) throw new AppError('invalid_argument', { reason: answer.reason, field: 'body' });
    const { images, smallBytes, largeBytes, blur } = answer.picture;
    if (!(await deps.blobs.put(lease.key, images, images.length)).stored)
      throw new AppError('unavailable', { reason: 'store', retryInSeconds: 2 });
    const digester = makeWindowDigester(0, images.length);
    digester.add(images);
    const hashed = await foldDigests(images.length, [digester.end()]);
    const manifest = { v: 1 as const, size: images.length, parts: [{ key: lease.key, size: images.length }] };
    const index = blobIndexOf(deps.blobIndex, hashed.contentKey);
    const blob = unwrap(await index.claim({ ...hashed, manifest }, caller.userId, lease.seq));
    const image = {
      contentKey,
      imageKey: hashed.contentKey,
      smallBytes,
      largeBytes,
      blur,
      width: input.width,
      height: input.height,
      durationMs: Math.round(input.durationSeconds * 1_000),
    };
    const landed = await drive.finishImage(person, { nodeId, lease, blob, image });
    if (!landed.ok) await drive.dropPut(lease.key, blob).catch(() => undefined);
    if (!unwrap(landed)) throw new AppError('file_not_found', { reason: 'file_replaced' });
  } catch (error) {
    // Ends the promise where nothing was claimed; afterwards it is ended already. If this call fails, the drive sweeps it.
    await drive.dropPut(lease.key, null).catch(() => undefined);
    throw error;
  }
}

/** @throws AppError as the contract row `drive.setThumbnail` says */
export async function putImage(deps: DriveDeps, caller: Caller, input: PutImageInput): Promise<FileObject> {
  try {
    await store(deps, caller, input);
  } finally {
    await drainBody(input.body, input.sizeBytes ?? Number.POSITIVE_INFINITY);
  }
  return detail(deps, caller, input.nodeId);
}
