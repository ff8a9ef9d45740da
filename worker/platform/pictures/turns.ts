/**
 * Runs work in turns: so many at once, so many waiting in their order, the rest refused. Callers look by their own timers whether
 * it is their turn: the runtime takes a request that awaits a promise of another one for a hang, and says nothing when it cancels
 * a request, so a turn also ends by time.
 */
import type { Clock } from '../clock.ts';

export interface Turns {
  /** @returns null when too many wait already, or the turn did not come in time */
  take<T>(work: () => Promise<T>): Promise<T | null>;
}

export interface TurnOptions {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly atOnce: number;
  readonly waiting: number;
  /** After this time a turn counts no more, ms. */
  readonly turnMs: number;
  /** Longest wait, ms. */
  readonly waitMs: number;
  /** Between two looks, ms. */
  readonly pollMs: number;
}

/** Looks that a waiting caller may miss before its place is given away. */
const MISSED_LOOKS = 40;

export function makeTurns(options: TurnOptions): Turns {
  const { clock, sleep, atOnce, waiting, turnMs, waitMs, pollMs } = options;
  /** Start of each turn. */
  const running = new Map<symbol, number>();
  /** Last look of each caller, in the order they came. */
  const queue = new Map<symbol, number>();

  function drop(from: Map<symbol, number>, beforeMs: number): void {
    for (const [ticket, atMs] of from) if (atMs < beforeMs) from.delete(ticket);
  }

  function isNext(ticket: symbol): boolean {
    const nowMs = clock.nowMs();
    drop(running, nowMs - turnMs);
    drop(queue, nowMs - MISSED_LOOKS * pollMs);
    queue.set(ticket, nowMs);
    const [first] = queue.keys();
    return first === ticket && running.size < atOnce;
  }

  return {
    async take(work) {
      const ticket = Symbol('turn');
      const untilMs = clock.nowMs() + waitMs;
      let isTurn = isNext(ticket);
      try {
        if (!isTurn && queue.size > waiting) return null;
        while (!isTurn) {
          if (clock.nowMs() > untilMs) return null;
          await sleep(pollMs);
          isTurn = isNext(ticket);
        }
      } finally {
        queue.delete(ticket);
      }
      running.set(ticket, clock.nowMs());
      try {
        return await work();
      } finally {
        running.delete(ticket);
      }
    },
  };
}
