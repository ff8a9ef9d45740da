/** A queue in front of one object, event by event: one server, first come first served. Pure. */

export interface QueuePlan {
  readonly arrivalsPerSecond: number;
  /** Time of one call in the object; the same for each. */
  readonly serviceMs: number;
  readonly seconds: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
  /** The object answers nothing in the first seconds; calls wait. */
  readonly outageSeconds?: number;
}

export interface QueueResult {
  readonly calls: number;
  /** Share of time in which the object worked, or more than 1: work that came, of the time there was. */
  readonly load: number;
  readonly meanWaitMs: number;
  readonly p99WaitMs: number;
  readonly longestWaitMs: number;
  /** When a call met an idle object again, seconds from the start; null: never. */
  readonly calmAfterSeconds: number | null;
}

/** Waits recorded for the percentile; a longer run records every n-th. */
const RECORDED_WAITS = 200_000;

/** @param plan  arrivals are independent (Poisson) */
export function simulateQueue(plan: QueuePlan): QueueResult {
  const { arrivalsPerSecond, serviceMs, seconds, random, outageSeconds = 0 } = plan;
  const every = Math.max(1, Math.ceil((arrivalsPerSecond * seconds) / RECORDED_WAITS));
  const waits: number[] = [];
  let freeAtMs = outageSeconds * 1_000;
  let [calls, waited, longest] = [0, 0, 0];
  let calmAfterSeconds: number | null = null;
  for (let atMs = 0; ; ) {
    atMs -= (Math.log(1 - random()) / arrivalsPerSecond) * 1_000;
    if (atMs > seconds * 1_000) break;
    const wait = Math.max(0, freeAtMs - atMs);
    if (wait === 0 && atMs >= outageSeconds * 1_000) calmAfterSeconds ??= atMs / 1_000;
    freeAtMs = atMs + wait + serviceMs;
    waited += wait;
    longest = Math.max(longest, wait);
    if (calls % every === 0) waits.push(wait);
    calls += 1;
  }
  waits.sort((a, b) => a - b);
  return {
    calls,
    load: (calls * serviceMs) / (seconds * 1_000),
    meanWaitMs: calls === 0 ? 0 : waited / calls,
    p99WaitMs: waits[Math.floor(waits.length * 0.99)] ?? 0,
    longestWaitMs: longest,
    calmAfterSeconds,
  };
}

export interface LeasePlan {
  readonly viewsPerSecond: number;
  readonly dataCentres: number;
  /** 0: each view asks. */
  readonly leaseMs: number;
}

/** Shares of the traffic of data centres by size: the n-th has 1/n of the first. */
export function trafficShares(dataCentres: number): number[] {
  const weights = Array.from({ length: dataCentres }, (_, at) => 1 / (at + 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/** Calls a second that reach the object of one link: a data centre asks at the first view after its lease. */
export function leasedCalls({ viewsPerSecond, dataCentres, leaseMs }: LeasePlan): number {
  return trafficShares(dataCentres)
    .map((share) => viewsPerSecond * share)
    .reduce((sum, views) => sum + (views === 0 ? 0 : 1 / (1 / views + leaseMs / 1_000)), 0);
}
