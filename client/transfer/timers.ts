/** Waits of transfers, over a timer that tests replace. */

/** @returns cancels the timer */
export type After = (ms: number, run: () => void) => () => void;

/** Resolves after `ms`; rejects with the reason of the signal. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits before a transfer without network is tried again; an `online` event ends the wait at once. */
const OFFLINE_MS = [3_000, 5_000, 15_000, 30_000, 60_000] as const;

/** @param failures  waits without success so far */
export function offlineWaitMs(failures: number): number {
  return OFFLINE_MS[Math.min(failures, OFFLINE_MS.length - 1)] ?? 0;
}

export function makeWait(after: After): Wait {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        cancel();
        reject(signal.reason);
      };
      const cancel = after(ms, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      signal.addEventListener('abort', stop, { once: true });
    });
}
