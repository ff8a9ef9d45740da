/**
 * MemberObject: the ledger of one person and what it folds to (named by the user id). Callers check the session; a person
 * without any entry has no object.
 */
import type { Result } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { type CheckInAnswer, type CheckInInput, makeCheckIns } from './check-in/check-ins.ts';
import { type ClaimInput, makeClaims } from './claims/claims.ts';
import { type ArrivalAnswer, type ArrivalInput, makeArrivals } from './invitations/arrivals.ts';
import { makeGivePremium } from './invitations/give.ts';
import { type InvitedInput, makeInviter } from './invitations/inviter.ts';
import { PUSH_WAIT_MS } from './keys.ts';
import { makeLedger } from './ledger/ledger.ts';
import { MEMBER_MIGRATIONS } from './member.migrations.ts';
import type { GrantAnswer, GrantInput, ReverseAnswer, ReverseInput } from './rpc-types.ts';

export class MemberObject extends StoredObject {
  readonly #core = this.makeCore();
  readonly #ledger = makeLedger(this.#core);
  readonly #checkIns = makeCheckIns(this.#core, this.#ledger);
  readonly #claims = makeClaims(this.#core, this.#ledger);
  readonly #give = makeGivePremium(this.#core, this.#ledger);
  readonly #arrivals = makeArrivals(this.#core, this.#ledger, this.#give);
  readonly #inviter = makeInviter(this.#core, this.#ledger, this.#give);

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'MemberObject', MEMBER_MIGRATIONS);
    // A ledger of the version before has no alarm.
    if (!this.exists()) return;
    this.#ledger.schedule();
    this.#inviter.schedule();
  }

  /** Answers when the drive has the new limits. */
  async grant(input: GrantInput): Promise<Result<GrantAnswer>> {
    const answer = this.#ledger.grant(input);
    await this.#pushSoon();
    return answer;
  }

  async reverse(input: ReverseInput): Promise<Result<ReverseAnswer>> {
    const answer = this.#ledger.reverse(input);
    await this.#pushSoon();
    return answer;
  }

  /** Takes a day of the check-in. Answers when the drive has what the day gives. */
  async checkIn(input: CheckInInput): Promise<Result<CheckInAnswer>> {
    const answer = this.#checkIns.checkIn(input);
    await this.#pushSoon();
    return answer;
  }

  checkIns() {
    return this.#checkIns.checkIns();
  }

  /** Takes a credit of an activity, once. Answers when the drive has what it gives. */
  async claim(input: ClaimInput): Promise<Result<null>> {
    const answer = this.#claims.claim(input);
    await this.#pushSoon();
    return answer;
  }

  claims() {
    return this.#claims.claims();
  }

  /** How a new person came, once. Answers when the drive has what that gives. */
  async arrive(input: ArrivalInput): Promise<Result<ArrivalAnswer>> {
    const answer = this.#arrivals.arrive(input);
    await this.#pushSoon();
    return answer;
  }

  arrival() {
    return this.#arrivals.arrival();
  }

  storeCode(code: string) {
    return this.#inviter.storeCode(code);
  }

  ownInvitations() {
    return this.#inviter.own();
  }

  invitedPage(beforeMs: number, limit: number) {
    return this.#inviter.invitedPage(beforeMs, limit);
  }

  /** A person came by the own code. A repeat changes nothing. */
  recordInvited(input: InvitedInput) {
    return this.#inviter.recordInvited(input);
  }

  /** The account of a person who came by the own code was closed. A repeat changes nothing. */
  forgetInvited(userId: string) {
    return this.#inviter.forgetInvited(userId);
  }

  /** An operator's decision about a held invitation of this person. A repeat answers the first one. */
  async decideInvited(userId: string, decision: 'release' | 'refuse') {
    const answer = this.#inviter.decideInvited(userId, decision);
    await this.#pushSoon();
    return answer;
  }

  /** The decision about the invitation that this person came by. A repeat changes nothing. */
  async settleArrival(isReleased: boolean) {
    const answer = this.#arrivals.settleArrival(isReleased);
    await this.#pushSoon();
    return answer;
  }

  ledger() {
    return this.#ledger.ledger();
  }

  balance() {
    return this.#ledger.balance();
  }

  /** The account was closed. Repeating it changes nothing. */
  erase() {
    return this.#ledger.erase();
  }

  /** Publishes notices about what ends; they are delivered with this alarm, or by the next one. */
  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const dueMs = this.#inviter.settle(nowMs);
    const noticeMs = this.#ledger.announce(nowMs);
    await this.drain();
    return dueMs === null || noticeMs === null ? (dueMs ?? noticeMs) : Math.min(dueMs, noticeMs);
  }

  /** Where a handler is slow or fails, the alarm delivers later. */
  async #pushSoon(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PUSH_WAIT_MS);
    });
    await Promise.race([this.drain(), late]);
    clearTimeout(timer);
  }
}
