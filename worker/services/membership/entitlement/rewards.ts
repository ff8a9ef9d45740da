/** The published rewards; no object is asked. */
import type { Rewards } from '#shared/membership/rewards.ts';
import type { MembershipDeps } from '../deps.ts';

/** At most 60 s old. Never throws. */
export function rewards({ documents }: Pick<MembershipDeps, 'documents'>): Promise<Rewards> {
  return documents.live('rewards');
}
