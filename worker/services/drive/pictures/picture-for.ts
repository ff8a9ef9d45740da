/** The small image of a file for a program: one question to the drive. */
import { unwrap } from '#shared/errors.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { LookedAt } from '../images/model.ts';
import { withinFolder } from '../programs/within.ts';
import type { picturesPart } from './part.ts';
import type { NamedPicture } from './program-picture.ts';

/** @returns null for a file that is not there or has no image @throws AppError unauthenticated */
export async function pictureFor(deps: DriveDeps, caller: Caller, named: NamedPicture): Promise<LookedAt | null> {
  return unwrap(await driveOf<typeof picturesPart>(deps, caller.userId).findPicture(withinFolder(caller), named));
}
