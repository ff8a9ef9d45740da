/** A number of places that many want: each waits for its turn. */
export interface Slots {
  /** @returns what gives the place back; rejects when the signal ends the waiting */
  take(signal: AbortSignal): Promise<() => void>;
  /** More or fewer places from now on; nobody loses the one he has. @param count  at least 1 */
  resize(count: number): void;
}

export function makeSlots(count: number): Slots {
  let places = count;
  /** Below 0 after places were taken away that are still held. */
  let free = count;
  const waiting: (() => void)[] = [];
  function settle(): void {
    while (free > 0) {
      const next = waiting.shift();
      if (!next) return;
      free -= 1;
      next();
    }
  }
  function give(): void {
    free += 1;
    settle();
  }
  function place(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) give();
      isHeld = false;
    };
  }
  return {
    resize(next) {
      free += next - places;
      places = next;
      settle();
    },
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(place());
      }
      return new Promise((resolve, reject) => {
        const turn = () => {
          signal.removeEventListener('abort', leave);
          resolve(place());
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
