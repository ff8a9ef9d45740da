/**
 * What was pulled from the owner's drive, kept in memory: bounded by entries and bytes, one fetch in flight for a key.
 * Holds JSON text, so that its size is known and a hit crosses to the Worker as one string. Knows nothing of shares.
 */
import { type Result, succeed } from '#shared/errors.ts';

/** Stands for "the drive has no such thing"; kept apart, so that asking for nonsense never pushes out what people read. */
export const NOTHING = 'null';

export interface Pulled {
  get(key: string): string | undefined;
  /**
   * Gives what is kept, or fetches it once for everybody who waits.
   * @param load  may reject when its request went away; the next who waits then fetches by its own
   * @param isCurrent  asked after the fetch: what is stale by then is answered but not kept
   */
  pull(key: string, load: () => Promise<Result<string>>, isCurrent: () => boolean): Promise<Result<string>>;
  clear(): void;
}

export interface PulledLimits {
  readonly entries: number;
  readonly bytes: number;
  /** Fetches at the same time. */
  readonly flights: number;
}

export function makePulled(limits: PulledLimits): Pulled {
  const kept = new Map<string, string>();
  const nothing = new Set<string>();
  const flights = new Map<string, Promise<Result<string>>>();
  const queue: (() => void)[] = [];
  let bytes = 0;
  let flying = 0;

  function get(key: string): string | undefined {
    if (nothing.has(key)) return NOTHING;
    const text = kept.get(key);
    if (text === undefined) return undefined;
    kept.delete(key);
    kept.set(key, text);
    return text;
  }

  function keep(key: string, text: string): void {
    if (text === NOTHING) {
      nothing.add(key);
      for (const oldest of nothing) if (nothing.size > limits.entries) nothing.delete(oldest);
      return;
    }
    // A string may take two bytes for a character.
    const sizeOf = (value: string): number => 2 * value.length;
    if (sizeOf(text) > limits.bytes) return;
    kept.set(key, text);
    bytes += sizeOf(text);
    for (const [oldest, value] of kept) {
      if (kept.size <= limits.entries && bytes <= limits.bytes) break;
      kept.delete(oldest);
      bytes -= sizeOf(value);
    }
  }

  async function fly(load: () => Promise<Result<string>>): Promise<Result<string>> {
    // One that was woken takes over the place of the one that landed, so the number is right without a race.
    if (flying >= limits.flights) await new Promise<void>((resolve) => queue.push(resolve));
    else flying += 1;
    try {
      return await load();
    } finally {
      const next = queue.shift();
      if (next) next();
      else flying -= 1;
    }
  }

  return {
    get,
    async pull(key, load, isCurrent) {
      for (;;) {
        const text = get(key);
        if (text !== undefined) return succeed(text);
        const running = flights.get(key);
        if (!running) {
          const flight = fly(load);
          flights.set(key, flight);
          try {
            const result = await flight;
            if (result.ok && isCurrent()) keep(key, result.value);
            return result;
          } finally {
            if (flights.get(key) === flight) flights.delete(key);
          }
        }
        try {
          return await running;
        } catch {
          // Its request went away; ours is still here and fetches by itself in the next round.
          if (flights.get(key) === running) flights.delete(key);
        }
      }
    },
    clear() {
      kept.clear();
      nothing.clear();
      bytes = 0;
    },
  };
}
