/** Sources of content links, of all kinds: those of the drive, and those that other features give. */
import type { ContentSources } from './content/claims.ts';
import { type DriveDeps, driveOf } from './deps.ts';
import { grantedContentOf } from './grants/granted-content.ts';
import { ownContentOf } from './tree/own-content.ts';
import type { treePart } from './tree/part.ts';

/** Dependencies of the content endpoint that ask drives. */
export function contentSourcesOf(
  deps: Pick<DriveDeps, 'drives' | 'plans'>,
  others: Pick<ContentSources, 'share' | 'evidence'>,
) {
  const contentSources: ContentSources = { ...others, drive: ownContentOf(deps), grant: grantedContentOf(deps) };
  return {
    contentSources,
    countOwnTraffic: (userId: string, sizeBytes: number) =>
      driveOf<typeof treePart>(deps, userId).countTraffic(sizeBytes),
  };
}
