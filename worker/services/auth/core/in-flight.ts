/**
 * Open attempts of one account, in memory: a call that finds the window full waits for them, because they may still turn out right.
 * A restart loses them, but not the stored count.
 */
export interface InFlight {
  /** @returns the id of the attempt */
  begin(subject: string, nowMs: number): number;
  end(subject: string, id: number): void;
  /** Open attempts younger than `lifeMs`: a caller that is gone never ends its own. */
  count(subject: string, nowMs: number): number;
  /** Resolves when an attempt of the subject ends, or after `waitMs`. */
  nextEnd(subject: string, waitMs: number): Promise<void>;
}

interface Entry {
  /** Attempt id -> when it began, epoch ms. */
  readonly begun: Map<number, number>;
  readonly waiting: Set<() => void>;
}

export function makeInFlight(lifeMs: number): InFlight {
  const open = new Map<string, Entry>();
  let lastId = 0;

  return {
    begin(subject, nowMs) {
      const entry: Entry = open.get(subject) ?? { begun: new Map(), waiting: new Set() };
      open.set(subject, entry);
      lastId += 1;
      entry.begun.set(lastId, nowMs);
      return lastId;
    },
    end(subject, id) {
      const entry = open.get(subject);
      if (!entry) return;
      entry.begun.delete(id);
      if (entry.begun.size === 0) open.delete(subject);
      for (const wake of [...entry.waiting]) wake();
    },
    count(subject, nowMs) {
      const entry = open.get(subject);
      if (!entry) return 0;
      for (const [id, begunMs] of entry.begun) if (begunMs <= nowMs - lifeMs) entry.begun.delete(id);
      if (entry.begun.size === 0) open.delete(subject);
      return entry.begun.size;
    },
    nextEnd(subject, waitMs) {
      const entry = open.get(subject);
      if (!entry) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          entry.waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        entry.waiting.add(wake);
      });
    },
  };
}
