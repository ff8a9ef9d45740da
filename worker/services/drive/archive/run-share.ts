/** The share of time of one run. It counts from the first step: the way to it may be long, and the next run would go it again. */
import type { Clock } from '#worker/platform/clock.ts';

export interface RunShare {
  /** Whether the run got on with it, and has had its share. */
  isUsed(): boolean;
  /** The run got on with it. */
  moved(): void;
}

export function makeRunShare(clock: Clock, shareMs: number): RunShare {
  let untilMs = Number.POSITIVE_INFINITY;
  return {
    isUsed: () => clock.nowMs() > untilMs,
    moved() {
      if (untilMs === Number.POSITIVE_INFINITY) untilMs = clock.nowMs() + shareMs;
    },
  };
}
