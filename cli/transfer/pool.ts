/** Files of a command, some at a time, and patience with a server that is away for a moment. */
import { setTimeout as delay } from 'node:timers/promises';
import { makeSlots } from '#client/transfer/slots.ts';
import { EXIT, failureOf } from '../command/exit.ts';

export interface Pool {
  /** Waits for a place, then starts the work. @throws what work before it threw */
  start(work: () => Promise<void>): Promise<void>;
  /** Waits for all work. @throws what any of it threw */
  end(): Promise<void>;
  /** Aborts with the command, and when work threw. */
  readonly signal: AbortSignal;
}

export function makePool(count: number, outer: AbortSignal): Pool {
  const slots = makeSlots(count);
  const failed = new AbortController();
  const signal = AbortSignal.any([outer, failed.signal]);
  const underway = new Set<Promise<void>>();
  return {
    signal,
    async start(work) {
      const release = await slots.take(signal);
      const running = work()
        .catch((error: unknown) => failed.abort(error))
        .finally(() => {
          release();
          underway.delete(running);
        });
      underway.add(running);
    },
    async end() {
      while (underway.size > 0) await Promise.all(underway);
      signal.throwIfAborted();
    },
  };
}

/** Together two minutes: a server that starts anew, a network that changes. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000] as const;

/** Tries again while the server does not answer. @param onWait  before each pause */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal, onWait: () => void): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = WAITS_MS[tried];
      if (signal.aborted || waitMs === undefined || failureOf(error).exit !== EXIT.network) throw error;
      onWait();
      await delay(waitMs, undefined, { signal });
    }
  }
}
