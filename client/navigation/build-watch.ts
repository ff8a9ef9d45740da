/**
 * Detects a new build: polls every few minutes while the tab is visible, and when the user returns to it. Reports it once and
 * stops. Browser APIs are passed in.
 * @source spec section 2.6
 */

/** Random extra share of the interval, so that tabs opened together do not poll together. */
const EVERY_MS = 5 * 60_000;
const SPREAD = 0.5;
/** Least time between two polls when the user switches tabs. */
const PAUSE_MS = 60_000;

export interface BuildWatchPorts {
  /** The build of this document. */
  readonly build: string;
  /** Id of the build that the server runs. */
  latest(): Promise<string>;
  isVisible(): boolean;
  nowMs(): number;
  /** From 0 up to 1. */
  chance(): number;
  after(ms: number, run: () => void): void;
  onNew(): void;
  log(...parts: readonly unknown[]): void;
}

export interface BuildWatch {
  /** The user has returned to the tab. */
  seen(): Promise<void>;
}

export function watchBuild(ports: BuildWatchPorts): BuildWatch {
  let polledMs = ports.nowMs();
  let isOld = false;

  async function poll(): Promise<void> {
    if (isOld || !ports.isVisible() || ports.nowMs() - polledMs < PAUSE_MS) return;
    polledMs = ports.nowMs();
    try {
      const latest = await ports.latest();
      if (isOld || latest === ports.build) return;
      isOld = true;
      ports.onNew();
    } catch (error) {
      ports.log('the latest build could not be read', error);
    }
  }

  function later(): void {
    ports.after(EVERY_MS * (1 + SPREAD * ports.chance()), () => {
      void poll();
      if (!isOld) later();
    });
  }

  later();
  return { seen: poll };
}
