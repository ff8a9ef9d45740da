/** Refreshes of the list after uploads: soon after one, at most every two seconds while more follow, and once after the last. */

/** Many small files are stored one after the other: one refresh serves those of 600 ms. */
const LANDED_MS = 600;
const BURST_MS = 2_000;

export interface PacedRefresh {
  /** Something is stored. Resolves after the refresh that shows it; never rejects. */
  request(): Promise<void>;
  /** A refresh is requested, which will show everything stored until it begins. */
  isDue(): boolean;
}

export interface PacedRefreshDeps {
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly refresh: () => Promise<void>;
}

export function makePacedRefresh({ nowMs, after, refresh }: PacedRefreshDeps): PacedRefresh {
  let due: Promise<void> | null = null;
  let running: Promise<void> = Promise.resolve();
  let beganMs = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    await new Promise<void>((resolve) => after(Math.max(LANDED_MS, beganMs + BURST_MS - nowMs()), resolve));
    // A slow answer is waited for: a new request would drop it.
    await running;
    due = null;
    beganMs = nowMs();
    running = refresh().catch(() => undefined);
    await running;
  }

  return {
    request() {
      due ??= run();
      return due;
    },
    isDue: () => due !== null,
  };
}
