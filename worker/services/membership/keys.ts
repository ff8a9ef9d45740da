/** Names of membership. */

/** The object of a person. */
export function memberName(userId: string): string {
  return userId;
}

/** Published when the timeline of a person changes: { userId, version, timeline }. */
export const MEMBERSHIP_CHANGED = 'membership.changed';
/** Published when something ends soon or has ended: { userId, key, kind, stage, endMs, bytes }. */
export const EXPIRY_DUE = 'membership.expiry-due';
/** How long an answer waits until the drive has the new limits. */
export const PUSH_WAIT_MS = 5_000;
/** Characters of a reason. */
export const REASON_CHARS = 500;

/** Published when a code was given to a person: { userId, batchId, digest, product, item }. */
export const CODE_CLAIMED = 'membership.code-claimed';
/** Object that lists all batches; no batch has a name of this length. */
export const BATCH_REGISTRY_NAME = 'registry';
/** Purpose of the keyed hash of gift codes. */
export const CODE_PURPOSE = 'gift-code';
/** Codes that one address may try in an hour. */
export const CODE_TRIES = 20;
/** Pages and calls with a coupon that one address may open in an hour. */
export const COUPON_TRIES = 40;
/** Codes of one batch. */
export const MAX_BATCH_CODES = 10_000;

/** Source of every reward in the ledger. */
export const REWARD_SOURCE = 'activity';

/** Published when a new person came: { userId, atMs, inviterId, reason, terms, device, network, origin }. */
export const PERSON_ARRIVED = 'membership.person-arrived';
/** Published when an invitation waits for a look: { inviterId, userId, reason, atMs }. */
export const INVITATION_HELD = 'membership.invitation-held';
/** A person who was invited has brought days; its payload is { userId, days }. */
export const REWARDED = 'membership.rewarded';
/** Published with the entry of a paid order: { userId, orderId, bought, dateMs }. */
export const PAID = 'membership.paid';
/** Published with the entry that keeps a plan while its renewal fails: { userId, untilMs }. */
export const RENEWAL_FAILED = 'membership.renewal-failed';
/** Published when operators decided about one: { inviterId, userId, isReleased }. */
export const INVITATION_DECIDED = 'membership.invitation-decided';
/** Purpose of codes of invitations. */
export const INVITATION_PURPOSE = 'membership.invitation';
/** Purpose of the digests of devices and networks of new people. */
export const ARRIVAL_PURPOSE = 'membership.arrival';
/** How long a plan lasts after the paid period when a renewal fails, days. Providers try a card about four times in two weeks. */
export const GRACE_DAYS = 7;
