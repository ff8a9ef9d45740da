/**
 * Admits calls that need a password hash, before any look-up: a refusal costs neither an object call nor a hash. Counts only; calls
 * wait in hash-queue.ts, where the hashes are computed. Used by each isolate, and by the proxy of one machine.
 */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { CHECKED_COST, type HashCaller, makeHashUsage, retrySeconds } from './hash-usage.ts';

/** `free`: admitted. `busy`: too many quiet addresses sign in, so a human check is needed. `noisy`: this address signs in too often. */
export type Outlook = { readonly is: 'free' | 'busy' | 'noisy'; readonly retryInSeconds: number };

export interface HashGate {
  /**
   * Counts a sign-in. Addresses with few sign-ins share one rate and those with many another, so that a flood takes nothing from a
   * person. Without a flood no caller reaches either rate.
   */
  ask(address: string): Outlook;
  /**
   * Takes a place for the time of `work`.
   * @throws AppError too_many_requests with seconds, when the address or account has too many places, or when callers with no more
   * places than this one hold all of them
   */
  run<T>(caller: HashCaller, work: () => Promise<T>): Promise<T>;
  readonly places: number;
}

export interface HashGateLimits {
  /** Places for all callers; as many again for callers that cost less than one of those, which the queue then refuses. */
  readonly places: number;
  readonly perAddress: number;
  readonly perAccount: number;
  /** An address with so many sign-ins in the last half minute counts as loud. */
  readonly loudFrom: number;
  readonly quiet: Rate;
  readonly loud: Rate;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export const HASH_GATE_LIMITS: HashGateLimits = Object.freeze({
  // The queue holds 34; a few more calls are on their way to it or back.
  places: 40,
  perAddress: 10,
  perAccount: 6,
  loudFrom: 3,
  quiet: { perSecond: 10, burst: 40 },
  // Enough for an office behind one address without an attack; little for a flood.
  loud: { perSecond: 5, burst: 20 },
});

/** The defaults with what an installation sets: `hashesPerAddress` and `signInsPerSecond` of LIMITS. */
export function hashGateLimits(
  set: { readonly hashesPerAddress?: number | undefined; readonly signInsPerSecond?: number | undefined } = {},
): HashGateLimits {
  const quiet = set.signInsPerSecond ?? HASH_GATE_LIMITS.quiet.perSecond;
  return {
    ...HASH_GATE_LIMITS,
    perAddress: set.hashesPerAddress ?? HASH_GATE_LIMITS.perAddress,
    quiet: { perSecond: quiet, burst: 4 * quiet },
    loud: { perSecond: quiet / 2, burst: 2 * quiet },
  };
}

/** The client of an older place is gone. */
const PLACE_LIFETIME_MS = 15_000;

interface Place {
  readonly caller: HashCaller;
  readonly cost: number;
  readonly atMs: number;
}

/** @returns a function that takes one token of a bucket refilled at this rate; false when it is empty */
export function makeBucket(clock: Clock, { perSecond, burst }: Rate): () => boolean {
  let [tokens, atMs] = [burst, clock.nowMs()];
  return () => {
    const nowMs = clock.nowMs();
    tokens = Math.min(burst, tokens + (Math.max(0, nowMs - atMs) / SECOND_MS) * perSecond);
    atMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

export function makeHashGate(clock: Clock, limits: HashGateLimits = HASH_GATE_LIMITS): HashGate {
  const places = new Set<Place>();
  const usage = makeHashUsage(clock);
  const takeQuiet = makeBucket(clock, limits.quiet);
  const takeLoud = makeBucket(clock, limits.loud);

  const placesOf = (key: 'address' | 'account', value: string): Place[] =>
    [...places].filter(({ caller }) => caller[key] === value);

  function hasPlace(some: readonly Place[], limit: number, cost: number): boolean {
    if (some.length < limit) return true;
    return some.length < 2 * limit && some.some((place) => place.cost > cost);
  }

  function enter(caller: HashCaller): Place {
    const nowMs = clock.nowMs();
    for (const place of places) if (place.atMs <= nowMs - PLACE_LIFETIME_MS) places.delete(place);
    const own = placesOf('address', caller.address).length;
    const cost = usage.of(caller.address) + own + (caller.isChecked ? CHECKED_COST : 0);
    const refusal = (reason: string) =>
      new AppError('too_many_requests', { reason, retryInSeconds: retrySeconds(cost) });
    if (own >= limits.perAddress) throw refusal('sign_in_address_busy');
    if (!hasPlace(placesOf('account', caller.account), limits.perAccount, cost)) throw refusal('sign_in_account_busy');
    if (!hasPlace([...places], limits.places, cost)) throw refusal('sign_in_busy');
    const place = { caller, cost, atMs: nowMs };
    places.add(place);
    return place;
  }

  return {
    ask(address) {
      const asked = usage.of(address);
      usage.add(address);
      const isLoud = asked >= limits.loudFrom;
      if (isLoud ? takeLoud() : takeQuiet()) return { is: 'free', retryInSeconds: 0 };
      return { is: isLoud ? 'noisy' : 'busy', retryInSeconds: retrySeconds(asked) };
    },
    async run(caller, work) {
      const place = enter(caller);
      try {
        return await work();
      } finally {
        places.delete(place);
      }
    },
    get places() {
      return places.size;
    },
  };
}
