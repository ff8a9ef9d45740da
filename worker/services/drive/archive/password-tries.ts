/** Wrong passwords for the archives of one drive, in its object's memory: deriving a key takes seconds of computing. */
import { MINUTE_MS } from '#shared/units.ts';

/** Wrong passwords for one archive in one window. */
export const MAX_WRONG_PASSWORDS = 20;
const WINDOW_MS = 10 * MINUTE_MS;
/** Archives that are counted; the oldest count is forgotten. */
const MAX_ARCHIVES = 1_000;

export function makePasswordTries() {
  const windows = new Map<string, { count: number; readonly untilMs: number }>();
  return {
    isOpen(archiveKey: string, nowMs: number): boolean {
      const window = windows.get(archiveKey);
      return !window || nowMs >= window.untilMs || window.count < MAX_WRONG_PASSWORDS;
    },
    count(archiveKey: string, nowMs: number): void {
      const window = windows.get(archiveKey);
      if (window && nowMs < window.untilMs) {
        window.count += 1;
        return;
      }
      windows.delete(archiveKey);
      const [oldest] = windows.keys();
      if (oldest !== undefined && windows.size >= MAX_ARCHIVES) windows.delete(oldest);
      windows.set(archiveKey, { count: 1, untilMs: nowMs + WINDOW_MS });
    },
  };
}
