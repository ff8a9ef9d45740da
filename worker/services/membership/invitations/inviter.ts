/** The inviter's side in the object of a person: the own code, the people who came by it, and their rewards. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import {
  capReached,
  decisionOfInvited,
  dueMsOf,
  type HoldReason,
  type InvitationTerms,
  MAX_INVITED,
} from '#shared/membership/invitation.rules.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { INVITATION_DECIDED, INVITATION_HELD, REWARDED } from '../keys.ts';
import type { MemberLedger } from '../ledger/ledger.ts';
import type { GivePremium } from './give.ts';
import * as store from './store.ts';

/** A person who came, as the inviter's object receives it. */
export interface InvitedInput {
  readonly userId: string;
  readonly atMs: number;
  readonly reason: HoldReason;
  readonly terms: InvitationTerms;
  readonly device: string;
  readonly network: string;
}

export interface OwnInvitations {
  /** '' before it was made. */
  readonly code: string;
  readonly sums: store.InvitedSums;
}

export const invitationKey = (userId: string): string => `invitation.${userId}`;

const NOTHING: OwnInvitations = { code: '', sums: { people: 0, days: 0, byState: {} } };

export function makeInviter(core: ObjectCore, ledger: Pick<MemberLedger, 'requireOpen'>, give: GivePremium) {
  const { sql } = core;

  function reward(invited: store.Invited, nowMs: number): void {
    store.updateInvited(sql, invited.userId, 'granted');
    const days = invited.terms.inviterDays;
    give(invitationKey(invited.userId), days, nowMs);
    if (days > 0) core.publishEvent(REWARDED, { userId: core.name, days }, nowMs);
  }

  function schedule(): void {
    const dueMs = store.selectNextDueMs(sql);
    if (dueMs !== null) core.wakeAt(dueMs);
  }

  return {
    schedule,
    recordInvited: ({ userId, atMs, reason: found, terms, device, network }: InvitedInput): Result<null> =>
      core.command((nowMs) => {
        ledger.requireOpen();
        if (store.selectInvited(sql, userId) || store.sumInvited(sql).people >= MAX_INVITED) return null;
        const counts = store.countInvited(sql, { device, network }, nowMs);
        // Both accepted each other's code at once: neither was among the other's ancestors yet.
        const isRing = found === '' && store.selectArrival(sql)?.ancestors.includes(userId) === true;
        const judged = decisionOfInvited(isRing ? 'ring' : found, counts, terms);
        store.insertInvited(sql, { userId, atMs, ...judged, dueMs: dueMsOf(atMs, terms), terms, device, network });
        if (judged.state === 'held')
          core.publishEvent(INVITATION_HELD, { inviterId: core.name, userId, reason: judged.reason, atMs }, nowMs);
        schedule();
        return null;
      }),
    /** The account of that person was closed. A repeat changes nothing. */
    forgetInvited: (userId: string): Result<null> => {
      if (!core.exists()) return succeed(null);
      return core.command(() => {
        store.blankInvited(sql, userId);
        return null;
      });
    },
    /** Decides about a held invitation, once. @throws AppError not_found */
    decideInvited: (userId: string, decision: 'release' | 'refuse'): Result<{ state: store.Invited['state'] }> =>
      core.command((nowMs) => {
        ledger.requireOpen();
        const invited = store.selectInvited(sql, userId);
        if (!invited) throw new AppError('not_found', { reason: 'invitation_not_found' });
        if (invited.state !== 'held') return { state: invited.state };
        const counts = store.countInvited(sql, { device: '', network: '' }, nowMs);
        const isReleased = decision === 'release';
        if (!isReleased) store.updateInvited(sql, userId, 'refused');
        else if (capReached(invited.terms, counts)) store.updateInvited(sql, userId, 'capped');
        else reward(invited, nowMs);
        core.publishEvent(INVITATION_DECIDED, { inviterId: core.name, userId, isReleased }, nowMs);
        return { state: store.selectInvited(sql, userId)?.state ?? 'refused' };
      }),
    /** @throws AppError for a closed account */
    storeCode: (code: string): Result<string> =>
      core.command(() => {
        ledger.requireOpen();
        store.insertCode(sql, code);
        return store.selectCode(sql);
      }),
    own: (): Result<OwnInvitations> => {
      if (!core.exists()) return succeed(NOTHING);
      return core.command(() => ({ code: store.selectCode(sql), sums: store.sumInvited(sql) }));
    },
    invitedPage: (beforeMs: number, limit: number): Result<readonly store.Invited[]> => {
      if (!core.exists()) return succeed([]);
      return core.command(() => store.selectInvitedPage(sql, beforeMs, limit));
    },
    /** Gives the rewards that are due. @returns when the next one is, or null */
    settle: (nowMs: number): number | null => {
      core.transaction(() => {
        for (const invited of store.selectDue(sql, nowMs)) reward(invited, nowMs);
      });
      return store.selectNextDueMs(sql);
    },
  };
}
