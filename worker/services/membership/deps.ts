/** Dependencies of membership. compose.ts makes them. */

import type { PlanSettings } from '#shared/membership/offer.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import type { CallsOf, PartWithCalls } from '#worker/platform/parts/object-parts.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { memberName } from './keys.ts';

export interface MembershipDeps {
  readonly members: ObjectsByName;
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

/** The object of a person with the calls of one part: `memberOf<typeof ledgerPart>(deps, userId)`. */
export function memberOf<P extends PartWithCalls>(
  { members }: Pick<MembershipDeps, 'members'>,
  userId: string,
): CallsOf<P> {
  return members.getByName(memberName(userId)) as CallsOf<P>;
}
