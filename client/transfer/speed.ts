/** Speed of a transfer, from samples of the bytes sent. Pure. */

/** Period that the speed covers: long enough to be steady, short enough to show a change. */
const SPEED_WINDOW_MS = 5_000;

export interface SpeedSample {
  readonly atMs: number;
  /** Bytes sent since the first transfer. */
  readonly bytes: number;
}

/** Adds a sample and drops those older than the period. */
export function withSample(samples: readonly SpeedSample[], next: SpeedSample): readonly SpeedSample[] {
  return [...samples.filter((sample) => next.atMs - sample.atMs <= SPEED_WINDOW_MS), next];
}

/** Bytes a second over the samples; 0 while they cover less than 0.5 s. */
export function speedOf(samples: readonly SpeedSample[]): number {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.atMs - first.atMs < 500) return 0;
  return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs));
}

/** The remaining time shows after this much measurement: a transfer starts slower than it continues. */
const STEADY_AFTER_MS = 3_000;
/** Weight of one sample, at five samples a second: a change shows within seconds, a burst hardly. */
const STEADY_SHARE = 0.06;

/** Smoothed bytes a second, for estimates. @param before  the previous result; 0 while unknown */
export function steadySpeedOf(before: number, samples: readonly SpeedSample[]): number {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || (before === 0 && last.atMs - first.atMs < STEADY_AFTER_MS)) return 0;
  const speed = speedOf(samples);
  // Without progress there is no estimate.
  if (speed === 0 || before === 0) return speed;
  return before + (speed - before) * STEADY_SHARE;
}
