/** Waits for what happens by itself: letters that arrive, tasks that end. A machine with other work takes its time. */
import { vi } from 'vitest';

const PATIENCE_MS = 20_000;
const LOOK_MS = 20;

/** @param read  undefined or null: not yet. @param missing  what the failure says when it never comes */
export function waitFor<T>(read: () => Promise<T | null | undefined>, missing: string): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await read();
      if (found === undefined || found === null) throw new Error(missing);
      return found;
    },
    { timeout: PATIENCE_MS, interval: LOOK_MS },
  );
}
