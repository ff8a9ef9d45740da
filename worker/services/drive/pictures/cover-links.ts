/** Links to small images of some of the caller's own files, by id: covers of links and archives made of them. */
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../content/image-links.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { picturesPart } from './part.ts';

/** One call of the drive. @param ids  at most a page of them */
export async function coverLinks(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly string[],
  thumbnailSize: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const marks = unwrap(await driveOf<typeof picturesPart>(deps, caller.userId).coverMarks(callerData(caller), ids));
  const links = await ownImageLinks(deps, caller, thumbnailSize);
  return new Map(marks.map(([id, mark]) => [id, links(id, mark)]));
}
