/**
 * Event handlers of membership: `auth.account-closed` { userId }, and its own `membership.code-claimed` { userId, batchId, digest,
 * product, item }: a gift code was given to a person; `membership.expiry-due` { userId, key, kind, stage, endMs, bytes }: something
 * ends soon or has ended; `membership.person-arrived`, `membership.invitation-held`, `membership.invitation-decided` (keys.ts). Published besides: `membership.rewarded`, `membership.paid`, `membership.renewal-failed` (keys.ts), `membership.changed` { userId, version, timeline }.
 */

import * as v from 'valibot';
import { isAppError, unwrap } from '#shared/errors.ts';
import { EXPIRY_STAGES } from '#shared/membership/expiry.ts';
import { HOLD_REASONS } from '#shared/membership/invitation.rules.ts';
import { grantItem } from '#shared/membership/ledger.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { grantClaimed } from './code/redeem.ts';
import { type InvitationDeps, type MembershipDeps, memberOf } from './deps.ts';
import { closeHeld, deletePerson, insertArrival, insertHeld } from './invitations/desk.ts';
import type { invitationsPart } from './invitations/part.ts';
import type { ledgerPart } from './ledger/part.ts';
import type { OrderParts } from './orders/deps.ts';
import { endPayments } from './purchases/close-account.ts';
import type { BillingService } from './service.ts';

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
const terms = v.object({
  inviterDays: v.number(),
  invitedDays: v.number(),
  waitHours: v.number(),
  perMonth: v.number(),
  inAll: v.number(),
});
const text = v.string();
const origin = v.object({ client: text, place: text, source: text, medium: text, name: text, referers: text });
const held = v.object({ inviterId: text, userId: text, reason: v.picklist(HOLD_REASONS), atMs: v.number() });
const arrived = v.object({ ...held.entries, terms, device: text, network: text, origin });
const decided = v.object({ inviterId: text, userId: text, isReleased: v.boolean() });
const accountClosed = v.object({ userId: v.string() });

/** Runs a change of a person's object; where the account was closed since, nothing is left to change. */
async function unlessClosed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isAppError(error) || error.detail?.reason !== 'account_closed') throw error;
  }
}

/** A new person came: the inviter's object judges the invitation, and operators see where people come from. */
export async function onPersonArrived(
  deps: Pick<MembershipDeps, 'members'> & { readonly db: Database },
  item: DomainEvent,
): Promise<void> {
  const { inviterId, ...person } = v.parse(arrived, item.payload);
  if (inviterId !== '')
    await unlessClosed(memberOf<typeof invitationsPart>(deps, inviterId).recordInvited(person).then(unwrap));
  await insertArrival(deps.db, { ...person, inviterId });
}

export async function onInvitationHeld({ db }: { readonly db: Database }, item: DomainEvent): Promise<void> {
  await insertHeld(db, v.parse(held, item.payload));
}

/** A released invitation gives the person who came what it promised. */
export async function onInvitationDecided(
  deps: Pick<MembershipDeps, 'members' | 'clock'> & { readonly db: Database },
  item: DomainEvent,
): Promise<void> {
  const { inviterId, userId, isReleased } = v.parse(decided, item.payload);
  await unlessClosed(memberOf<typeof invitationsPart>(deps, userId).settleArrival(isReleased).then(unwrap));
  await closeHeld(deps.db, inviterId, userId, deps.clock.nowMs());
}

/**
 * Runs before the ledger is deleted, which has code and inviter: the code of a closed account leads nowhere, and the inviter's row of
 * the person loses device and network.
 */
export async function onInviterLeft(
  deps: Pick<MembershipDeps, 'members'> & {
    readonly auth: Pick<InvitationDeps['auth'], 'forgetInvitationCode'>;
    readonly db: Database;
  },
  item: DomainEvent,
): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  const member = memberOf<typeof invitationsPart>(deps, userId);
  const { code } = unwrap(await member.ownInvitations());
  const inviterId = unwrap(await member.arrival())?.arrival.inviterId ?? '';
  if (code !== '') await deps.auth.forgetInvitationCode(userId, code);
  if (inviterId !== '') unwrap(await memberOf<typeof invitationsPart>(deps, inviterId).forgetInvited(userId));
  await deletePerson(deps.db, userId);
}

/** Deletes the ledger of a closed account; orders and invoices are stored apart from it. */
export async function onAccountClosed(deps: Pick<MembershipDeps, 'members'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await memberOf<typeof ledgerPart>(deps, userId).erase());
}

/**
 * The mail about an end, unless it will be renewed. @param announce  for features on the right
 * @throws Error when it was not accepted: the event stays in its outbox
 */
export async function onExpiryDue(
  billing: Pick<BillingService, 'isExpiryDue' | 'mailExpiry'>,
  item: DomainEvent,
  announce: (item: DomainEvent) => Promise<void>,
): Promise<void> {
  const { userId, ...expiry } = v.parse(expiryDue, item.payload);
  if (!(await billing.isExpiryDue(userId, expiry))) return;
  await announce(item);
  await billing.mailExpiry(userId, expiry);
}

/** Ends what could still charge the person. */
export async function onPayerLeft(parts: OrderParts, item: DomainEvent): Promise<void> {
  await endPayments(parts, v.parse(accountClosed, item.payload).userId);
}

/** The grant of a redeemed code, in case the call that claimed it ended before. */
export async function onCodeClaimed(deps: Pick<MembershipDeps, 'members'>, item: DomainEvent): Promise<void> {
  const { userId, ...claimed } = v.parse(codeClaimed, item.payload);
  // A closed account: the code is spent, and nothing is left to grant.
  await unlessClosed(grantClaimed(deps, userId, claimed));
}
