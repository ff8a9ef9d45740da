/** Which images load now: so many at a time, in the order they came into sight, none while paused. Pure; no DOM. */

export interface ImageQueue<Item> {
  /** An image came into sight. */
  add(item: Item): void;
  /** An image left, or has ended: its place is free. */
  remove(item: Item): void;
  pause(isPaused: boolean): void;
}

/** @param start  begins to load; `remove` ends it */
export function makeImageQueue<Item>(atOnce: number, start: (item: Item) => void): ImageQueue<Item> {
  const waiting = new Set<Item>();
  const loading = new Set<Item>();
  let paused = false;

  function next(): void {
    if (paused) return;
    for (const item of waiting) {
      if (loading.size >= atOnce) return;
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
    pause(isPaused) {
      paused = isPaused;
      next();
    },
  };
}
