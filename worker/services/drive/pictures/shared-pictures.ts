/** The contents behind links to small images of a share. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId, UserId } from '#shared/ids.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { SharedPictures } from './open-picture.ts';
import type { picturesPart } from './part.ts';

/** One call of the drive. @param ids  at most a page of them */
export async function sharedPictures(
  deps: DriveDeps,
  ownerId: UserId,
  rootIds: readonly NodeId[],
  ids: readonly string[],
): Promise<SharedPictures> {
  return unwrap(await driveOf<typeof picturesPart>(deps, ownerId).sharedPictures(rootIds, ids));
}
