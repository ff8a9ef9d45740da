/**
 * Leases of one link: for how long a caller may serve visitors by the answer it got, without asking the link again. A change that
 * takes something from visitors is answered when the last lease has ended. A link that is opened rarely is asked at every visit,
 * and so is one with a passcode or a number of saves.
 */
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { ShareFacts } from './rules.ts';

/** 1 s: the longest that a change waits, and the time in which a second question makes a link a popular one. */
export const LEASE_MS = SECOND_MS;
/** 250 ms: what the clocks of two machines of a data centre may differ by. */
const CLOCK_MARGIN_MS = 250;
/** A restarted link does not remember its leases. It stores that there may be some, once in this time. */
const HORIZON_MS = 10 * MINUTE_MS;

export interface Leases {
  /**
   * Grants a lease, after `store` has stored that there may be some until its argument.
   * @param isOneOfMany  the caller will ask again within a second: the link counts as a popular one
   * @returns ms from the time of the question on; 0: ask again at the next visit
   */
  grant(facts: ShareFacts, nowMs: number, store: (untilMs: number) => boolean, isOneOfMany?: boolean): number;
  /** Ms until the last lease ends. */
  left(nowMs: number): number;
}

/** @param horizonMs  as stored before this object was started, epoch ms */
export function makeLeases(horizonMs: number, startedMs: number): Leases {
  let horizon = horizonMs;
  let endMs = startedMs < horizonMs ? startedMs + LEASE_MS : 0;
  let lastAskedMs = Number.NEGATIVE_INFINITY;
  return {
    grant({ status, locked, restoreLimit }, nowMs, store, isOneOfMany = false) {
      if (status !== 'OK' || locked || restoreLimit !== null) return 0;
      const isPopular = isOneOfMany || nowMs - lastAskedMs < LEASE_MS;
      lastAskedMs = nowMs;
      if (!isPopular) return 0;
      if (nowMs + LEASE_MS > horizon) {
        if (!store(nowMs + HORIZON_MS)) return 0;
        horizon = nowMs + HORIZON_MS;
      }
      endMs = Math.max(endMs, nowMs + LEASE_MS);
      return LEASE_MS - CLOCK_MARGIN_MS;
    },
    left: (nowMs) => Math.min(LEASE_MS, Math.max(0, endMs - nowMs)),
  };
}
