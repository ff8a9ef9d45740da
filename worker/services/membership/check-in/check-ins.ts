/** Check-ins of one person: the day and its reward are one transaction of the object that holds the ledger. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { checkInAt, placeInSeries } from '#shared/membership/check-in.rules.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { REWARD_SOURCE } from '../keys.ts';
import type { MemberLedger } from '../ledger/ledger.ts';
import * as store from './store.ts';

/** Rows that a page shows: the current month and the one before. */
const SHOWN_DAYS = 62;

export interface CheckInInput {
  /** Where the person is: an IANA name, '' for unknown. */
  readonly zone: string;
  /** The reward of each day of a series; at least one day. */
  readonly rewards: readonly (GrantItem | null)[];
}

export interface CheckInAnswer extends store.StoredCheckIn {
  /** The day was taken before this call. */
  readonly isRepeat: boolean;
}

export interface MemberCheckIns {
  checkIn(input: CheckInInput): Result<CheckInAnswer>;
  /** Newest first. */
  checkIns(): Result<readonly store.StoredCheckIn[]>;
}

/** The entry of a day in the ledger. */
export const checkInKey = (day: string): string => `check-in.${day}`;

export function makeCheckIns(core: ObjectCore, ledger: Pick<MemberLedger, 'write' | 'requireOpen'>): MemberCheckIns {
  const { sql } = core;
  return {
    checkIn: ({ zone, rewards }) =>
      core.command((nowMs) => {
        ledger.requireOpen();
        const last = store.selectCheckIns(sql, 1)[0] ?? null;
        const { result, opensMs, streak, ...counted } = checkInAt(last, zone, nowMs);
        if (result === 'success' && last) return { ...last, isRepeat: true };
        if (result === 'init')
          throw new AppError('failed_precondition', {
            reason: 'too_early',
            messageKey: 'membership.check_in.too_early',
            retryInSeconds: Math.ceil((opensMs - nowMs) / SECOND_MS),
          });
        const item = rewards[placeInSeries(streak, rewards.length)] ?? null;
        const taken = { ...counted, atMs: nowMs, streak: streak + 1, item };
        store.insertCheckIn(sql, taken);
        if (item) {
          const actor = { id: core.name, name: '' };
          const key = checkInKey(taken.day);
          ledger.write({ source: REWARD_SOURCE, key, product: '', item, startsMs: null, reason: '', actor }, nowMs);
        }
        return { ...taken, isRepeat: false };
      }),
    checkIns: () => {
      if (!core.exists()) return succeed([]);
      return core.command(() => store.selectCheckIns(sql, SHOWN_DAYS));
    },
  };
}
