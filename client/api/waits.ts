/**
 * Every wait before another attempt, where it can be seen and ended. A call takes a seat; what it waits for stays on the board until
 * the call ends. A wait ends with its time, its cancel, its call or its page. Source: spec 7.5 "Retry"; trust.md hazard 8.
 */
export interface Waiting {
  readonly id: number;
  /** Epoch ms when the wait began, and when the next attempt is made. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Attempts made so far. */
  readonly attempt: number;
  /** Path of the call. */
  readonly call: string;
  /** The time is over and the next attempt is under way. */
  readonly isTrying: boolean;
  /** Waits no more, and gives up an attempt under way: the call ends with the failure it waited for. */
  cancel(): void;
}

export interface WaitSeat {
  /** Ends with the call's own signal, and when an attempt is given up. */
  readonly signal: AbortSignal;
  /**
   * @param failure  what the call ends with when the wait is cancelled
   * @returns true when the time is over, false when it was cancelled; rejects with the reason of the call's signal
   */
  wait(facts: { ms: number; attempt: number; failure: unknown }): Promise<boolean>;
  /** The call has ended. */
  leave(): void;
}

export interface WaitBoard {
  /** @param call  path of the call */
  seat(call: string, signal?: AbortSignal): WaitSeat;
  /** Told of every change, with all waits of that moment. @returns takes the listener off again */
  watch(listener: (waits: readonly Waiting[]) => void): () => void;
  /** The page is being left. */
  cancelAll(): void;
}

export interface WaitClock {
  nowMs(): number;
  /** @returns takes the alarm back */
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

export function makeWaitBoard(clock: WaitClock = browserClock()): WaitBoard {
  const listeners = new Set<(waits: readonly Waiting[]) => void>();
  const waits = new Map<number, Waiting>();
  let made = 0;

  function put(id: number, waiting: Waiting | null): void {
    if (waiting) waits.set(id, waiting);
    else if (!waits.delete(id)) return;
    const now = [...waits.values()];
    for (const listener of [...listeners]) listener(now);
  }

  function seat(call: string, outer?: AbortSignal): WaitSeat {
    made += 1;
    const id = made;
    const control = new AbortController();
    const forward = () => control.abort(outer?.reason);
    let isCancelled = false;
    let wake: ((goOn: boolean) => void) | null = null;
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
            takeBack();
            outer?.removeEventListener('abort', stop);
            settle();
          };
          const stop = () => end(() => reject(outer?.reason));
          wake = (goOn) => {
            end(() => resolve(goOn));
            put(id, goOn ? { ...facts, cancel, isTrying: true } : null);
          };
          const takeBack = clock.after(ms, () => wake?.(true));
          outer?.addEventListener('abort', stop, { once: true });
          put(id, { ...facts, cancel, isTrying: false });
        });
      },
      leave() {
        outer?.removeEventListener('abort', forward);
        put(id, null);
      },
    };
  }

  return {
    seat,
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
