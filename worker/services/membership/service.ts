/** Membership as other modules see it: the catalogue, limits, and the ledger of a person. Refusals are AppErrors. */
import { type Bound, bindParts } from '#worker/platform/bound.ts';
import { checkIn, checkInBoard } from './check-in/check-in.ts';
import { activities, claim, creditStates } from './claims/claim.ts';
import { createBatch, listBatches, revokeBatch } from './code/batches.ts';
import type { CodeDeps } from './code/deps.ts';
import { redeemCode } from './code/redeem.ts';
import type { ClaimDeps, InvitationDeps, InvitationDeskDeps, MembershipDeps } from './deps.ts';
import { closeOpenProblem, endCouponNow, findOrders, makeCoupon, paymentDesk } from './desk/desk.ts';
import { hourlyPayments } from './desk/hourly-payments.ts';
import { catalogue, groups, plans } from './entitlement/catalogue.ts';
import { isPremium, limitsOf, membershipOf, planOf, preview } from './entitlement/entitlement.ts';
import { rewards } from './entitlement/rewards.ts';
import { arrivalSources, decideInvitation, heldInvitations, inviterFacts } from './invitations/desk.ts';
import { invite, welcome } from './invitations/invite.ts';
import { invitedPeople, isInvitation, ownInvitations } from './invitations/own-invitations.ts';
import { grant, grantDemo, ledgerOf, reverse } from './ledger/grants.ts';
import { reconcileDue } from './payments/reconcile.ts';
import { refundOrder } from './payments/refund.ts';
import { order, quote, readOrder } from './purchases/operations.ts';
import { cancelOrder, ownOrders } from './purchases/own-orders.ts';
import type { BillingParts } from './purchases/parts.ts';
import { runSchedule } from './purchases/schedule.ts';
import { isExpiryDue, mailExpiry } from './receipts/expiry-letter.ts';
import { invoiceOf } from './receipts/receipt.ts';
import { changeSubscription, portal, premiumRenews, subscriptions } from './subscriptions/own-subscriptions.ts';
import { decide, sandboxCheckout } from './webhooks/sandbox.ts';

export type { CheckInBoard } from './check-in/check-in.ts';
export { makeRewardRoutes } from './check-in/endpoints.ts';
export type { OwnCredit } from './claims/claim.ts';
export { makeClaimRoutes } from './claims/endpoints.ts';
export { countCouponTry } from './coupons/count-tries.ts';
export type { MembershipDeps } from './deps.ts';
export type { HourlyPayments } from './desk/hourly-payments.ts';
export { makeMembershipRoutes } from './endpoints.ts';
export { makeMemberConsole } from './internal.ts';
export type { HeldInvitation } from './invitations/desk.ts';
export { makeInvitationRoutes } from './invitations/endpoints.ts';
export { makeInvitationConsole } from './invitations/internal.ts';
export { cutOrigin } from './invitations/origin.ts';
export type { InvitationSums, ShownInvited } from './invitations/own-invitations.ts';
export { MAX_BATCH_CODES } from './keys.ts';
export type { Order } from './orders/order-row.ts';
export { DECISIONS } from './provider/sandbox/sandbox.ts';
export { makeBillingRoutes } from './purchases/endpoints.ts';
export { makeBillingParts } from './purchases/parts.ts';
export type { Ledger } from './rpc-types.ts';

const OPERATIONS = {
  catalogue,
  plans,
  groups,
  limitsOf,
  membershipOf,
  planOf,
  isPremium,
  preview,
  grant,
  grantDemo,
  reverse,
  ledgerOf,
  rewards,
  checkInBoard,
  checkIn,
};

export type MembershipService = Bound<typeof OPERATIONS>;

export function makeMembershipService(deps: MembershipDeps): MembershipService {
  return bindParts(deps, OPERATIONS);
}

const BILLING = {
  quote,
  order,
  readOrder,
  ownOrders,
  cancelOrder,
  subscriptions,
  premiumRenews,
  changeSubscription,
  portal,
  refundOrder,
  sandboxCheckout,
  decide,
  reconcileDue,
  hourlyPayments,
  runSchedule,
  invoiceOf,
  isExpiryDue,
  mailExpiry,
  paymentDesk,
  findOrders,
  closeOpenProblem,
  makeCoupon,
  endCouponNow,
};

export type BillingService = Bound<typeof BILLING>;

export function makeBillingService(parts: BillingParts): BillingService {
  return bindParts(parts, BILLING);
}

const INVITATIONS = { invite, welcome, ownInvitations, invitedPeople, isInvitation };

export type InvitationService = Bound<typeof INVITATIONS>;

export function makeInvitationService(deps: InvitationDeps): InvitationService {
  return bindParts(deps, INVITATIONS);
}

const CLAIMS = { activities, claim, creditStates };

export type ClaimService = Bound<typeof CLAIMS>;

export function makeClaimService(deps: ClaimDeps): ClaimService {
  return bindParts(deps, CLAIMS);
}

const INVITATION_DESK = { heldInvitations, inviterFacts, arrivalSources, decideInvitation };

export type InvitationDesk = Bound<typeof INVITATION_DESK>;

export function makeInvitationDesk(deps: InvitationDeskDeps): InvitationDesk {
  return bindParts(deps, INVITATION_DESK);
}

const GIFT_CODES = { redeemCode, createBatch, listBatches, revokeBatch };

export type GiftCodeService = Bound<typeof GIFT_CODES>;

export function makeGiftCodeService(deps: CodeDeps): GiftCodeService {
  return bindParts(deps, GIFT_CODES);
}
