/**
 * Event handlers of membership: `auth.account-closed` { userId }, and its own `membership.code-claimed` { userId, batchId, digest,
 * product, item }: a gift code was given to a person; `membership.expiry-due` { userId, key, kind, stage, endMs, bytes }: something
 * ends soon or has ended. Published besides: `membership.changed` { userId, version, timeline }.
 */
import * as v from 'valibot';
import { isAppError, unwrap } from '#shared/errors.ts';
import { EXPIRY_STAGES } from '#shared/membership/expiry.ts';
import { grantItem } from '#shared/membership/ledger.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { grantClaimed } from './code/redeem.ts';
import { type CodeDeps, type MembershipDeps, memberOf } from './deps.ts';
import type { OrderParts } from './orders/deps.ts';
import type { BillingService } from './service.ts';
import { endPayments } from './subscriptions/close-account.ts';

const codeClaimed = v.object({
  userId: v.string(),
  batchId: v.string(),
  digest: v.string(),
  product: v.string(),
  item: grantItem,
});
const expiryDue = v.object({
  userId: v.string(),
  key: v.string(),
  kind: v.picklist(['premium', 'storage']),
  stage: v.picklist(EXPIRY_STAGES),
  endMs: v.number(),
  bytes: v.number(),
});
const accountClosed = v.object({ userId: v.string() });

/** Deletes the ledger of a closed account; orders and invoices are stored apart from it. */
export async function onAccountClosed(deps: Pick<MembershipDeps, 'members'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await memberOf(deps, userId).erase());
}

/** The mail about an end. @throws Error when it was not accepted: the event stays in its outbox */
export async function onExpiryDue(billing: Pick<BillingService, 'mailExpiry'>, item: DomainEvent): Promise<void> {
  const { userId, ...expiry } = v.parse(expiryDue, item.payload);
  await billing.mailExpiry(userId, expiry);
}

/** Ends what could still charge the person. */
export async function onPayerLeft(parts: OrderParts, item: DomainEvent): Promise<void> {
  await endPayments(parts, v.parse(accountClosed, item.payload).userId);
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
