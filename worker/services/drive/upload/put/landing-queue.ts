/**
 * Concurrent landings in one write of the storage: while a group reaches the disk the next one gathers, and runs without a pause in
 * between, which the storage writes as one. Each is a transaction of its own, in the order of their calls; a first one waits for nothing.
 */

export interface LandingQueue {
  /** Runs the work, with those that wait. */
  run<T>(work: () => T): Promise<T>;
}

/** @param synced  returns when everything written so far is stored for good */
export function makeLandingQueue(synced: () => Promise<void>): LandingQueue {
  const waiting: (() => void)[] = [];
  let isWriting = false;

  async function runAll(): Promise<void> {
    isWriting = true;
    try {
      while (waiting.length > 0) {
        for (const run of waiting.splice(0)) run();
        // A storage that fails ends the object and with it every call.
        await synced().catch(() => undefined);
      }
    } finally {
      isWriting = false;
    }
  }

  return {
    run(work) {
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        });
        if (!isWriting) void runAll();
      });
    },
  };
}
