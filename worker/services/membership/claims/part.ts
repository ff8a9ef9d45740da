/** The part of credits of activities. */
import type { Result } from '#shared/errors.ts';
import { type MemberPart, pushSoon } from '../ledger/member-part.ts';
import type { Member } from '../ledger/part.ts';
import { type ClaimInput, type MemberClaims, makeClaims } from './claims.ts';
import { CLAIM_TABLE, deleteClaims } from './store.ts';

export interface Parts extends Member {
  readonly claims: MemberClaims;
}

export const claimsPart = {
  tables: { 5: CLAIM_TABLE },
  make(member: Member) {
    member.ledger.onErase(deleteClaims);
    return { claims: makeClaims(member, member.ledger) };
  },
  calls: {
    /** Takes a credit of an activity, once. Answers when the drive has the credit. */
    async claim(member: Parts, input: ClaimInput): Promise<Result<null>> {
      const answer = member.claims.claim(input);
      await pushSoon(member);
      return answer;
    },
    claims: (member: Parts) => member.claims.claims(),
  },
} satisfies MemberPart;
