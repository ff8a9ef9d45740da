/**
 * Calls of sign-in providers under way in this isolate, so that a slow provider holds few of the places of requests. Counts only: no
 * call waits for another, because a promise of one request cannot be awaited in another.
 */
import { SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';

/** Ways to one provider, or back, that ask it at once. */
export const PROVIDER_PLACES = 16;
/** Longest time of a way to a provider or back, all its calls together. */
export const DEADLINE_MS = 15 * SECOND_MS;

interface Place {
  readonly atMs: number;
}

export interface ProviderPlaces {
  /**
   * Takes a place for the time of `work`, whose signal ends it.
   * @returns null when the provider has no place
   */
  run<T>(providerId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> | null;
}

export function makeProviderPlaces(clock: Clock): ProviderPlaces {
  const all = new Map<string, Set<Place>>();

  function enter(providerId: string): { leave(): void } | null {
    const places = all.get(providerId) ?? new Set();
    all.set(providerId, places);
    const atMs = clock.nowMs();
    // The request of an older place was broken off, and nothing of it runs any more.
    for (const place of places) if (place.atMs <= atMs - DEADLINE_MS) places.delete(place);
    if (places.size >= PROVIDER_PLACES) return null;
    const place = { atMs };
    places.add(place);
    return { leave: () => void places.delete(place) };
  }

  async function inPlace<T>(work: (signal: AbortSignal) => Promise<T>, leave: () => void): Promise<T> {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), DEADLINE_MS);
    try {
      return await work(control.signal);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  return {
    run(providerId, work) {
      const place = enter(providerId);
      return place && inPlace(work, place.leave);
    },
  };
}
