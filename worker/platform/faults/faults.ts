/**
 * Faults by seed, for tests: the same seed and the same calls meet the same faults. The wrappers beside this file take
 * them. Never part of a running installation.
 */

/** How a store or an object can fail one call. */
export type CallFault = 'before' | 'after' | 'delayed' | 'truncated' | 'overloaded';

/** How a delivery of events can fail. */
export type EventFault = 'lost' | 'after' | 'twice' | 'late' | 'shuffled';

/** The error of an injected failure; any other error is the product's own. */
export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
  /** As the runtime marks a refusal of an object that has too much to do. */
  readonly overloaded: boolean;

  constructor(fault: string, call: string) {
    super(`${fault}: ${call}`);
    this.overloaded = fault === 'overloaded';
  }
}

export interface FaultPlan<F extends string> {
  readonly seed: number;
  /** Chance of each fault in one call, 0 to 1; together at most 1. */
  readonly plan: Partial<Readonly<Record<F, number>>>;
}

export interface Faults<F extends string> {
  /** The fault of this call, or null. */
  next(): F | null;
  /** A whole number from 0 to, not including, `end`. */
  below(end: number): number;
  /** Faults handed out so far. */
  readonly hits: number;
}

/** A generator of numbers from 0 to 1 (mulberry32): the same seed gives the same numbers. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makeFaults<F extends string>({ seed, plan }: FaultPlan<F>): Faults<F> {
  const dice = makeRandom(seed);
  const chances = Object.entries(plan) as [F, number][];
  let hits = 0;
  return {
    next() {
      let left = dice();
      for (const [fault, chance] of chances) {
        if (left < chance) {
          hits += 1;
          return fault;
        }
        left -= chance;
      }
      return null;
    },
    below: (end) => Math.floor(dice() * end),
    get hits() {
      return hits;
    },
  };
}
