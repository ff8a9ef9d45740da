/** Dependencies of membership. compose.ts makes them. */
import type { PlanSettings } from '#shared/membership/offer.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { memberName } from './keys.ts';
import type { MemberObject } from './member.object.ts';

export interface MembershipDeps {
  readonly members: DurableObjectNamespace<MemberObject>;
  readonly documents: Pick<ConfigService, 'live'>;
  readonly limits: PlanSettings;
  readonly clock: Clock;
}

/** Dependencies of invitations. */
export interface InvitationDeps extends MembershipDeps {
  readonly keyring: Keyring;
  readonly appOrigin: string;
  readonly auth: Pick<
    AuthService,
    'ownPerson' | 'publicPerson' | 'claimInvitationCode' | 'forgetInvitationCode' | 'inviterOf' | 'usesDevice'
  >;
}

/** Dependencies of credits of activities. */
export interface ClaimDeps extends MembershipDeps {
  readonly auth: Pick<AuthService, 'ownPerson'>;
}

/** Dependencies of operators' work on invitations. */
export interface InvitationDeskDeps extends Pick<MembershipDeps, 'members' | 'clock'> {
  readonly db: Database;
}

export function memberOf({ members }: Pick<MembershipDeps, 'members'>, userId: string) {
  return members.getByName(memberName(userId));
}
