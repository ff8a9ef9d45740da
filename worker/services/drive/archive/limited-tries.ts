/** Counts of one drive in its object's memory, each in a window of time. */

/** Keys that are counted; the oldest count is forgotten. */
const MAX_KEYS = 1_000;

export interface LimitedTries {
  /** @returns when the window of a full count ends, epoch ms; null: it is not full */
  fullUntil(key: string, nowMs: number): number | null;
  count(key: string, nowMs: number): void;
}

export function makeLimitedTries(most: number, windowMs: number): LimitedTries {
  const windows = new Map<string, { count: number; readonly untilMs: number }>();
  return {
    fullUntil(key, nowMs) {
      const window = windows.get(key);
      return window && nowMs < window.untilMs && window.count >= most ? window.untilMs : null;
    },
    count(key, nowMs) {
      const window = windows.get(key);
      if (window && nowMs < window.untilMs) {
        window.count += 1;
        return;
      }
      windows.delete(key);
      const [oldest] = windows.keys();
      if (oldest !== undefined && windows.size >= MAX_KEYS) windows.delete(oldest);
      windows.set(key, { count: 1, untilMs: nowMs + windowMs });
    },
  };
}
