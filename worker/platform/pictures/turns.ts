/** Runs work in turns: so many at once, so many waiting, the rest refused. Holds no timers. */

export interface Turns {
  /** @returns null when too many wait already */
  take<T>(work: () => Promise<T>): Promise<T | null>;
}

export function makeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) return null;
        // The one that ends hands its place over, so the count stays.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
