/** Coupon codes are short words: an address may try so many in an hour, so that guessing does not find one. */
import { HOUR_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import { COUPON_TRIES } from '../keys.ts';

/** @param coupon  '' counts nothing. @throws AppError too_many_requests */
export async function countCouponTry(
  shield: Pick<ShieldService, 'countOpenCall'>,
  coupon: string,
  call: CallContext,
): Promise<void> {
  if (coupon !== '') await shield.countOpenCall({ name: 'coupon', limit: COUPON_TRIES, windowMs: HOUR_MS }, call);
}
