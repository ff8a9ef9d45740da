/**
 * Event handlers of membership: `auth.account-closed` { userId }, and its own `membership.code-claimed` { userId, batchId, digest,
 * product, item }: a gift code was given to a person. Published: `membership.changed` { userId, version, timeline }.
 */
import * as v from 'valibot';
import { isAppError, unwrap } from '#shared/errors.ts';
import { grantItem } from '#shared/membership/ledger.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { grantClaimed } from './code/redeem.ts';
import { type CodeDeps, type MembershipDeps, memberOf } from './deps.ts';

const codeClaimed = v.object({
  userId: v.string(),
  batchId: v.string(),
  digest: v.string(),
  product: v.string(),
  item: grantItem,
});
const accountClosed = v.object({ userId: v.string() });

/** Deletes the ledger of a closed account; orders and invoices are stored apart from it. */
export async function onAccountClosed(deps: Pick<MembershipDeps, 'members'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await memberOf(deps, userId).erase());
}

/** The grant of a redeemed code, in case the call that claimed it ended before. */
export async function onCodeClaimed(deps: Pick<CodeDeps, 'members'>, item: DomainEvent): Promise<void> {
  const { userId, ...claimed } = v.parse(codeClaimed, item.payload);
  try {
    await grantClaimed(deps, userId, claimed);
  } catch (error) {
    // The account was closed since: the code is spent, and nothing is left to grant.
    if (!isAppError(error) || error.detail?.reason !== 'account_closed') throw error;
  }
}
