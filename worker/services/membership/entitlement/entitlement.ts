/** Limits and membership of a person, from the person's own object; and the preview of a product. */

import { AppError, unwrap } from '#shared/errors.ts';
import { type Ending, endingsNear } from '#shared/membership/expiry.ts';
import { type Membership, membershipAt, type Preview, previewGrant } from '#shared/membership/fold.ts';
import type { Region } from '#shared/membership/ledger.ts';
import { findProduct, itemOf, MAX_QUANTITY } from '#shared/membership/offer.ts';
import { limitsAt, type PersonLimits } from '#shared/membership/plans.ts';
import type { Timeline } from '#shared/membership/timeline.ts';
import { type MembershipDeps, memberOf } from '../deps.ts';
import type { ledgerPart } from '../ledger/part.ts';
import { catalogue, plans } from './catalogue.ts';

/** When which grant counts; empty for an unknown person. */
export async function timelineOf(deps: Pick<MembershipDeps, 'members'>, userId: string): Promise<Timeline> {
  return unwrap(await memberOf<typeof ledgerPart>(deps, userId).balance()).timeline;
}

/** The one question about limits. The drive answers it from its own copy and needs no call. */
export async function limitsOf(deps: MembershipDeps, userId: string): Promise<PersonLimits> {
  const [timeline, both] = await Promise.all([timelineOf(deps, userId), plans(deps)]);
  return limitsAt(timeline, both, deps.clock.nowMs());
}

export async function membershipOf(deps: MembershipDeps, userId: string): Promise<Membership> {
  return membershipAt(await timelineOf(deps, userId), deps.clock.nowMs());
}

/** The membership, and what ends within a week or ended within the last one. */
export async function planOf(
  deps: MembershipDeps,
  userId: string,
): Promise<{ readonly membership: Membership; readonly endings: readonly Ending[] }> {
  const timeline = await timelineOf(deps, userId);
  const nowMs = deps.clock.nowMs();
  return { membership: membershipAt(timeline, nowMs), endings: endingsNear(timeline, nowMs) };
}

export async function isPremium(deps: MembershipDeps, userId: string): Promise<boolean> {
  return (await membershipOf(deps, userId)).status === 'ok';
}

export interface PreviewInput {
  readonly product: string;
  readonly quantity: number;
  readonly region: Region;
}

/** Traffic is shown as of a new month. @throws AppError not_found for an unknown product, invalid_argument for a quantity */
export async function preview(
  deps: MembershipDeps,
  userId: string,
  { product: id, quantity, region }: PreviewInput,
): Promise<Preview> {
  const product = findProduct(await catalogue(deps), id);
  if (!product) throw new AppError('not_found', { reason: 'product_not_found', field: 'product' });
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
    throw new AppError('invalid_argument', { reason: 'out_of_range', field: 'quantity' });
  const [{ entries }, both] = await Promise.all([
    memberOf<typeof ledgerPart>(deps, userId)
      .ledger()
      .then((ledger) => unwrap(ledger)),
    plans(deps),
  ]);
  return previewGrant(entries, itemOf(product, quantity, region), both, deps.clock.nowMs());
}
