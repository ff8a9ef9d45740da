/** A number of places that many want: each waits for its turn. */
export interface Slots {
  /** @returns what gives the place back; rejects when the signal ends the waiting */
  take(signal: AbortSignal): Promise<() => void>;
}

export function makeSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  function give(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  function place(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) give();
      isHeld = false;
    };
  }
  return {
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
