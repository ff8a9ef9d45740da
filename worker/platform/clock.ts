/**
 * The clock port: the only caller of the system clock on the server. Everything else is handed `nowMs` or a Clock.
 */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  nowMs(): number;
}

export const systemClock: Clock = Object.freeze({ nowMs: () => Date.now() });

/**
 * Lets the runtime look at its connections. Reads from a local disk are always ready, so that a loop of them would keep
 * every other request of the machine waiting until its end.
 */
export function letOthersRun(): Promise<void> {
  // A timer, for a promise that is ready is run before anything is looked at.
  return new Promise((resolve) => void setTimeout(resolve, 1));
}
