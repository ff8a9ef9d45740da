/**
 * Learns that a new build runs: asks every few minutes while the tab is seen, and when somebody comes back to it. Says it
 * once, then never asks again. Pure but for its ports.
 * @source spec section 2.6
 */

/** Tabs that were opened together do not ask together: up to half as long again. */
const EVERY_MS = 5 * 60_000;
const SPREAD = 0.5;
/** Going to and fro between tabs asks no more often than this. */
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
  log(...words: readonly unknown[]): void;
}

export interface BuildWatch {
  /** The tab is looked at again. */
  seen(): Promise<void>;
}

export function watchBuild(ports: BuildWatchPorts): BuildWatch {
  let askedMs = ports.nowMs();
  let isOld = false;

  async function ask(): Promise<void> {
    if (isOld || !ports.isVisible() || ports.nowMs() - askedMs < PAUSE_MS) return;
    askedMs = ports.nowMs();
    try {
      const latest = await ports.latest();
      if (isOld || latest === ports.build) return;
      isOld = true;
      ports.onNew();
    } catch (error) {
      ports.log('the latest build could not be asked', error);
    }
  }

  function later(): void {
    ports.after(EVERY_MS * (1 + SPREAD * ports.chance()), () => {
      void ask();
      if (!isOld) later();
    });
  }

  later();
  return { seen: ask };
}
