/**
 * Storage or traffic of the month is nearly used up: the change that passes the mark publishes `drive.nearly-full` { what }. The letter
 * has the sums of when it is written (nearly-full.ts).
 */
import { TRAFFIC_KINDS } from '#shared/membership/ledger.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';

export const WARNED_OF = ['storage', ...TRAFFIC_KINDS] as const;
export type WarnedOf = (typeof WARNED_OF)[number];

/** 90 %: enough is left for another day of ordinary use. */
export const MARK = 0.9;
/** Uploads that begin together are in one letter, and one that is given up at once is in none. */
const DELAY_MS = MINUTE_MS;

/** Whether a use that grew from `before` to `after` passed the mark. @param limit  null: none */
export function passesMark(before: number, after: number, limit: number | null): boolean {
  return limit !== null && limit > 0 && before < limit * MARK && after >= limit * MARK;
}

export function warnOf(tx: Pick<DriveTx, 'publish' | 'nowMs'>, what: WarnedOf): void {
  tx.publish('drive.nearly-full', { what }, tx.nowMs + DELAY_MS);
}
