/** Opens links of kind `drive`: a person's own. */
import type { ContentSource } from '../content/claims.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { OWN_LEASE_MS } from '../keys.ts';
import type { treePart } from './part.ts';

export function ownContentOf(deps: Pick<DriveDeps, 'drives' | 'plans'>): ContentSource {
  return async (claims) => {
    const content = await driveOf<typeof treePart>(deps, claims.ownerId).openContent(claims, (await deps.plans()).free);
    return content && { content, leaseMs: OWN_LEASE_MS };
  };
}
