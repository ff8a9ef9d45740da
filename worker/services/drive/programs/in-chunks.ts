/** Files that sync clients send in parts: each step asks the drive once, and the bytes of a part go as those of any session. */
import { createHash } from 'node:crypto';
import { AppError, unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import { readSpan } from '#worker/platform/blobs/read.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { requireFileSize } from '../entitlement/traffic.store.ts';
import { orderOf } from '../upload/begin-upload.ts';
import { sealAndHash } from '../upload/complete-upload.ts';
import type { uploadPart } from '../upload/part.ts';
import { storeLimitsOf } from '../upload/session-order.ts';
import { storePart } from '../upload/store-part.ts';
import type { AssembleOrder, StoredChunk } from './chunks.store.ts';
import type { programsPart } from './part.ts';
import { finish, type PutAtAnswer } from './put-at-path.ts';
import { withinFolder } from './within.ts';

/** A whole of so many bytes is read once more to compare its SHA-1: half a second. Of a larger one each part came by a checked connection. */
const SUMMED_BYTES = 256 * MIB;

const driveAt = (deps: Pick<DriveDeps, 'drives'>, caller: Caller) => driveOf<typeof programsPart>(deps, caller.userId);
const uploadsOf = (deps: Pick<DriveDeps, 'drives'>, caller: Caller) => driveOf<typeof uploadPart>(deps, caller.userId);

/**
 * Makes a folder of parts; one that is there stays as it is.
 * @param totalBytes  size of the whole file; null: unsaid
 * @throws AppError file_space_not_enough, file_too_large, resource_exhausted
 */
export async function openChunksAt(
  deps: DriveDeps,
  caller: Caller,
  { name, totalBytes }: { readonly name: string; readonly totalBytes: number | null },
): Promise<{ isNew: boolean }> {
  requireFileSize(deps.limits.fileBytes, totalBytes ?? 0);
  const file = {
    parentId: '',
    name: '',
    sizeBytes: 0,
    gcid: '',
    contentKey: '',
    protocol: 's3' as const,
    modifiedMs: null,
  };
  const order = orderOf(deps, file, deps.limits.partBytes, (await deps.plans()).free);
  const { parentId: _, name: __, conflict: ___, sizeBytes: ____, ...upload } = order;
  return unwrap(await driveAt(deps, caller).openFolder(withinFolder(caller), { name, totalBytes, upload }));
}

export interface ChunkInput {
  readonly folder: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

/** @throws AppError file_not_found, invalid_argument, failed_precondition, file_space_not_enough, unavailable */
export async function putChunkAt(deps: DriveDeps, caller: Caller, input: ChunkInput): Promise<void> {
  const { folder, name, sizeBytes, body, requireDiskSpace } = input;
  const person = withinFolder(caller);
  const { free } = await deps.plans();
  const { fileBytes } = deps.limits;
  const order = { folder, name, sizeBytes, free, store: storeLimitsOf(deps.limits), fileBytes };
  const { uploadId, part } = unwrap(await driveAt(deps, caller).placeChunk(person, order));
  const partOrder = { uploadId, part, sizeBytes, protocol: 's3' as const, single: false };
  await storePart({ ...deps, requireDiskSpace }, person, partOrder, { stream: body });
}

/** Parts that are here, by name. @throws AppError file_not_found */
export async function chunksAt(deps: DriveDeps, caller: Caller, folder: string): Promise<readonly StoredChunk[]> {
  return unwrap(await driveAt(deps, caller).listChunks(withinFolder(caller), folder));
}

/** Gives up a folder of parts. @throws AppError file_not_found */
export async function dropChunksAt(deps: DriveDeps, caller: Caller, folder: string): Promise<void> {
  unwrap(await driveAt(deps, caller).closeFolder(withinFolder(caller), folder));
}

/** Whether the bytes of a sealed upload have this SHA-1; null where there are too many to read again. */
async function holdsSum(deps: DriveDeps, caller: Caller, uploadId: string, sha1: string): Promise<boolean | null> {
  const plan = unwrap(await uploadsOf(deps, caller).sealUpload(withinFolder(caller), uploadId, null));
  if (!plan.manifest || plan.sizeBytes > SUMMED_BYTES) return null;
  const digest = createHash('sha1');
  await readSpan(deps.blobs, plan.manifest, 0, plan.sizeBytes, (bite) => void digest.update(bite));
  return digest.digest('hex') === sha1;
}

/**
 * Makes the file of its parts.
 * @param sha1  as the program says, hex; '': unsaid
 * @throws AppError file_not_found, failed_precondition with `parts_missing`, upload_checksum_mismatch; as `putAtPath`
 */
export async function assembleAt(
  deps: DriveDeps,
  caller: Caller,
  { sha1, ...order }: AssembleOrder & { readonly sha1: string },
): Promise<PutAtAnswer> {
  const person = withinFolder(caller);
  const { uploadId, isNew } = unwrap(await driveAt(deps, caller).assemble(person, order));
  const isRight = sha1 === '' ? null : await holdsSum(deps, caller, uploadId, sha1);
  if (isRight === false) {
    unwrap(await uploadsOf(deps, caller).abortUpload(person, uploadId));
    throw new AppError('upload_checksum_mismatch');
  }
  await sealAndHash(deps, person, uploadId, null);
  const known = isRight ? { sha1 } : {};
  const done = await finish({ deps, caller, input: { ...order, ...known } }, uploadId, isNew);
  if (!isRight) unwrap(await driveAt(deps, caller).recordLanded(person, uploadId, ''));
  return done;
}
