/** The part of invitations: how the person came, and the people who came by the own code. */
import type { Result } from '#shared/errors.ts';
import { type MemberPart, pushSoon } from '../ledger/member-part.ts';
import type { Member } from '../ledger/part.ts';
import { type ArrivalAnswer, type ArrivalInput, makeArrivals } from './arrivals.ts';
import { makeGivePremium } from './give.ts';
import { type InvitedInput, makeInviter } from './inviter.ts';
import { deleteInvitations, INVITATION_TABLES } from './store.ts';

export interface Parts extends Member {
  readonly arrivals: ReturnType<typeof makeArrivals>;
  readonly inviter: ReturnType<typeof makeInviter>;
}

export const invitationsPart = {
  tables: { 4: INVITATION_TABLES },
  make(member: Member) {
    member.ledger.onErase(deleteInvitations);
    const give = makeGivePremium(member, member.ledger);
    return {
      arrivals: makeArrivals(member, member.ledger, give),
      inviter: makeInviter(member, member.ledger, give),
    };
  },
  calls: {
    /** How a new person came, once. Answers when the drive has what that gives. */
    async arrive(member: Parts, input: ArrivalInput): Promise<Result<ArrivalAnswer>> {
      const answer = member.arrivals.arrive(input);
      await pushSoon(member);
      return answer;
    },
    arrival: ({ arrivals }: Parts) => arrivals.arrival(),
    /** The decision about the invitation that this person came by. A repeat changes nothing. */
    async settleArrival(member: Parts, isReleased: boolean) {
      const answer = member.arrivals.settleArrival(isReleased);
      await pushSoon(member);
      return answer;
    },
    storeCode: ({ inviter }: Parts, code: string) => inviter.storeCode(code),
    ownInvitations: ({ inviter }: Parts) => inviter.own(),
    invitedPage: ({ inviter }: Parts, beforeMs: number, limit: number) => inviter.invitedPage(beforeMs, limit),
    /** A person came by the own code. A repeat changes nothing. */
    recordInvited: ({ inviter }: Parts, input: InvitedInput) => inviter.recordInvited(input),
    /** The account of a person who came by the own code was closed. A repeat changes nothing. */
    forgetInvited: ({ inviter }: Parts, userId: string) => inviter.forgetInvited(userId),
    /** An operator's decision about a held invitation of this person. A repeat answers the first one. */
    async decideInvited(member: Parts, userId: string, decision: 'release' | 'refuse') {
      const answer = member.inviter.decideInvited(userId, decision);
      await pushSoon(member);
      return answer;
    },
  },
  alarm: ({ inviter }: Parts, nowMs: number) => inviter.settle(nowMs),
} satisfies MemberPart;
