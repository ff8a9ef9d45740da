/**
 * The server's time on a device whose own clock may be wrong: the document says when it was made, and every answer of the
 * API its `Date`. The difference to the device's clock is kept. Source: spec section 2.8 (serverTime).
 */

export interface ServerClock {
  /** Epoch ms as the server has it. */
  nowMs(): number;
  /** @param date  header `Date` of an answer that has just come; null or garbage tells nothing */
  hear(date: string | null): void;
  /** Told the server's time at once, and then with answers, at most once in TELL_EACH_MS. */
  watch(listener: (serverMs: number) => void): void;
}

/** A header has whole seconds, and an answer was on its way: less than this is no news. */
const TOLERANCE_MS = 3_000;
/** What shows relative dates need not be drawn anew more often. */
const TELL_EACH_MS = 60_000;

/** @param madeMs  when the document was made, epoch ms */
export function makeServerClock(madeMs: number, deviceMs: () => number = Date.now): ServerClock {
  const listeners: ((serverMs: number) => void)[] = [];
  let aheadMs = madeMs - deviceMs();
  let toldMs = madeMs;
  const nowMs = () => deviceMs() + aheadMs;
  return {
    nowMs,
    hear(date) {
      const saidMs = Date.parse(date ?? '');
      if (Number.isNaN(saidMs)) return;
      const isNews = Math.abs(saidMs - nowMs()) > TOLERANCE_MS;
      if (isNews) aheadMs = saidMs - deviceMs();
      const now = nowMs();
      if (!isNews && now - toldMs < TELL_EACH_MS) return;
      toldMs = now;
      for (const listener of listeners) listener(now);
    },
    watch(listener) {
      listeners.push(listener);
      listener(nowMs());
    },
  };
}
