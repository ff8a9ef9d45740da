/** A limited number of slots, handed out in the order of the requests. */
export interface Slots {
  /** @returns releases the slot. Rejects with the reason of the signal */
  take(signal: AbortSignal): Promise<() => void>;
  /** Changes the limit. Slots in use stay in use. @param count  at least 1 */
  resize(count: number): void;
}

export function makeSlots(count: number): Slots {
  let limit = count;
  /** Below 0 while more slots are in use than a lowered limit allows. */
  let free = count;
  const waiting: (() => void)[] = [];
  function serveWaiting(): void {
    while (free > 0) {
      const next = waiting.shift();
      if (!next) return;
      free -= 1;
      next();
    }
  }
  function release(): void {
    free += 1;
    serveWaiting();
  }
  function takeSlot(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  }
  return {
    resize(next) {
      free += next - limit;
      limit = next;
      serveWaiting();
    },
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(takeSlot());
      }
      return new Promise((resolve, reject) => {
        const turn = () => {
          signal.removeEventListener('abort', leave);
          resolve(takeSlot());
        };
        const leave = () => {
          const at = waiting.indexOf(turn);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal.reason);
        };
        waiting.push(turn);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
