/**
 * Chooses the API origin of each request in rotation. A failing origin rests, twice as long after each failure up to a limit;
 * then one request probes it. While all rest, the one with the shortest remaining rest is used. No I/O; the clock is passed in.
 * Source: spec section 7 ("spread in rotation over several API origins").
 */
export interface Turn {
  readonly origin: string;
  /** Called exactly once. `unknown`: the request was cancelled, which says nothing about the origin. */
  end(outcome: 'worked' | 'failed' | 'unknown'): void;
}

export interface TakeOptions {
  /** Origins this call has asked: others are preferred. */
  readonly tried?: readonly string[];
  /** False for a large request, which is too expensive as a probe. */
  readonly mayProbe?: boolean;
}

export interface Origins {
  take(options?: TakeOptions): Turn;
  /** Reports the outcome of a request that took its origin without a turn. */
  report(origin: string, outcome: 'worked' | 'failed'): void;
}

/** 2 s: longer than the short retries of one call, so that they all use other origins. */
const FIRST_REST_MS = 2_000;
/** 5 min: an origin that was down for a day is used again soon after its return. */
const LONGEST_REST_MS = 300_000;

interface Health {
  readonly origin: string;
  failures: number;
  restSinceMs: number;
  restUntilMs: number;
  isProbed: boolean;
}

/** @param origins  at least one */
export function makeOrigins(origins: readonly string[], clock: () => number): Origins {
  const healths = origins.map(
    (origin): Health => ({
      origin,
      failures: 0,
      restSinceMs: 0,
      restUntilMs: 0,
      isProbed: false,
    }),
  );
  let next = 0;

  function choose(nowMs: number, tried: readonly string[], mayProbe: boolean): Health | undefined {
    const order = [...healths.slice(next), ...healths.slice(0, next)];
    const fresh = order.filter((one) => !tried.includes(one.origin));
    const isUsable = (one: Health) => one.failures === 0 || (mayProbe && !one.isProbed && nowMs >= one.restUntilMs);
    const leastBad = (among: readonly Health[]) =>
      among.toSorted((a, b) => a.restUntilMs - b.restUntilMs || a.failures - b.failures)[0];
    return (
      fresh.find(isUsable) ??
      (tried.length > 0 ? leastBad(fresh) : undefined) ??
      order.find(isUsable) ??
      leastBad(order)
    );
  }

  function record(health: Health, sentMs: number, outcome: 'worked' | 'failed' | 'unknown'): void {
    if (outcome === 'worked') health.failures = 0;
    // Requests that fail together count as one failure: only one sent after the start of the rest extends it.
    if (outcome !== 'failed' || (health.failures > 0 && sentMs <= health.restSinceMs)) return;
    health.failures += 1;
    health.restSinceMs = clock();
    health.restUntilMs = health.restSinceMs + Math.min(FIRST_REST_MS * 2 ** (health.failures - 1), LONGEST_REST_MS);
  }

  return {
    take({ tried = [], mayProbe = true } = {}) {
      const takenMs = clock();
      const health = choose(takenMs, tried, mayProbe);
      if (!health) return { origin: '', end: () => undefined };
      next = (healths.indexOf(health) + 1) % healths.length;
      const isProbe = health.failures > 0 && takenMs >= health.restUntilMs && !health.isProbed;
      if (isProbe) health.isProbed = true;
      return {
        origin: health.origin,
        end(outcome) {
          if (isProbe) health.isProbed = false;
          record(health, takenMs, outcome);
        },
      };
    },
    report(origin, outcome) {
      const health = healths.find((one) => one.origin === origin);
      const isResting = health !== undefined && health.failures > 0 && clock() < health.restUntilMs;
      if (health && !(isResting && outcome === 'failed')) record(health, clock(), outcome);
    },
  };
}
