/** The daily check-in of a person: its state, and taking a day. Callers check the session. */

import { AppError, unwrap } from '#shared/errors.ts';
import { type CheckInStatus, checkInAt } from '#shared/membership/check-in.rules.ts';
import { itemOfReward } from '#shared/membership/rewards.ts';
import { type MembershipDeps, memberOf } from '../deps.ts';
import { rewards } from '../entitlement/rewards.ts';
import type { CheckInAnswer } from './check-ins.ts';
import type { checkInPart } from './part.ts';
import type { StoredCheckIn } from './store.ts';

export interface CheckInBoard {
  readonly status: CheckInStatus;
  /** Newest first, about two months. */
  readonly taken: readonly StoredCheckIn[];
}

/** @param zone  where the person is: a name that Intl has, '' for unknown */
export async function checkInBoard(
  deps: Pick<MembershipDeps, 'members' | 'clock'>,
  userId: string,
  zone: string,
): Promise<CheckInBoard> {
  const taken = unwrap(await memberOf<typeof checkInPart>(deps, userId).checkIns());
  return { status: checkInAt(taken[0] ?? null, zone, deps.clock.nowMs()), taken };
}

/**
 * Takes today. A repeat answers the day that was taken.
 * @throws AppError failed_precondition: `closed` where there is no check-in, `too_early` after a change of zone
 */
export async function checkIn(
  deps: Pick<MembershipDeps, 'members' | 'documents'>,
  userId: string,
  zone: string,
): Promise<CheckInAnswer> {
  const { open, days } = (await rewards(deps)).checkIn;
  if (!open) throw new AppError('failed_precondition', { reason: 'closed', messageKey: 'membership.check_in.closed' });
  const items = days.map((day) => day && itemOfReward(day));
  return unwrap(await memberOf<typeof checkInPart>(deps, userId).checkIn({ zone, rewards: items }));
}
