/** Repeats work that the network interrupts. All lanes of a download share one wait. */
import { type After, offlineWaitMs } from '../timers.ts';
import { failureOf } from './failure.ts';

export interface OfflineRetry {
  /** Repeats `work` until it ends without a network failure. @throws any other error; the reason of the signal */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the wait: the network may be back. */
  wake(): void;
}

export function makeOfflineRetry(
  after: After,
  signal: AbortSignal,
  onPhase: (phase: 'running' | 'offline') => void,
): OfflineRetry {
  let failures = 0;
  let waiting: Promise<void> | null = null;
  let wake = (): void => undefined;

  function untilOnline(): Promise<void> {
    waiting ??= new Promise<void>((resolve, reject) => {
      onPhase('offline');
      const end = () => {
        cancel();
        waiting = null;
        wake = () => undefined;
        signal.removeEventListener('abort', end);
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        onPhase('running');
        resolve();
      };
      const cancel = after(offlineWaitMs(failures), end);
      failures += 1;
      wake = end;
      signal.addEventListener('abort', end, { once: true });
    });
    return waiting;
  }

  return {
    async run(work) {
      for (;;) {
        try {
          const result = await work();
          failures = 0;
          return result;
        } catch (error) {
          signal.throwIfAborted();
          if (failureOf(error).kind !== 'network') throw error;
          await untilOnline();
        }
      }
    },
    wake: () => wake(),
  };
}
