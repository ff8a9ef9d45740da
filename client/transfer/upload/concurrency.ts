/**
 * How many parts travel at once: one more while that carries more, one less while it carries less, half after a failure of
 * the line (additive increase, multiplicative decrease, as in RFC 5681). Knows no clock of its own.
 */
import { ApiError } from '#client/api/errors.ts';
import type { Door, SendRequest } from './send-part.ts';

/** Parts at once: before anything is known, at least, at most. Browsers open six connections to an origin, and the drive itself needs one. */
const START = 4;
const LEAST = 1;
const MOST = 5;
/** A judgement rests on this much time and this many parts for each place: a single part says little. */
const JUDGED_MS = 1_000;
const ROUNDS = 2;
/** Shares of the speed before: less of a difference is chance. */
const FASTER = 1.05;
const SLOWER = 0.9;

export interface Tempo {
  /** Parts that may travel at once, 1 to 5. */
  limit(): number;
  /** The same door; how its parts fare decides the limit. */
  watch<R extends SendRequest>(door: Door<R>): Door<R>;
}

/** The line or the server had enough; a part that is refused for its content says nothing about either. */
function isStrain(error: unknown): boolean {
  return error instanceof ApiError && ['unreachable', 'unavailable', 'internal', 'exhausted'].includes(error.errorName);
}

/** @param onLimit  is told every new limit */
export function makeTempo(nowMs: () => number, onLimit: (limit: number) => void): Tempo {
  let limit = START;
  let step = 1;
  /** Bytes a millisecond of the judgement before; 0: none yet at this pace. */
  let speedBefore = 0;
  /** Time with anything under way: a line that stood still meanwhile is no slow line. */
  let busyMs = 0;
  let countedMs = 0;
  let parts = 0;
  let bytes = 0;
  let travelling = 0;

  function put(next: number): void {
    const bounded = Math.min(MOST, Math.max(LEAST, next));
    if (bounded === limit) return;
    limit = bounded;
    onLimit(limit);
  }

  function anew(): void {
    busyMs = 0;
    parts = 0;
    bytes = 0;
  }

  function count(): void {
    const now = nowMs();
    if (travelling > 0) busyMs += now - countedMs;
    countedMs = now;
  }

  function judge(): void {
    if (parts < limit * ROUNDS || busyMs < JUDGED_MS) return;
    const speed = bytes / busyMs;
    // What was tried last made it worse: back, and the other way next time.
    if (speedBefore > 0 && speed < speedBefore * SLOWER) step = -step;
    else if (speedBefore > 0 && speed < speedBefore * FASTER) step = Math.abs(step);
    speedBefore = speed;
    put(limit + step);
    anew();
  }

  return {
    limit: () => limit,
    watch: (door) => async (request) => {
      count();
      travelling += 1;
      try {
        await door(request);
        count();
        parts += 1;
        bytes += request.bytes.size;
        judge();
      } catch (error) {
        if (isStrain(error)) {
          speedBefore = 0;
          step = 1;
          put(Math.floor(limit / 2));
          anew();
        }
        throw error;
      } finally {
        travelling -= 1;
      }
    },
  };
}
