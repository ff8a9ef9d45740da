/**
 * The line of all runs of this process, in the order they came: those in front run, the others wait. Memory is bounded by it,
 * across all people. Each run looks by its own timer: the runtime takes a request that awaits a promise of another one
 * for a hang. A run that looks no more has died, and loses its place.
 */
import type { Clock } from '#worker/platform/clock.ts';

export interface Places {
  /** Whether the run may go on. Call it every few seconds, to hold the place too. */
  hold(run: symbol): boolean;
  leave(run: symbol): void;
}

/** Longest time between two looks, ms. */
const STALE_MS = 15_000;

export function makePlaces(clock: Clock, atOnce: () => number): Places {
  /** Last look of each run. A map lists its keys in the order they came. */
  const line = new Map<symbol, number>();
  return {
    hold(run) {
      const nowMs = clock.nowMs();
      for (const [one, seenMs] of line) if (seenMs < nowMs - STALE_MS) line.delete(one);
      line.set(run, nowMs);
      return [...line.keys()].indexOf(run) < atOnce();
    },
    leave(run) {
      line.delete(run);
    },
  };
}
