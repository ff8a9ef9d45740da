/**
 * Rules of invitations: who may still be invited, and what becomes of an invitation that was accepted. Pure; counts are passed in.
 * Why: docs/decisions/0339.
 */
import { DAY_MS, HOUR_MS } from '#shared/units.ts';

/** An account that is older was not brought by an invitation. */
export const NEWCOMER_MS = 7 * DAY_MS;
/** The inviter, the inviter's inviter and so on: how far a ring is recognised. */
export const MAX_ANCESTORS = 10;
/** The window of the cap, and of what counts as the same network. */
export const CAP_WINDOW_MS = 30 * DAY_MS;
/** More people of one network than this, invited by one person within the window, are looked at. A household passes. */
export const SAME_NETWORK_PEOPLE = 3;
/** Rows of one inviter; further people are not listed, and nothing is given for them. */
export const MAX_INVITED = 5_000;

export const INVITED_STATES = ['pending', 'granted', 'held', 'refused', 'capped'] as const;
/** `held`: waits for a look by an operator. `capped`: past what one person is rewarded for. */
export type InvitedState = (typeof INVITED_STATES)[number];

export const HOLD_REASONS = ['', 'self', 'ring', 'same_device', 'same_network'] as const;
/** '' for none. `self` is never stored with an inviter. */
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The rules of the document when an invitation is accepted; stored with it. */
export interface InvitationTerms {
  /** Premium for the inviter, days. */
  readonly inviterDays: number;
  /** Premium for the person who came, days. */
  readonly invitedDays: number;
  readonly waitHours: number;
  readonly perMonth: number;
  readonly inAll: number;
}

/** Facts about a person who came by a code. */
export interface ArrivalFacts {
  readonly userId: string;
  readonly inviterId: string;
  /** The inviter's inviter first, at most ten. */
  readonly ancestors: readonly string[];
  /** The device is one of the inviter's. */
  readonly isInvitersDevice: boolean;
}

/** The reason to hold an arrival by itself; '' for none. */
export function reasonOfArrival({ userId, inviterId, ancestors, isInvitersDevice }: ArrivalFacts): HoldReason {
  if (inviterId === userId) return 'self';
  if (ancestors.includes(userId)) return 'ring';
  return isInvitersDevice ? 'same_device' : '';
}

/** Sums of the inviter's other invitations. Rewarded: pending or granted. */
export interface InviterCounts {
  readonly rewarded: number;
  readonly rewardedInWindow: number;
  readonly ofDevice: number;
  readonly ofNetworkInWindow: number;
}

export function capReached({ perMonth, inAll }: InvitationTerms, counts: InviterCounts): boolean {
  return counts.rewarded >= inAll || counts.rewardedInWindow >= perMonth;
}

/** @param reason  found when the person arrived, or by the inviter's own invitation */
export function decisionOfInvited(
  reason: HoldReason,
  counts: InviterCounts,
  terms: InvitationTerms,
): { readonly state: InvitedState; readonly reason: HoldReason } {
  if (reason !== '') return { state: 'held', reason };
  if (counts.ofDevice > 0) return { state: 'held', reason: 'same_device' };
  if (counts.ofNetworkInWindow >= SAME_NETWORK_PEOPLE) return { state: 'held', reason: 'same_network' };
  if (capReached(terms, counts)) return { state: 'capped', reason: '' };
  return { state: 'pending', reason: '' };
}

export function dueMsOf(atMs: number, { waitHours }: Pick<InvitationTerms, 'waitHours'>): number {
  return atMs + waitHours * HOUR_MS;
}
