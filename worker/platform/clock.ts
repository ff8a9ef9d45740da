/**
 * The only caller of the system clock on the server. All other code gets `nowMs` or a Clock.
 */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  nowMs(): number;
}

export const systemClock: Clock = Object.freeze({ nowMs: () => Date.now() });

/** Waits; other requests go on. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/**
 * Lets the runtime serve other connections. Reads from a local disk are always ready, so a loop of them would block all other
 * requests of the machine.
 */
export function letOthersRun(): Promise<void> {
  // A timer: a resolved promise would continue before the runtime polls its connections.
  return new Promise((resolve) => void setTimeout(resolve, 1));
}

/** The work itself goes on. @throws Error when there is no answer after `ms` */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
