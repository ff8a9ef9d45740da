/**
 * The waits before further attempts, for the user to see and end. Each wait is listed until its call ends. It ends by its time,
 * its cancel, its call or its page. Source: spec 7.5 "Retry"; trust.md hazard 8.
 */
export interface RetryWait {
  readonly id: number;
  /** Epoch ms when the wait began, and when the next attempt is made. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Attempts made so far. */
  readonly attempt: number;
  /** Path of the call. */
  readonly call: string;
  /** The wait has ended and the next attempt is under way. */
  readonly isTrying: boolean;
  /** Ends the wait and any attempt under way: the call ends with the failure it waited for. */
  cancel(): void;
}

export interface CallWaits {
  /** Aborts with the call's own signal, and when an attempt is cancelled. */
  readonly signal: AbortSignal;
  /**
   * @param failure  the error of the call if the wait is cancelled
   * @returns false when the wait was cancelled. Rejects with the reason of the call's signal
   */
  wait(facts: { ms: number; attempt: number; failure: unknown }): Promise<boolean>;
  /** The call has ended. */
  close(): void;
}

export interface WaitList {
  /** @param call  path of the call */
  openCall(call: string, signal?: AbortSignal): CallWaits;
  /** Calls the listener with all waits after every change. @returns removes the listener */
  watch(listener: (waits: readonly RetryWait[]) => void): () => void;
  /** Cancels every wait: the user leaves the page. */
  cancelAll(): void;
}

export interface WaitClock {
  nowMs(): number;
  /** @returns cancels the timer */
  after(ms: number, run: () => void): () => void;
}

function browserClock(): WaitClock {
  return {
    nowMs: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

export function makeWaitList(clock: WaitClock = browserClock()): WaitList {
  const listeners = new Set<(waits: readonly RetryWait[]) => void>();
  const waits = new Map<number, RetryWait>();
  let made = 0;

  function put(id: number, waiting: RetryWait | null): void {
    if (waiting) waits.set(id, waiting);
    else if (!waits.delete(id)) return;
    const now = [...waits.values()];
    for (const listener of [...listeners]) listener(now);
  }

  function openCall(call: string, outer?: AbortSignal): CallWaits {
    made += 1;
    const id = made;
    const control = new AbortController();
    const forward = () => control.abort(outer?.reason);
    let isCancelled = false;
    let wake: ((isElapsed: boolean) => void) | null = null;
    if (outer?.aborted) forward();
    outer?.addEventListener('abort', forward, { once: true });

    return {
      signal: control.signal,
      wait({ ms, attempt, failure }) {
        return new Promise((resolve, reject) => {
          if (outer?.aborted) return reject(outer.reason);
          if (isCancelled) return resolve(false);
          const sinceMs = clock.nowMs();
          const facts = { id, sinceMs, untilMs: sinceMs + ms, attempt, call };
          const cancel = () => {
            isCancelled = true;
            if (wake) wake(false);
            else control.abort(failure);
          };
          const end = (settle: () => void) => {
            wake = null;
            cancelTimer();
            outer?.removeEventListener('abort', stop);
            settle();
          };
          const stop = () => end(() => reject(outer?.reason));
          wake = (isElapsed) => {
            end(() => resolve(isElapsed));
            put(id, isElapsed ? { ...facts, cancel, isTrying: true } : null);
          };
          const cancelTimer = clock.after(ms, () => wake?.(true));
          outer?.addEventListener('abort', stop, { once: true });
          put(id, { ...facts, cancel, isTrying: false });
        });
      },
      close() {
        outer?.removeEventListener('abort', forward);
        put(id, null);
      },
    };
  }

  return {
    openCall,
    watch(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    cancelAll() {
      for (const waiting of [...waits.values()]) waiting.cancel();
    },
  };
}
