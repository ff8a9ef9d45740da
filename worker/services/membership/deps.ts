/** Dependencies of membership. compose.ts makes them. */
import type { PlanSettings } from '#shared/membership/offer.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { memberName } from './keys.ts';
import type { MemberObject } from './member.object.ts';

export interface MembershipDeps {
  readonly members: DurableObjectNamespace<MemberObject>;
  readonly documents: Pick<ConfigService, 'live'>;
  readonly limits: PlanSettings;
  readonly clock: Clock;
}

export function memberOf({ members }: Pick<MembershipDeps, 'members'>, userId: string) {
  return members.getByName(memberName(userId));
}
