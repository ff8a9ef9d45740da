/** Limits of fetches by link. Types only. */

/** Limits of a plan. Callers pass those of the free plan; the drive raises them (entitlement/limits.store.ts). */
export interface FetchLimits {
  /** Tasks of one day (UTC). */
  readonly tasksPerDay: number;
  /** Tasks that wait or run. */
  readonly openTasks: number;
  /** Of these, tasks that run at a time. */
  readonly runningTasks: number;
}
