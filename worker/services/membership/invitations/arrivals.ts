/** How a person came, in the object of the person: written once, with the days that it gives. */
import { type Result, succeed } from '#shared/errors.ts';
import { surplusDays } from '#shared/membership/fold.ts';
import { type InvitationTerms, MAX_ANCESTORS, reasonOfArrival } from '#shared/membership/invitation.rules.ts';
import { planAt } from '#shared/membership/plans.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { PERSON_ARRIVED, REWARD_SOURCE } from '../keys.ts';
import type { MemberLedger } from '../ledger/ledger.ts';
import type { GivePremium } from './give.ts';
import * as store from './store.ts';

/** Where a person came from, as the client says: texts for statistics. */
export interface Origin {
  readonly client: string;
  readonly place: string;
  readonly source: string;
  readonly medium: string;
  readonly name: string;
  readonly referers: string;
}

export interface ArrivalInput {
  /** Null without an invitation. */
  readonly inviter: {
    readonly id: string;
    readonly ancestors: readonly string[];
    readonly isSameDevice: boolean;
  } | null;
  readonly newcomerDays: number;
  readonly terms: InvitationTerms;
  /** Keyed digests; '' for unknown. */
  readonly device: string;
  readonly network: string;
  readonly origin: Origin;
}

export interface ArrivalAnswer {
  readonly arrival: store.Arrival;
  readonly isRepeat: boolean;
  /** Free days that are left, rounded up. */
  readonly freeDays: number;
}

const NEWCOMER_KEY = 'newcomer';
const INVITED_KEY = 'invited';

export function makeArrivals(
  core: ObjectCore,
  ledger: Pick<MemberLedger, 'requireOpen' | 'timeline' | 'entryOf'>,
  give: GivePremium,
) {
  const { sql } = core;

  function freeDaysAt(nowMs: number): number {
    const ids = [NEWCOMER_KEY, INVITED_KEY].map((key) => ledger.entryOf(REWARD_SOURCE, key)?.id);
    const ends = ledger.timeline().premium.filter(({ entryId }) => ids.includes(entryId));
    return ends.reduce((days, { startMs, endMs }) => days + surplusDays(endMs, Math.max(nowMs, startMs)), 0);
  }

  function arrivalOf({ inviter, terms, newcomerDays }: ArrivalInput, nowMs: number): store.Arrival {
    const reason = inviter
      ? reasonOfArrival({
          userId: core.name,
          inviterId: inviter.id,
          ancestors: inviter.ancestors,
          isInvitersDevice: inviter.isSameDevice,
        })
      : '';
    const inviterId = reason === 'self' ? '' : (inviter?.id ?? '');
    const isPremium = planAt(ledger.timeline(), nowMs) === 'premium';
    return {
      atMs: nowMs,
      inviterId,
      ancestors: inviterId === '' ? [] : [inviterId, ...(inviter?.ancestors ?? [])].slice(0, MAX_ANCESTORS),
      state: inviterId === '' ? '' : reason === '' ? 'accepted' : 'held',
      reason,
      newcomerDays: isPremium ? 0 : newcomerDays,
      invitedDays: inviterId === '' ? 0 : terms.invitedDays,
    };
  }

  return {
    arrive: (input: ArrivalInput): Result<ArrivalAnswer> =>
      core.command((nowMs) => {
        ledger.requireOpen();
        const first = store.selectArrival(sql);
        if (first) return { arrival: first, isRepeat: true, freeDays: freeDaysAt(nowMs) };
        const arrival = arrivalOf(input, nowMs);
        store.insertArrival(sql, arrival);
        give(NEWCOMER_KEY, arrival.newcomerDays, nowMs);
        if (arrival.state === 'accepted') give(INVITED_KEY, arrival.invitedDays, nowMs);
        const { inviterId, reason } = arrival;
        const { terms, device, network, origin } = input;
        const person = { userId: core.name, atMs: nowMs, inviterId, reason, terms, device, network };
        core.publishEvent(PERSON_ARRIVED, { ...person, origin }, nowMs);
        return { arrival, isRepeat: false, freeDays: freeDaysAt(nowMs) };
      }),
    /** The decision about the invitation that this person came by. A repeat changes nothing. */
    settleArrival: (isReleased: boolean): Result<null> =>
      core.command((nowMs) => {
        ledger.requireOpen();
        const arrival = store.selectArrival(sql);
        if (arrival?.state !== 'held') return null;
        store.updateArrival(sql, isReleased ? 'accepted' : 'refused');
        if (isReleased) give(INVITED_KEY, arrival.invitedDays, nowMs);
        return null;
      }),
    arrival: (): Result<ArrivalAnswer | null> => {
      if (!core.exists()) return succeed(null);
      return core.command((nowMs) => {
        const arrival = store.selectArrival(sql);
        return arrival && { arrival, isRepeat: true, freeDays: freeDaysAt(nowMs) };
      });
    },
  };
}
