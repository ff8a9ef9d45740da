/** The counts that test/reporter/tally.ts writes and scripts/test.ts sums. */

/** Outcome of one vitest run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}
