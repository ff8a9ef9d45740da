/** Albums of a person: listed, made, renamed, deleted, filled. */
import { albumIdOf } from '#shared/drive/albums/album-terms.ts';
import type { Album } from '#shared/drive/albums/albums.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../content/image-links.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { toFileObject } from '../tree/wire.ts';
import type { albumsPart } from './part.ts';

const ownDrive = (deps: DriveDeps, { userId }: Caller) => driveOf<typeof albumsPart>(deps, userId);

/** The newest first. @throws AppError too_many_requests */
export async function albums(deps: DriveDeps, caller: Caller): Promise<Album[]> {
  const { userId } = caller;
  const [found, imageLinks] = await Promise.all([
    ownDrive(deps, caller).albums(callerData(caller), deps.limits.sweptRowsPerMinute),
    ownImageLinks(deps, caller),
  ]);
  return unwrap(found).map(({ id, name, createdMs, count, cover }) => ({
    kind: 'drive#album',
    album_id: id,
    name,
    created_time: wireTime(createdMs),
    count,
    cover: cover && toFileObject(cover, { userId, imageLinks }),
  }));
}

/** @returns its id @throws AppError as the contract of drive.albumCreate says */
export async function createAlbum(
  deps: DriveDeps,
  caller: Caller,
  input: { readonly name: string; readonly fileIds: readonly string[] },
  call: CallContext,
): Promise<string> {
  const key = idempotencyKeyFor(call, 'albumCreate', input);
  const made = { ...input, id: albumIdOf(newWireId()) };
  return unwrap(await ownDrive(deps, caller).albumCreate(callerData(caller), made, key));
}

/** @throws AppError not_found */
export async function renameAlbum(deps: DriveDeps, caller: Caller, id: string, name: string): Promise<void> {
  unwrap(await ownDrive(deps, caller).albumRename(callerData(caller), id, name));
}

/** @throws AppError not_found */
export async function removeAlbum(deps: DriveDeps, caller: Caller, id: string): Promise<void> {
  unwrap(await ownDrive(deps, caller).albumRemove(callerData(caller), id));
}

/** @returns how many it did not have @throws AppError as the contract of drive.albumAdd says */
export async function addToAlbum(
  deps: DriveDeps,
  caller: Caller,
  id: string,
  fileIds: readonly string[],
): Promise<number> {
  return unwrap(await ownDrive(deps, caller).albumAdd(callerData(caller), id, fileIds));
}

/** @returns how many it had @throws AppError not_found */
export async function takeFromAlbum(
  deps: DriveDeps,
  caller: Caller,
  id: string,
  fileIds: readonly string[],
): Promise<number> {
  return unwrap(await ownDrive(deps, caller).albumTake(callerData(caller), id, fileIds));
}
