/**
 * One drawing of a card for all who ask for it at once. A chat with many members asks for one card many times in a second; the first
 * request draws, the others look by their own timers whether it is done: the runtime takes a request that awaits a promise of another
 * one for a hang.
 */
import type { Clock } from '../clock.ts';

export interface DrawingLimits {
  /** Longest wait for a drawing of another request, ms: programs that make cards give up after some seconds. */
  readonly waitMs: number;
  /** Between two looks, ms. */
  readonly pollMs: number;
  /** Requests that wait in one isolate. */
  readonly waiting: number;
}

export interface SharedDrawingsDeps extends DrawingLimits {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** A drawing goes on when the request that began it is gone. */
  readonly afterAnswer: (work: Promise<unknown>) => void;
}

export interface SharedDrawings<Card> {
  /** @param draw  must not throw @returns null when it could not be drawn, or not in time, or too many wait */
  drawing(key: string, draw: () => Promise<Card | null>): Promise<Card | null>;
}

interface Drawing<Card> {
  readonly atMs: number;
  /** Undefined until it ends. */
  card: Card | null | undefined;
}

export function makeSharedDrawings<Card>(deps: SharedDrawingsDeps): SharedDrawings<Card> {
  const { clock, sleep, afterAnswer, waitMs, pollMs, waiting } = deps;
  const drawings = new Map<string, Drawing<Card>>();
  let waits = 0;

  async function begin(key: string, draw: () => Promise<Card | null>): Promise<Card | null> {
    const drawing: Drawing<Card> = { atMs: clock.nowMs(), card: undefined };
    drawings.set(key, drawing);
    const work = draw().then((card) => {
      drawing.card = card;
      if (drawings.get(key) === drawing) drawings.delete(key);
      return card;
    });
    afterAnswer(work);
    return work;
  }

  async function wait(drawing: Drawing<Card>): Promise<Card | null> {
    if (waits >= waiting) return null;
    const endMs = clock.nowMs() + waitMs;
    waits += 1;
    try {
      while (drawing.card === undefined && clock.nowMs() < endMs) await sleep(pollMs);
    } finally {
      waits -= 1;
    }
    return drawing.card ?? null;
  }

  return {
    drawing(key, draw) {
      const drawing = drawings.get(key);
      // One that did not end in time belongs to a request that the platform ended.
      return drawing && clock.nowMs() <= drawing.atMs + waitMs ? wait(drawing) : begin(key, draw);
    },
  };
}
