/**
 * The server's time on a device whose clock may be wrong, from the time of the document and the `Date` of every API answer. Source: spec section 2.8 (serverTime).
 */

export interface ServerClock {
  /** Epoch ms as the server has it. */
  nowMs(): number;
  /** @param date  header `Date` of a new answer; an unreadable value is ignored */
  onDate(date: string | null): void;
  /** Calls the listener at once, and then with answers, at most once in NOTIFY_EACH_MS. */
  watch(listener: (serverMs: number) => void): void;
}

/** A header has whole seconds and is delayed by the network: a smaller difference is ignored. */
const TOLERANCE_MS = 3_000;
/** Views of relative dates need no more frequent rendering. */
const NOTIFY_EACH_MS = 60_000;

/** @param madeMs  when the document was made, epoch ms */
export function makeServerClock(madeMs: number, deviceMs: () => number = Date.now): ServerClock {
  const listeners: ((serverMs: number) => void)[] = [];
  let aheadMs = madeMs - deviceMs();
  let notifiedMs = madeMs;
  const nowMs = () => deviceMs() + aheadMs;
  return {
    nowMs,
    onDate(date) {
      const serverMs = Date.parse(date ?? '');
      if (Number.isNaN(serverMs)) return;
      const isChanged = Math.abs(serverMs - nowMs()) > TOLERANCE_MS;
      if (isChanged) aheadMs = serverMs - deviceMs();
      const now = nowMs();
      if (!isChanged && now - notifiedMs < NOTIFY_EACH_MS) return;
      notifiedMs = now;
      for (const listener of listeners) listener(now);
    },
    watch(listener) {
      listeners.push(listener);
      listener(nowMs());
    },
  };
}
