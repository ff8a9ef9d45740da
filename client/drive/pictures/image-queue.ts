/** Which images load now: so many at a time, in the order they came into sight. Pure; no DOM. */

export interface ImageQueue<Item> {
  /** An image came into sight. */
  add(item: Item): void;
  /** An image left, or has ended: its place is free. */
  remove(item: Item): void;
  /** How many load at a time from now on; 0 starts none. */
  limit(atOnce: number): void;
}

/** @param start  begins to load; `remove` ends it. The queue starts none until it has a limit. */
export function makeImageQueue<Item>(start: (item: Item) => void): ImageQueue<Item> {
  const waiting = new Set<Item>();
  const loading = new Set<Item>();
  let places = 0;

  function next(): void {
    for (const item of waiting) {
      if (loading.size >= places) return;
      waiting.delete(item);
      loading.add(item);
      start(item);
    }
  }

  return {
    add(item) {
      if (loading.has(item)) return;
      waiting.add(item);
      next();
    },
    remove(item) {
      waiting.delete(item);
      if (loading.delete(item)) next();
    },
    limit(atOnce) {
      places = atOnce;
      next();
    },
  };
}
