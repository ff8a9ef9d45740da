/**
 * How many parts are sent at once: one more while that raises the speed, one less when it lowers it, half after a network
 * failure (additive increase, multiplicative decrease, as in RFC 5681). The clock is passed in.
 */
import { ApiError } from '#client/api/errors.ts';
import type { Send, SendRequest } from './send-part.ts';

/** Parts at once. */
const START = 4;
const LEAST = 1;
/** Browsers open six connections to an origin, and the drive's own calls need one. */
const MOST_CONNECTIONS = 5;
/** Over one connection of HTTP/2 or 3. */
const MOST_STREAMS = 8;
/** A request costs as much time as about so many bytes: the speed of tiny files is measured by their number. */
const REQUEST_BYTES = 65_536;
/** A measurement takes this much time and this many parts per slot: a single part varies too much. */
const MEASURE_MS = 1_000;
const ROUNDS = 2;
/** Shares of the speed before; a smaller difference is noise. */
const FASTER = 1.05;
const SLOWER = 0.9;

export interface Concurrency {
  /** Parts that may be sent at once, 1 to 8. */
  limit(): number;
  /** Measures the parts that `send` sends. */
  watch<R extends SendRequest>(send: Send<R>): Send<R>;
}

/** Whether the network or the server is overloaded; a part refused for its content says nothing about either. */
function isOverload(error: unknown): boolean {
  return error instanceof ApiError && ['unreachable', 'unavailable', 'internal', 'exhausted'].includes(error.errorName);
}

/** Whether the requests of this page share one connection. Its document came by the same protocol. */
export function hasStreams(): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return ['h2', 'h3'].includes(document?.nextHopProtocol ?? '');
}

/** @param onLimit  called with every new limit */
export function makeConcurrency(
  nowMs: () => number,
  onLimit: (limit: number) => void,
  most: number = hasStreams() ? MOST_STREAMS : MOST_CONNECTIONS,
): Concurrency {
  let limit = START;
  let step = 1;
  /** Bytes a millisecond of the last measurement; 0 before the first and after a failure. */
  let speedBefore = 0;
  /** Time with parts under way. Idle time does not count as a slow network. */
  let busyMs = 0;
  let countedMs = 0;
  let parts = 0;
  let bytes = 0;
  let underway = 0;

  function setLimit(next: number): void {
    const bounded = Math.min(most, Math.max(LEAST, next));
    if (bounded === limit) return;
    limit = bounded;
    onLimit(limit);
  }

  function reset(): void {
    busyMs = 0;
    parts = 0;
    bytes = 0;
  }

  function count(): void {
    const now = nowMs();
    if (underway > 0) busyMs += now - countedMs;
    countedMs = now;
  }

  function measure(): void {
    if (parts < limit * ROUNDS || busyMs < MEASURE_MS) return;
    const speed = bytes / busyMs;
    // The last step lowered the speed: take the other direction.
    if (speedBefore > 0 && speed < speedBefore * SLOWER) step = -step;
    else if (speedBefore > 0 && speed < speedBefore * FASTER) step = Math.abs(step);
    speedBefore = speed;
    setLimit(limit + step);
    reset();
  }

  return {
    limit: () => limit,
    watch: (send) => async (request) => {
      count();
      underway += 1;
      try {
        await send(request);
        count();
        parts += 1;
        bytes += Math.max(REQUEST_BYTES, request.bytes.size);
        measure();
      } catch (error) {
        if (isOverload(error)) {
          speedBefore = 0;
          step = 1;
          setLimit(Math.floor(limit / 2));
          reset();
        }
        throw error;
      } finally {
        underway -= 1;
      }
    },
  };
}
