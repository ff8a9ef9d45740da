/** Grants and reversals: checked here, written by the person's object. */

import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { isSet, ledgerItem } from '#shared/membership/ledger.ts';
import { type MembershipDeps, memberOf } from '../deps.ts';
import { REASON_CHARS } from '../keys.ts';
import type { GrantAnswer, GrantInput, Ledger, ReverseAnswer, ReverseInput } from '../rpc-types.ts';
import type { ledgerPart } from './part.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** @throws AppError invalid_argument */
function requireKey(key: string): void {
  if (!KEY.test(key)) throw new AppError('invalid_argument', { reason: 'malformed', field: 'key' });
}

/**
 * Gives a person a purchase or a gift. A repeat with the same source and key answers the first result.
 * @throws AppError invalid_argument for amounts that no product has; failed_precondition for a closed account
 */
export async function grant(
  deps: Pick<MembershipDeps, 'members'>,
  userId: string,
  input: GrantInput,
): Promise<GrantAnswer> {
  requireKey(input.key);
  const { item } = input;
  if (!v.is(ledgerItem, item) || (item.months + item.days + (item.ms ?? 0) === 0 && !isSet(item)))
    throw new AppError('invalid_argument', { reason: 'malformed', field: 'item' });
  return unwrap(
    await memberOf<typeof ledgerPart>(deps, userId).grant({ ...input, reason: input.reason.slice(0, REASON_CHARS) }),
  );
}

/**
 * Takes back one grant, once. It may come before the grant, which then never counts.
 * @throws AppError failed_precondition for a closed account
 */
export async function reverse(
  deps: Pick<MembershipDeps, 'members'>,
  userId: string,
  input: ReverseInput,
): Promise<ReverseAnswer> {
  requireKey(input.key);
  return unwrap(
    await memberOf<typeof ledgerPart>(deps, userId).reverse({ ...input, reason: input.reason.slice(0, REASON_CHARS) }),
  );
}

/** Ten years of premium for a person of the demo, once. */
export function grantDemo(deps: Pick<MembershipDeps, 'members'>, userId: string): Promise<GrantAnswer> {
  return grant(deps, userId, {
    source: 'demo',
    key: 'premium',
    product: '',
    item: { type: 'premium', region: 'global', months: 120, days: 0 },
    startsMs: null,
    reason: '',
    actor: { id: '', name: '' },
  });
}

export async function ledgerOf(deps: Pick<MembershipDeps, 'members'>, userId: string): Promise<Ledger> {
  return unwrap(await memberOf<typeof ledgerPart>(deps, userId).ledger());
}
