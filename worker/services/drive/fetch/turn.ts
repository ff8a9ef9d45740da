/**
 * How long a run holds its place. One that can be continued gives it up after its share of time, and earlier while others wait and
 * its server is slow. One that cannot be continued rests after its minute while others wait, between two parts; it fails when its
 * server is slow for a minute or a part takes too long.
 */
import type { Clock } from '#worker/platform/clock.ts';
import { FetchFailed } from './fetch-failed.ts';
import { LEAST_BYTES_PER_SECOND, LONGEST_PART_MS, MEASURE_MS, RUN_MS, RUN_PARTS } from './keys.ts';

interface TurnOptions {
  readonly clock: Clock;
  readonly canResume: boolean;
  /** Whether others wait for the place. */
  readonly isAwaited: () => boolean;
}

export interface Turn {
  /** Bytes arrived. @returns whether the run may go on within its part. @throws FetchFailed slow */
  arrived(bytes: number): boolean;
  /** Whether the next run goes on after so many parts. */
  hasShare(parts: number): boolean;
  /** Whether a run that cannot be continued gives its place up now and keeps its connection. Asked after a part. */
  hasToRest(): boolean;
}

export function makeTurn({ clock, canResume, isAwaited }: TurnOptions): Turn {
  const startedMs = clock.nowMs();
  let windowMs = startedMs;
  let windowBytes = 0;
  /** The speed is high enough, or was so at this time. */
  let fastMs = startedMs;
  let isSlow = false;
  let partMs = startedMs;
  const isLong = (): boolean => clock.nowMs() - startedMs > RUN_MS;

  function measure(bytes: number): void {
    windowBytes += bytes;
    const nowMs = clock.nowMs();
    if (nowMs - windowMs < MEASURE_MS) return;
    isSlow = windowBytes < (LEAST_BYTES_PER_SECOND * (nowMs - windowMs)) / 1_000;
    if (!isSlow) fastMs = nowMs;
    windowMs = nowMs;
    windowBytes = 0;
  }

  return {
    arrived(bytes) {
      measure(bytes);
      if (canResume) return !((isSlow || isLong()) && isAwaited());
      const isTooSlow = isSlow && clock.nowMs() - fastMs > RUN_MS;
      if ((isTooSlow || clock.nowMs() - partMs > LONGEST_PART_MS) && isAwaited()) throw new FetchFailed('slow');
      return true;
    },
    hasShare: (parts) => canResume && (parts >= RUN_PARTS || isLong() || (isSlow && isAwaited())),
    hasToRest() {
      partMs = clock.nowMs();
      return !canResume && isLong() && isAwaited();
    },
  };
}
