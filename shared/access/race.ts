/**
 * The race over the configured domains: one yes decides, silence refuses no visitor. Used by the server for pages and by the
 * drive in the browser. No I/O and no clock: both are handed in.
 * @source spec section 4 "Access check"
 */

/** Longest a visit waits for the domains. */
export const RACE_MS = 5_000;
/** The same when the answer is asked for anew, whatever is remembered. */
export const FRESH_RACE_MS = 10_000;

export interface RaceDeps {
  /** Rejects when the domain gives no usable answer. @param cancelled  calls its listeners once the race has ended */
  ask(domain: string, cancelled: Cancelled): Promise<boolean>;
  /** @returns takes it back */
  after(ms: number, run: () => void): () => void;
}

export interface Cancelled {
  onCancel(listener: () => void): void;
}

export interface RaceInput {
  readonly domains: readonly string[];
  /** Nothing remembered counts: wait longer, and rather know nothing than guess. */
  readonly isFresh: boolean;
}

/**
 * @returns true when any domain says yes, and when none answers at all; false when every domain that answers says no.
 * A domain without an answer after 5 s counts as silent. A fresh question waits 10 s, and then answers null.
 */
export function raceDomains({ domains, isFresh }: RaceInput, deps: RaceDeps): Promise<boolean | null> {
  return new Promise((resolve) => {
    const listeners: (() => void)[] = [];
    let open = domains.length;
    let noes = 0;
    let isOver = false;
    const stopClock = deps.after(isFresh ? FRESH_RACE_MS : RACE_MS, () => end(isFresh ? null : noes === 0));

    function end(result: boolean | null): void {
      if (isOver) return;
      isOver = true;
      stopClock();
      resolve(result);
      for (const listener of listeners) listener();
    }

    function settle(answer: boolean | null): void {
      open -= 1;
      if (answer === false) noes += 1;
      if (answer === true) end(true);
      else if (open === 0) end(noes === 0);
    }

    if (domains.length === 0) end(true);
    const cancelled: Cancelled = { onCancel: (listener) => void listeners.push(listener) };
    for (const domain of domains) {
      deps.ask(domain, cancelled).then(settle, () => settle(null));
    }
  });
}
