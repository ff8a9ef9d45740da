/** The part of check-ins. */
import type { Result } from '#shared/errors.ts';
import { type MemberPart, pushSoon } from '../ledger/member-part.ts';
import type { Member } from '../ledger/part.ts';
import { type CheckInAnswer, type CheckInInput, type MemberCheckIns, makeCheckIns } from './check-ins.ts';
import { CHECK_IN_TABLE, deleteCheckIns } from './store.ts';

export interface Parts extends Member {
  readonly checkIns: MemberCheckIns;
}

export const checkInPart = {
  tables: { 3: CHECK_IN_TABLE },
  make(member: Member) {
    member.ledger.onErase(deleteCheckIns);
    return { checkIns: makeCheckIns(member, member.ledger) };
  },
  calls: {
    /** Takes a day of the check-in. Answers when the drive has what the day gives. */
    async checkIn(member: Parts, input: CheckInInput): Promise<Result<CheckInAnswer>> {
      const answer = member.checkIns.checkIn(input);
      await pushSoon(member);
      return answer;
    },
    checkIns: (member: Parts) => member.checkIns.checkIns(),
  },
} satisfies MemberPart;
