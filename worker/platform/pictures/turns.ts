/**
 * Runs work in turns: so many at once, so many waiting, the rest refused. Each turn belongs to a person; the next one goes to the
 * person without a turn who has used the least time, so that one who sends much, or slow work, delays the others by one turn.
 * Callers look by their own timers whether it is their turn: the runtime takes a request that awaits a promise of another one for a
 * hang, and says nothing when it cancels a request, so a turn also ends by time.
 */
import type { Clock } from '../clock.ts';

export interface Turns {
  /**
   * @param person  whose work it is
   * @returns null when too many wait already, or the turn did not come in time
   */
  take<T>(person: string, work: () => Promise<T>): Promise<T | null>;
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

interface Waiting {
  readonly person: string;
  /** Last look of the caller. */
  readonly atMs: number;
}

/** Looks that a waiting caller may miss before its place is given away. */
const MISSED_LOOKS = 40;
/** For this long used time counts against a person. */
const USED_MS = 300_000;

function countOf<Item extends { readonly person: string }>(items: Iterable<Item>, person: string): number {
  let count = 0;
  for (const item of items) if (item.person === person) count += 1;
  return count;
}

export function makeTurns(options: TurnOptions): Turns {
  const { clock, sleep, atOnce, waiting, turnMs, waitMs, pollMs } = options;
  const running = new Map<symbol, Waiting>();
  /** In the order they came. */
  const queue = new Map<symbol, Waiting>();
  /** Left the queue for a newcomer and have not looked since. */
  const gone = new Set<symbol>();
  const used = new Map<string, number>();
  let usedSinceMs = 0;

  function dropMissing(beforeMs: number): void {
    for (const [ticket, { atMs }] of queue) if (atMs < beforeMs) queue.delete(ticket);
  }

  /** Ends turns by their time. A request that was cancelled has used its whole turn: nothing is gained by leaving. */
  function endLate(nowMs: number): void {
    for (const [ticket, { person, atMs }] of running) {
      if (atMs >= nowMs - turnMs) continue;
      running.delete(ticket);
      used.set(person, (used.get(person) ?? 0) + turnMs);
    }
  }

  /** The longest wait of the person with the fewest running turns, then the least used time. */
  function next(): symbol | undefined {
    let best: { readonly ticket: symbol; readonly turns: number; readonly usedMs: number } | undefined;
    for (const [ticket, { person }] of queue) {
      const turns = countOf(running.values(), person);
      const usedMs = used.get(person) ?? 0;
      if (!best || turns < best.turns || (turns === best.turns && usedMs < best.usedMs))
        best = { ticket, turns, usedMs };
    }
    return best?.ticket;
  }

  function isNext(ticket: symbol, person: string): boolean {
    const nowMs = clock.nowMs();
    if (nowMs - usedSinceMs > USED_MS) {
      used.clear();
      usedSinceMs = nowMs;
    }
    endLate(nowMs);
    dropMissing(nowMs - MISSED_LOOKS * pollMs);
    queue.set(ticket, { person, atMs: nowMs });
    return running.size < atOnce && next() === ticket;
  }

  /** Makes a place for a newcomer: the last one of the person who waits most often leaves. */
  function shed(): void {
    const counts = new Map<string, number>();
    let most = '';
    for (const { person } of queue.values()) {
      const count = (counts.get(person) ?? 0) + 1;
      counts.set(person, count);
      // Equal counts: the one who came to it last.
      if (count >= (counts.get(most) ?? 0)) most = person;
    }
    const last = [...queue].findLast(([, { person }]) => person === most);
    if (!last) return;
    queue.delete(last[0]);
    gone.add(last[0]);
  }

  return {
    async take(person, work) {
      const ticket = Symbol('turn');
      const startMs = clock.nowMs();
      let isTurn = isNext(ticket, person);
      try {
        if (!isTurn && queue.size > waiting) shed();
        while (!isTurn) {
          if (gone.has(ticket) || clock.nowMs() > startMs + waitMs) return null;
          await sleep(pollMs);
          if (gone.has(ticket)) return null;
          isTurn = isNext(ticket, person);
        }
      } finally {
        queue.delete(ticket);
        gone.delete(ticket);
      }
      const turnStartMs = clock.nowMs();
      running.set(ticket, { person, atMs: turnStartMs });
      try {
        return await work();
      } finally {
        if (running.delete(ticket)) used.set(person, (used.get(person) ?? 0) + clock.nowMs() - turnStartMs);
      }
    },
  };
}
