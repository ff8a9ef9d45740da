/** Stores the scroll position of the listing in its history entry, and restores it when the user comes back. */
import type { BrowserApi } from '../browser-api.ts';
import type { ScrollPosition } from '../browser-model.ts';
import type { DriveState } from '../drive.state.ts';
import { entryOf } from './listing-entry.ts';

/** A position is stored once scrolling has paused this long: browsers limit how often a history entry may change. */
const STORE_AFTER_MS = 250;

export interface ScrollRestoration {
  isRestoring(): boolean;
  /** Scrolls once `loading` has ended. Stores no position until then. */
  restore(position: ScrollPosition, loading?: Promise<void>): Promise<void>;
  /** Stops a restoration under way. */
  stop(): void;
  /** Another listing opens: stops a restoration and drops a position that is not stored yet. */
  reset(): void;
  /** Stores the position now. */
  store(): void;
  /** Stores the position of a listing that is shown: now, or after a pause. */
  storeSoon(when?: 'now'): void;
}

export function makeScrollRestoration(state: DriveState, browser: BrowserApi): ScrollRestoration {
  /** Number of the restoration under way; 0: none. */
  let current = 0;
  let restorations = 0;
  let cancelStore: () => void = () => undefined;

  const store = () => browser.replace(null, entryOf(state, browser.scrollPosition()));
  function stop(): void {
    current = 0;
  }

  return {
    isRestoring: () => current !== 0,
    async restore(position, loading) {
      restorations += 1;
      const mine = restorations;
      current = mine;
      await loading;
      if (current === mine) await browser.restoreScroll(position);
      if (current === mine) stop();
    },
    stop,
    reset() {
      stop();
      cancelStore();
    },
    store,
    storeSoon(when) {
      const storeShown = () => {
        if (current === 0 && state.status.value === 'ready') store();
      };
      cancelStore();
      if (when === 'now') storeShown();
      else cancelStore = browser.after(STORE_AFTER_MS, storeShown);
    },
  };
}
