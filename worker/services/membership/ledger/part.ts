/** The part of the ledger: entries, and what they fold to. */
import type { Result } from '#shared/errors.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import type { GrantAnswer, GrantInput, ReverseAnswer, ReverseInput } from '../rpc-types.ts';
import { type MemberLedger, makeLedger } from './ledger.ts';
import { type MemberPart, pushSoon } from './member-part.ts';
import { ENTRY_TABLES, NOTICE_TABLE } from './store.ts';

/** The object of a person as the parts after this one find it. */
export interface Member extends ObjectCore {
  readonly ledger: MemberLedger;
}

export const ledgerPart = {
  tables: { 1: ENTRY_TABLES, 2: NOTICE_TABLE },
  make: (core: ObjectCore) => ({ ledger: makeLedger(core) }),
  calls: {
    /** Answers when the drive has the new limits. */
    async grant(member: Member, input: GrantInput): Promise<Result<GrantAnswer>> {
      const answer = member.ledger.grant(input);
      await pushSoon(member);
      return answer;
    },
    async reverse(member: Member, input: ReverseInput): Promise<Result<ReverseAnswer>> {
      const answer = member.ledger.reverse(input);
      await pushSoon(member);
      return answer;
    },
    ledger: (member: Member) => member.ledger.ledger(),
    balance: (member: Member) => member.ledger.balance(),
    /** The account was closed. Repeating it changes nothing. */
    erase: (member: Member) => member.ledger.erase(),
  },
} satisfies MemberPart;
